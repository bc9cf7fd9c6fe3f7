// A real model in the page's own browser, from its download to its answers: `make
// test-model`. What it says is not checked, but that it says something, and that it does
// not read twice what it knows.

import { expect, test } from "@playwright/test";
import { openSettings, parts, unlock } from "./fixture.js";

test("the page fetches a model, asks it, stops it, and asks it again", async ({ page, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "LanguageModel"));
  await unlock(context);
  await page.goto("/");
  const { field, answers, status, stop } = parts(page);
  const sheet = await openSettings(page, "Models");
  const section = sheet.locator("#models");
  await section.locator("summary").click();
  await section.getByRole("button", { name: /^Download: SmolLM2/ }).click();
  await expect(section).toContainText(/Downloaded · \d+ MB · from the server/);
  await sheet.getByRole("group", { name: "Who answers" }).getByRole("radio", { name: "This browser" }).check();
  await page.keyboard.press("Escape");
  await expect(status).toContainText("This browser · SmolLM2");

  // Each stage of the first answer is shown, however short.
  const stages = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen = new Set<string>();
        const look = new MutationObserver(() => {
          const words = document.querySelector(".preparing > p")?.textContent ?? "";
          if (words !== "") seen.add(words.split("…")[0] ?? "");
          if (document.querySelector(".answered-by") !== null) resolve([...seen]);
        });
        look.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  await field.fill("Say hello in one short sentence.");
  await field.press("Enter");
  const details = (i: number) => answers.nth(i).getByRole("button", { name: "Details" });
  await expect(details(0)).toBeAttached();
  expect((await answers.first().locator(".prose, .markdown").first().innerText()).trim().length).toBeGreaterThan(1);
  await expect(answers.first().locator(".answered-by")).toContainText("SmolLM2, a small model (135\u00a0million parameters), running in this browser: good for trying things out.");
  expect(await stages).toEqual(["Loading model", "Reading question"]);

  // What stands before the second question is not read again.
  await field.fill("And say goodbye.");
  await field.press("Enter");
  await expect(details(1)).toBeAttached();
  await details(1).click();
  const [, known = "0", fresh = "0"] = /Provider’s count(\d+) in.*?(\d+) tokens cached/.exec((await answers.nth(1).textContent()) ?? "") ?? [];
  expect(Number(fresh)).toBeGreaterThan(20);
  expect(Number(known) - Number(fresh)).toBeLessThan(20);

  await field.fill("Count from one to one hundred, one number a line.");
  await field.press("Enter");
  await expect(answers).toHaveCount(3);
  await stop.click();
  await expect(answers.last()).toContainText("Stopped");

  await openSettings(page, "Models");
  await expect(section).toContainText(/Loaded, using \d+ threads?/);
  await expect(section).toContainText(/Last answer: read [\d.]+ tokens per second, wrote [\d.]+\./);
  await section.getByRole("button", { name: /^Unload/ }).click();
  await expect(section).toContainText("Downloaded");
  await page.keyboard.press("Escape");
  // It is loaded anew when it is asked.
  await field.fill("Say yes.");
  await field.press("Enter");
  await expect(answers).toHaveCount(4);
  await expect(details(3)).toBeAttached();
  await expect(answers.last().locator(".failure")).toHaveCount(0);
});
