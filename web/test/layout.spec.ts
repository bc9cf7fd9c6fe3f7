// What stands where: nothing sticks out, nothing is cut off, and edges meet.

import type { Locator, Page } from "@playwright/test";
import { ask, expect, open, openSettings, parts, settingsOf, test, unlock } from "./fixture.js";
import { script } from "./model.js";

const phone = { width: 390, height: 844 };
const sections = ["General", "Models", "Memory", "Data", "Keyboard", "Advanced"] as const;

async function pick(page: Page, name: string, content: string) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Import/ }).click();
  await (await chooser).setFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
}

/** By how much what is inside is wider than what shows of it. */
const cutOff = (of: Locator) => of.evaluate((element) => element.scrollWidth - element.clientWidth);

test("on a phone the search shows whole snippets, and names that end in dots", async ({ page }) => {
  await page.setViewportSize(phone);
  await open(page);
  await script({ text: "A burrow is what rabbits dig, and this sentence about it goes on for longer than a phone is wide." });
  await ask(page, "How do rabbits build a burrow, and why does it have more than one door?");
  await page.keyboard.press("Control+K");
  await page.getByRole("dialog").getByRole("combobox").fill("burrow");
  await expect(page.getByRole("group", { name: "Messages" }).getByRole("option")).toHaveCount(2);
  expect(await cutOff(page.locator(".search"))).toBe(0);
  expect(await cutOff(page.locator(".search-results"))).toBe(0);
  for (const note of await page.locator(".found-note").all()) await expect(note).toBeInViewport({ ratio: 1 });
});

for (const size of [phone, { width: 1280, height: 640 }]) {
  test(`settings scroll below their title, and it stays: ${size.width} pixels`, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page);
    for (const section of sections) {
      await page.evaluate((section) => (location.hash = `#settings/${section.toLowerCase()}`), section);
      const sheet = settingsOf(page);
      const panel = sheet.locator(".settings-panel", { has: page.getByRole("heading", { level: 3, name: section, exact: true }) });
      await expect(panel).toBeVisible();
      expect(await sheet.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight), section).toBeLessThanOrEqual(0);
      expect(await cutOff(sheet), section).toBe(0);
      expect(await cutOff(panel), section).toBe(0);
    }
  });
}

test("on a phone an import still says which file it is about", async ({ page }) => {
  await page.setViewportSize(phone);
  await open(page);
  await openSettings(page, "Data");
  await pick(page, "chats.jsonl", JSON.stringify({ session: "a", role: "user", content: "Hello?" }));
  const title = page.getByRole("heading", { name: "Import chats.jsonl?" });
  await expect(title).toBeVisible();
  expect((await title.boundingBox())?.width).toBeGreaterThan(100);
});

test("a long line about a turn breaks beside its icon", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 320, height: 640 } });
  await unlock(context);
  const page = await context.newPage();
  await page.clock.install();
  const { field, answers } = await open(page);
  await script({ status: 503 }, { status: 503 });
  await field.fill("Are you there?");
  await field.press("Enter");
  const line = answers.locator(".turn-state");
  await expect(line).toContainText("Retrying");
  const [icon, words] = await line.evaluate((line) => {
    const range = document.createRange();
    range.selectNodeContents(line.lastChild!);
    return [line.querySelector("svg")!.getBoundingClientRect(), range.getBoundingClientRect()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
  });
  expect(words!.left).toBeGreaterThan(icon!.right);
  expect(words!.top).toBeLessThan(icon!.bottom);
  await context.close();
});

test("rules and formulas stand in the text's column, examples on the composer's edges", async ({ page }) => {
  const { answers } = await open(page);
  const edges = (of: Locator) => of.evaluate((element) => { const { left, right } = element.getBoundingClientRect(); return { left, right, middle: (left + right) / 2 }; });
  const composer = await edges(page.locator(".composer"));
  const examples = await edges(page.locator(".examples"));
  expect([examples.left, examples.right]).toEqual([composer.left, composer.right]);
  await script({ text: `${"Some words that fill a line. ".repeat(9)}\n\n---\n\n$$a = b$$\n\nEnd.` });
  await ask(page, "What?");
  const text = await edges(answers.locator(".markdown > p").first());
  expect(await edges(answers.locator("hr"))).toEqual(text);
  await expect(answers.locator("math")).toBeVisible();
  expect((await edges(answers.locator(".formula"))).middle).toBeCloseTo(text.middle, 0);
});

test("on a phone each step of an answer has the same look", async ({ page }) => {
  await page.setViewportSize(phone);
  const { answers } = await open(page);
  await ask(page, "What?");
  await answers.getByRole("button", { name: "Details" }).click();
  const steps = answers.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps).not.toHaveCount(0);
  const looks = await steps.evaluateAll((all) =>
    all.map((step) => [step.clientHeight, Math.round(step.querySelector("button")!.getBoundingClientRect().top - step.getBoundingClientRect().top)].join()),
  );
  expect(new Set(looks).size).toBe(1);
});

test("the sheet of tags has the same room on both sides", async ({ page }) => {
  await open(page);
  await ask(page, "What?");
  await page.locator(".head").getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Tags" }).click();
  const sheet = page.getByRole("dialog", { name: /^Tags for/ });
  await expect(sheet).toBeVisible();
  const room = await sheet.evaluate((dialog) => {
    const outer = dialog.getBoundingClientRect();
    const row = dialog.querySelector(".tags-new")!.getBoundingClientRect();
    const title = dialog.querySelector("h2")!.getBoundingClientRect();
    return { left: row.left - outer.left, right: outer.right - row.right, above: row.top - title.bottom };
  });
  expect(room.left).toBe(room.right);
  expect(room.above).toBeGreaterThanOrEqual(8);
  await expect(parts(page).questions).toHaveCount(1);
});
