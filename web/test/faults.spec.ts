// What goes wrong with a model in the browser: it traps, falls silent, is put into the
// background, or finds the disk full. The library that runs it is one that obeys the
// test; the page, the worker and the files are real.

import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { ask, expect, open, openSettings, parts, pickModel } from "./fixture.js";
import { madeUpModel } from "./local/inside.js";
import { beforeModelWorker, file, name, obeyingModel, offerModel, test } from "./local/stub.js";

function modelRow(page: Page) {
  const section = page.getByRole("dialog", { name: "Settings" }).locator("#models");
  return {
    section,
    row: section.locator(".model-row").first(),
    act: (words: string) => section.getByRole("button", { name: `${words}: ${name}` }),
  };
}

async function openModels(page: Page) {
  await openSettings(page, "Models");
  const found = modelRow(page);
  const summary = found.section.locator("summary");
  // It stays open for the next time.
  if (!(await summary.evaluate((one) => (one.parentElement as HTMLDetailsElement).open))) await summary.click();
  return found;
}

/** A page whose chats the model in the browser answers, which obeys. */
async function withModel(page: Page) {
  const model = await obeyingModel(page);
  await offerModel(page);
  const found = await open(page);
  const { act, row } = await openModels(page);
  await act("Download").click();
  await expect(row).toContainText("Downloaded");
  await page.keyboard.press("Escape");
  await pickModel(page, name);
  await expect(found.status).toHaveText(`This browser · ${name}`);
  return { ...found, model };
}

/** Asks, and does not wait for the answer. */
async function begin(page: Page, question: string) {
  const { field } = parts(page);
  await field.fill(question);
  await field.press("Enter");
}

for (const [fault, sentence] of [
  ["trap", "The model in this browser stopped unexpectedly. Ask again to restart it."],
  ["silence", "The model in this browser stopped answering. Ask again to restart it."],
] as const) {
  test(`${fault} in the middle of an answer is one sentence, and the next question loads the model anew`, async ({ page }) => {
    const { model, answers } = await withModel(page);
    await ask(page, "Are you there?");
    await expect(answers).toContainText("You said: Are you there?");
    model.hold("answer");
    await begin(page, "How deep?");
    await model.reached("answer");
    await expect(answers.last()).toContainText("You said:");
    await model.order("answer", fault);
    await expect(answers.last().locator(".failure")).toContainText(sentence);
    await expect(page.locator(".failure")).toHaveCount(1);

    // Its memory is not trusted any more.
    model.hold("load");
    await begin(page, "And how wide?");
    await model.reached("load");
    await model.order("load", "go on");
    await expect(answers.last()).toContainText("You said: And how wide?");
    await expect(answers.last().locator(".failure")).toHaveCount(0);
    const { row } = await openModels(page);
    await expect(row).toContainText("Loaded, using");
  });
}

test("a model that does not load is given up in a sentence, and can be tried again", async ({ page }) => {
  const { model, answers } = await withModel(page);
  model.hold("load");
  await begin(page, "Are you there?");
  await model.reached("load");
  await expect(answers.locator(".preparing")).toContainText("Loading model");
  await model.order("load", "silence");
  const sentence = "The model didn’t load within a minute. Try again.";
  await expect(answers.locator(".failure")).toContainText(sentence);
  const { row, act } = await openModels(page);
  await expect(row.locator(".model-failed")).toHaveText(sentence);
  await act("Try again").click();
  await expect(row).toContainText("Loaded, using");
  await page.keyboard.press("Escape");
  await ask(page, "And now?");
  await expect(answers.last()).toContainText("You said: And now?");
});

/** Lets a page be put behind another tab: it is told so, and nothing is painted. A browser without windows hides no tab. */
async function hideable(page: Page) {
  await page.addInitScript(() => {
    let hidden = false;
    const frames: FrameRequestCallback[] = [];
    const paint = requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (work) => (hidden ? -frames.push(work) : paint(work));
    Object.defineProperty(document, "hidden", { get: () => hidden });
    Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });
    const hide = (now: boolean) => {
      hidden = now;
      document.dispatchEvent(new Event("visibilitychange"));
      if (!now) for (const work of frames.splice(0)) paint(work);
    };
    Object.assign(globalThis, { hide });
  });
  return (hidden: boolean) => page.evaluate((hidden) => (globalThis as unknown as { hide(hidden: boolean): void }).hide(hidden), hidden);
}

