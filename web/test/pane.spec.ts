// The document beside the chat: where it opens, and how it is left on a phone.

import type { Page } from "@playwright/test";
import { ask, expect, open, parts, test } from "./fixture.js";
import { script } from "./model.js";
import { contract } from "./pdf.js";

const pane = (page: Page) => page.getByRole("complementary", { name: /^Document / });
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** How far below the upper edge of the text the cited passage begins, once the page has come to rest. */
async function fromTop(page: Page): Promise<number> {
  return await pane(page)
    .locator(".pane-text")
    .evaluate(async (box) => {
      const sought = () => (box.querySelector("[data-sought]")?.getBoundingClientRect().top ?? NaN) - box.getBoundingClientRect().top;
      // As many frames without a change as layout, observers and what they load may take between two.
      for (let still = 0, last = NaN; still < 30; ) {
        await new Promise(requestAnimationFrame);
        const now = sought();
        still = Math.abs(now - last) < 1 ? still + 1 : 0;
        last = now;
      }
      return sought();
    });
}

/** Asks a contract of twelve pages, and gets an answer that cites its ninth. */
async function askContract(page: Page) {
  const found = await open(page);
  await page.locator("input[type=file]").first().setInputFiles(contract(12));
  await expect(parts(page).files).toHaveText(/tokens$/, { timeout: 30_000 });
  await script({ text: "It is Miriam Oduya [1]." });
  await ask(page, "Who is the contact for personal data?");
  return found;
}

for (const size of [desk, phone]) {
  test(`at a width of ${size.width} a citation opens a long document with the passage at the top`, async ({ page }) => {
    await page.setViewportSize(size);
    const { answers } = await askContract(page);
    const cited = answers.getByRole("link", { name: "Source 1: contract.pdf, page 9" }).first();
    const look = async (open: () => Promise<void>) => {
      await open();
      await expect(pane(page).locator("[data-sought]")).toContainText("Clause 9");
      const top = await fromTop(page);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(60);
    };
    await look(() => cited.click());
    // The number leads there again when the reader has gone on.
    await pane(page).locator(".pane-text").hover();
    await page.mouse.wheel(0, -3_000);
    await expect.poll(() => fromTop(page)).toBeGreaterThan(60);
    if (size === desk) await look(() => cited.click());
    await page.keyboard.press("Escape");
    await look(() => answers.getByRole("navigation", { name: "Sources" }).getByRole("link").first().click());
    await page.reload();
    await look(() => cited.click());
  });
}

test("search opens a long document with what it found at the top", async ({ page }) => {
  await askContract(page);
  await open(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("clause 9 records");
  await page.getByRole("group", { name: "Documents" }).getByRole("option").filter({ hasText: "page 9" }).first().click();
  await expect(pane(page).locator("[data-sought]")).toContainText("Clause 9");
  const top = await fromTop(page);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(60);
});

test("a source shows its name and its place, however long the heading is, and numbers are set tight", async ({ page }) => {
  const { answers } = await open(page);
  const heading = "Cold storage agreement between the northern and the southern party, with all of its schedules";
  await page.locator("input[type=file]").first().setInputFiles({ name: "agreement.md", mimeType: "text/markdown", buffer: Buffer.from(`# ${heading}\n\nMrs. Quill checks the boiler.\n`) });
  await expect(parts(page).files).toHaveText(/tokens$/);
  await script({ text: "Mrs. Quill [1]." });
  await ask(page, "Who checks the boiler?");
  const source = answers.getByRole("navigation", { name: "Sources" }).getByRole("link");
  await expect(source).toContainText(/agreement\.md.* · line \d/);
  const isWhole = (part: string) => source.locator(part).evaluate((element) => element.scrollWidth <= element.clientWidth && element.getBoundingClientRect().right <= element.closest("a")!.getBoundingClientRect().right);
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    expect(await isWhole(".source-name")).toBe(true);
    expect(await isWhole(".source-place")).toBe(true);
  }
  const [bracket, number] = await answers.locator(".cited").evaluate((cited) => {
    const range = document.createRange();
    range.selectNodeContents(cited);
    const number = range.getBoundingClientRect().left;
    range.selectNodeContents(cited.previousSibling!);
    return [range.getBoundingClientRect().right, number] as const;
  });
  expect(number - bracket).toBeLessThan(1);
});

test("on a phone Back closes what lies over the page, and chats keep their addresses", async ({ page }) => {
  await page.setViewportSize(phone);
  const { answers, field } = await askContract(page);
  const chat = page.url();
  const before = await page.evaluate(() => history.length);
  await answers.getByRole("link", { name: /^Source 1/ }).first().click();
  await expect(pane(page)).toBeVisible();
  await page.goBack();
  await expect(pane(page)).toHaveCount(0);
  await expect(page).toHaveURL(chat);
  // Closed by hand, it leaves no entry behind.
  for (let i = 0; i < 3; i++) {
    await answers.getByRole("link", { name: /^Source 1/ }).first().click();
    await pane(page).getByRole("button", { name: "Close" }).click();
    await expect(pane(page)).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
  }
  expect(await page.evaluate(() => history.length)).toBe(before + 1);

  // The chats, and the library over them: Back closes one after the other.
  const chats = page.getByRole("button", { name: "Show sidebar" });
  const library = page.getByRole("dialog", { name: "Library" });
  await chats.click();
  await page.getByRole("button", { name: "Library" }).click();
  await expect(library).toBeVisible();
  await page.goBack();
  await expect(library).toHaveCount(0);
  await expect(page).toHaveURL(chat);

  await expect(chats).toHaveAttribute("aria-expanded", "true");
  await page.goBack();
  await expect(chats).toHaveAttribute("aria-expanded", "false");
  await expect(page).toHaveURL(chat);

  // From the chats to another chat, and back to this one.
  await chats.click();
  await page.getByRole("link", { name: "New chat" }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await expect(answers).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(chat);
  await expect(answers).toHaveCount(1);
  await page.goForward();
  await expect(page).toHaveURL(/\/$/);
  await expect(answers).toHaveCount(0);
  await expect(field).toBeVisible();

  // A reload shows the chat alone, and has no entry for what is gone.
  await page.goBack();
  await answers.getByRole("link", { name: /^Source 1/ }).first().click();
  await expect(pane(page)).toBeVisible();
  await page.reload();
  await expect(answers).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
  await expect(page).toHaveURL(chat);
});
