import { expect, open, test } from "./fixture.js";

test("shows the text divided into tokens", async ({ page }) => {
  const { field, pieces } = await open(page);
  await field.fill("Hello, world!\nHello");
  await expect(page.getByRole("heading", { name: "5 pieces" })).toBeVisible();
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
  await pieces.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".pieces-detail")).toContainText("Token 15339");
  await page.keyboard.press("ArrowRight");
  await expect(pieces).toHaveAttribute("aria-activedescendant", "piece-1");
  await expect(page.locator(".pieces-detail")).toContainText("Token 1917");
});

test("can be hidden, and stays hidden", async ({ page }) => {
  const { field, pieces, number } = await open(page);
  await field.fill("hello world");
  await expect(pieces).toBeVisible();
  await page.keyboard.press("Alt+P");
  await expect(pieces).toBeHidden();
  await page.reload();
  await field.fill("hello world");
  await expect(number).toHaveText("2");
  await expect(page.getByRole("button", { name: "Show how the text is divided" })).toHaveAttribute("aria-pressed", "false");
  await expect(pieces).toBeHidden();
});

test("shows the first 2,000 pieces of a long text, and these are the right ones", async ({ page }) => {
  const { field, pieces } = await open(page);
  await field.fill("The quick brown fox jumps over the lazy dog. ".repeat(400));
  await expect(page.getByText("The first 2,000 are shown.")).toBeVisible();
  const options = pieces.getByRole("option");
  await expect(options).toHaveCount(2000);
  await expect(options.last()).toHaveText(".");
});