for (const moment of ["load", "answer"] as const) {
  test(`behind another tab the model goes on: ${moment}`, async ({ page }) => {
    const hide = await hideable(page);
    const { model, answers } = await withModel(page);
    model.hold(moment);
    await begin(page, "Are you there?");
    await model.reached(moment);
    await hide(true);
    if (moment === "load") {
      model.hold("answer");
      await model.order("load", "go on");
      await model.reached("answer");
      // What comes is shown to whoever looks in, though nothing is painted.
      await expect(answers).toContainText("You said:");
    }
    await model.order("answer", "go on");
    // It is answered though nobody looks.
    await expect(answers).toContainText("You said: Are you there?");
    await expect(answers.getByRole("button", { name: "Details" })).toBeAttached();
    await hide(false);
    await ask(page, "And now?");
    await expect(answers.last()).toContainText("You said: And now?");
    await expect(page.locator(".failure")).toHaveCount(0);
  });

  test(`a page that is frozen lets its history go, and goes on when it is woken: ${moment}`, async ({ page }) => {
    const { model, answers, questions } = await withModel(page);
    model.hold(moment);
    await begin(page, "Are you there?");
    await model.reached(moment);
    // The browser freezes hidden pages only, so the page is told as the browser would tell it.
    await page.evaluate(() => document.dispatchEvent(new Event("freeze")));
    await page.waitForFunction(async () => (await navigator.locks.query()).held?.every(({ name }) => name !== "burrow-store"));
    await model.order(moment, "go on");
    await page.evaluate(() => document.dispatchEvent(new Event("resume")));
    await expect(answers).toContainText("You said: ");
    await expect(answers.getByRole("button", { name: "Details" })).toBeAttached();
    await ask(page, "And now?");
    await expect(answers.last()).toContainText("You said: And now?");
    await expect(page.locator(".failure")).toHaveCount(0);
    await expect(questions).toHaveCount(2);
  });
}

/** There seems to be room, as there does when something else fills the disk meanwhile. */
const passesForRoom = "navigator.storage.estimate = async () => ({ quota: 1e12, usage: 0 });\n";

/** What a test serves comes in one piece; from a network it comes in many. */
const inPieces = `
  const whole = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const response = await whole(input, init);
    if (!String(input).endsWith(".gguf")) return response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 1e6) controller.enqueue(bytes.slice(at, at + 1e6));
        controller.close();
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  };
`;

test("a disk that fills up half-way is said, and the download goes on when there is room", async ({ page, context, baseURL }) => {
  const origin = baseURL ?? "";
  await beforeModelWorker(page, passesForRoom + inPieces);
  const content = Buffer.from(madeUpModel(10_000_000)); // 40 MB
  const ranges: number[] = [];
  const sha256 = createHash("sha256").update(content).digest("hex");
  await page.route("**/models/", (route) => route.fulfill({ json: { models: [{ name: file, bytes: content.length, sha256 }] } }));
  await page.route(`**/models/${file}`, (route) => {
    const from = Number(/bytes=(\d+)-/.exec(route.request().headers()["range"] ?? "")?.[1] ?? 0);
    ranges.push(from);
    return route.fulfill({ status: from > 0 ? 206 : 200, headers: { ETag: '"1"' }, contentType: "application/octet-stream", body: content.subarray(from) });
  });
  const { answers } = await open(page);
  await ask(page, "Before?");
  const { row, act } = await openModels(page);
  const protocol = await context.newCDPSession(page);
  // The room that the history keeps for itself is taken by now, and not while the disk fills up.
  await expect.poll(async () => (await protocol.send("Storage.getUsageAndQuota", { origin })).usage, { timeout: 30_000 }).toBeGreaterThan(32 * 2 ** 20);
  const { usage } = await protocol.send("Storage.getUsageAndQuota", { origin });
  await protocol.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + 26_000_000 });
  await act("Download").click();
  await expect(row.locator(".model-failed")).toHaveText(/^The disk is full: [1-9] of 40 MB of the model is downloaded\. Free up space, then resume the download\.$/);
  // It is not filled to the brim: the chats have room.
  const left = await protocol.send("Storage.getUsageAndQuota", { origin });
  expect(left.quota - left.usage).toBeGreaterThan(16_000_000);

  await page.keyboard.press("Escape");
  await ask(page, "Does the chat go on?");
  await expect(answers.last()).toContainText("You said: Does the chat go on?");
  await protocol.send("Storage.overrideQuotaForOrigin", { origin });
  await openModels(page);
  await act("Try again").click();
  await expect(row).toContainText("Downloaded");
  expect(ranges).toHaveLength(2);
  expect(ranges[1]).toBeGreaterThan(0);
});
