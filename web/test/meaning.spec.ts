// Finding messages by their meaning: the setting, its download, and what it finds. The
// encoder's library is one that a test can foresee; the real one is in encoder.model.ts.

import type { Page } from "@playwright/test";
import { ask, condenseSoon, expect, open, openSettings, recalls, test } from "./fixture.js";
import { beforeModelWorker, holding, obeyingModel } from "./local/stub.js";
import { asked, script } from "./model.js";

const file = "all-MiniLM-L6-v2.Q8_0.gguf";

async function openMeaning(page: Page) {
  const sheet = await openSettings(page, "Memory");
  const setting = sheet.locator(".meaning");
  return { setting, toggle: setting.getByRole("switch", { name: "Find messages by meaning" }), state: setting.locator(".meaning-state"), trouble: setting.getByRole("alert") };
}

/** What is kept of the encoder. */
async function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const directory = await root.getDirectoryHandle("local-encoder", { create: true });
    const names: string[] = [];
    for await (const name of (directory as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
    return names.sort();
  });
}

test("nothing is downloaded unless somebody wants it, and what has come goes with Cancel", async ({ page, guard }) => {
  guard.allowed.push(/status of 404/);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const whole = Buffer.alloc(4_000_000);
  await beforeModelWorker(page, holding);
  await page.route(`**/models/${file}`, (route) => route.fulfill({ status: 404 }));
  await open(page);
  const { setting, toggle, state, trouble } = await openMeaning(page);
  await expect(toggle).not.toBeChecked();
  await expect(setting).toContainText("Finds earlier messages even if you ask in other words. Downloads 25 MB once. Runs in this browser; nothing is sent.");
  expect(requests.filter((path) => /^\/models|\/(model|local)-[^/]*\.js/.test(path))).toEqual([]);

  await toggle.click();
  await expect(trouble).toHaveText("This server doesn’t have the file. If Burrow has just been started, try again in a minute.");
  await expect(toggle).not.toBeChecked();
  expect(requests).toContain(`/models/${file}`);

  await page.route(`**/models/${file}`, (route) => {
    const from = Number(/bytes=(\d+)-/.exec(route.request().headers()["range"] ?? "")?.[1] ?? 0);
    return route.fulfill({ status: from > 0 ? 206 : 200, headers: { ETag: '"1"' }, contentType: "application/octet-stream", body: whole.subarray(from) });
  });
  await setting.getByRole("button", { name: "Try again" }).click();
  await expect(state).toHaveText("2 of 25 MB");
  await expect(toggle).toBeChecked();
  await expect(toggle).toBeFocused();
  await setting.getByRole("button", { name: "Cancel" }).click();
  await expect(toggle).not.toBeChecked();
  await expect(state).toHaveCount(0);
  expect(await kept(page)).toEqual([]);

  await toggle.click();
  await expect(state).toHaveText("2 of 25 MB");
  await page.reload();
  const again = await openMeaning(page);
  await expect(again.state).toHaveText("The download is paused at 2 of 25 MB.");
  await expect(again.toggle).not.toBeChecked();
  await again.setting.getByRole("button", { name: "Resume" }).click();
  await expect(again.trouble).toHaveText("The download stopped at 4 of 25 MB. Resume it when the server is back.");
  await expect(again.state).toHaveText("The download is paused at 4 of 25 MB.");
  await again.setting.getByRole("button", { name: "Cancel" }).click();
  await expect(again.state).toHaveCount(0);
  expect(await kept(page)).toEqual([]);
});

test("a full disk is told before anything comes", async ({ page }) => {
  await beforeModelWorker(page, "navigator.storage.estimate = async () => ({ quota: 40e6, usage: 20e6 });\n");
  await open(page);
  const { toggle, trouble } = await openMeaning(page);
  await toggle.click();
  await expect(trouble).toHaveText("Not enough storage for this model: it needs 25 MB, and 3 MB is free.");
  await expect(toggle).not.toBeChecked();
});


/** Puts a file where the encoder's would be: the library of these tests does not read it. */
async function seed(page: Page): Promise<void> {
  await page.evaluate(async (file) => {
    const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle("local-encoder", { create: true });
    const out = await (await directory.getFileHandle(file, { create: true })).createWritable();
    await out.write("an encoder");
    await out.close();
  }, file);
}

test("a question in other words finds the earlier message, as long as that is on", async ({ page }) => {
  await page.clock.install();
  await obeyingModel(page);
  // Nothing else knows of other words, and that is said once.
  await page.route("**/related-*.bin", (route) => route.fulfill({ body: "?" }));
  const said: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("related")) said.push(message.text());
  });
  const { field, meter, breakdown, answers } = await open(page);
  await seed(page);
  const sheet = await openSettings(page, "Memory");
  await condenseSoon(page, sheet);
  await page.keyboard.press("Escape");
  const filler = "The weather was fine all week long. ".repeat(25);
  for (const statement of ["The zibbet sleeps behind the pantry wall.", "The pears are in the cellar.", filler, filler]) {
    await script({ text: "Noted." });
    await ask(page, statement);
  }

  // Without an encoder the question's own words count, and no others.
  const recalled = breakdown.getByRole("region", { name: "Recalled for this question" });
  const found = (words: string) => recalled.getByRole("button", { name: new RegExp(`^Go to “${words}`) });
  const question = "Any pears for the quorlin?";
  await field.fill(question);
  await meter.click();
  await expect(found("The pears are")).toBeVisible();
  await expect(found("The zibbet sleeps")).toHaveCount(0);
  await page.keyboard.press("Escape");

  const { setting, toggle, state } = await openMeaning(page);
  await expect(state).toHaveText("Turned off. The download is kept.");
  await toggle.click();
  await expect(state).toHaveText("8 messages read");
  await page.keyboard.press("Escape");
  const later = "Any pears for that quorlin?";
  await meter.click();
  await recalls(page, later, found("The zibbet sleeps"));
  await expect(found("The pears are")).toBeVisible();
  await script({ text: "Two are left." });
  await field.press("Enter");
  await expect(answers.last()).toContainText("Two are left.");
  expect(JSON.stringify((await asked()).at(-1)?.body?.messages)).toMatch(/that may help, as a reference:.*The zibbet sleeps/);
  expect(said).toEqual(["the table of related words is damaged"]);

  // Nobody uses it for some minutes: its worker ends, and its file goes when somebody says so.
  await openMeaning(page);
  await expect(state).toHaveText("10 messages read");
  await page.keyboard.press("Escape");
  const runs = () => page.workers().filter((worker) => worker.url().includes("/model-")).length;
  expect(runs()).toBe(1);
  await page.clock.fastForward("06:00");
  await expect.poll(runs).toBe(0);
  await openMeaning(page);
  await setting.getByRole("button", { name: "Delete the download (25 MB)" }).click();
  await expect(toggle).not.toBeChecked();
  await expect(setting.getByRole("status")).toHaveText("The download was deleted.");
  expect(await kept(page)).toEqual([]);
});
