import type { Page } from "@playwright/test";
import { expect, metered, open as openPage, openSettings, test } from "./fixture.js";

/** Opens the page with the panel that shows the pieces. */
async function open(page: Page) {
  const found = await openPage(page);
  const sheet = await openSettings(page, "Advanced");
  await sheet.getByRole("switch", { name: "Token view" }).check();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  return found;
}

test("shows the text divided into tokens", async ({ page }) => {
  const { field, pieces } = await open(page);
  await field.fill("Hello, world!\nHello");
  await expect(page.getByRole("heading", { name: "5 tokens" })).toBeVisible();
  await expect(pieces.getByRole("option")).toHaveCount(5);
  const texts = await pieces.getByRole("option").evaluateAll((options) => options.map((option) => option.textContent));
  expect(texts).toEqual(["Hello", ",", " world", "!↵\n", "Hello"]);
});

test("tells the number and bytes of the piece that is pointed at", async ({ page }) => {
  const { field, pieces } = await open(page);
  await field.fill("Hello, world!");
  await pieces.getByRole("option").nth(2).hover();
  await expect(page.locator(".pieces-detail")).toHaveText("Token 1917 · 6 bytes · 20 77 6f 72 6c 64");
});

test("marks tokens that divide a character", async ({ page }) => {
  const { field, pieces } = await open(page);
  await field.fill("a🐇b");
  const options = pieces.getByRole("option");
  await expect(options).toHaveText(["a", "", "", "🐇", "b"]);
  await options.nth(1).hover();
  await expect(page.locator(".pieces-detail")).toHaveText("Token 9468 · part of 🐇");
});

test("the arrow keys move along the pieces", async ({ page }) => {
  const { field, pieces } = await open(page);
  await field.fill("hello world");
  await expect(pieces.getByRole("option")).toHaveCount(2);
  await pieces.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".pieces-detail")).toContainText("Token 15339");
  await page.keyboard.press("ArrowRight");
  await expect(pieces).toHaveAttribute("aria-activedescendant", "piece-1");
  await expect(page.locator(".pieces-detail")).toContainText("Token 1917");
});

test("is not in sight unless asked for, and stays as it was left", async ({ page }) => {
  const { field, pieces, number, meter, breakdown } = await openPage(page);
  await field.fill("hello world");
  await expect(number).toHaveText(metered(2));
  await expect(pieces).toBeHidden();
  await page.keyboard.press("Alt+P");
  await expect(pieces).toBeVisible();
  await page.reload();
  await field.fill("hello world");
  await expect(pieces).toBeVisible();
  await page.keyboard.press("Alt+P");
  await expect(pieces).toBeHidden();
  await page.reload();
  await field.fill("hello world");
  await expect(number).toHaveText(metered(2));
  await expect(pieces).toBeHidden();
  await meter.click();
  await breakdown.getByRole("button", { name: "Show tokens" }).click();
  await expect(pieces).toBeVisible();
});

test("stands at the side where there is room, below the conversation where there is none", async ({ page }) => {
  const { field } = await open(page);
  await field.fill("hello world");
  const panel = page.getByRole("complementary", { name: "Your text as tokens" });
  const box = (await panel.boundingBox())!;
  expect(box.width).toBe(360);
  expect(box.x + box.width).toBe(1280);
  await page.setViewportSize({ width: 390, height: 844 });
  // It is put elsewhere, and for a moment is nowhere.
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(390);
  const below = (await panel.boundingBox())!;
  expect(below.y + below.height).toBeLessThanOrEqual((await page.locator(".composer").boundingBox())!.y);
});

test("shows the first 2,000 pieces of a long text, and these are the right ones", async ({ page }) => {
  const { field, pieces } = await open(page);
  await field.fill("The quick brown fox jumps over the lazy dog. ".repeat(400));
  await expect(page.getByText("Showing the first 2,000.")).toBeVisible();
  const options = pieces.getByRole("option");
  await expect(options).toHaveCount(2000);
  await expect(options.last()).toHaveText(".");
});
