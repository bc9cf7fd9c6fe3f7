// The counts below are tiktoken's.

import { expect, open, row, test } from "./fixture.js";

test("counts the text at every key", async ({ page }) => {
  const { field, number } = await open(page);
  await field.focus();
  await expect(number).toHaveText("0");
  await page.keyboard.type("hello");
  await expect(number).toHaveText("1");
  await page.keyboard.type(" world");
  await expect(number).toHaveText("2");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Backspace");
  await expect(number).toHaveText("0");
});

test("counts again after an edit in the middle", async ({ page }) => {
  const { field, number } = await open(page);
  await field.fill("The quick brown fox jumps over the lazy dog.");
  await expect(number).toHaveText("10");
  await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(10, 15));
  await page.keyboard.type("日本語");
  await expect(field).toHaveValue("The quick 日本語 fox jumps over the lazy dog.");
  await expect(number).toHaveText("13");
});

test("an edit never divides a character", async ({ page }) => {
  const { field, number } = await open(page);
  await field.fill("a🐇b");
  await expect(number).toHaveText("5");
  // The two animals share their first UTF-16 unit, 🐇 and 🌇 their second.
  for (const animal of ["🐈", "🐇", "🌇"]) {
    await field.fill(`a${animal}b`);
    await expect(number).toHaveText("5");
  }
  await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(3, 3));
  await page.keyboard.press("Backspace");
  await expect(field).toHaveValue("ab");
  await expect(number).toHaveText("1");
});

test("composing with an input method counts what ends up in the text", async ({ page }) => {
  const { field, number } = await open(page);
  await field.focus();
  const browser = await page.context().newCDPSession(page);
  for (const text of ["ｎ", "に", "にほ", "にほん", "にほんご", "日本語"]) {
    await browser.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await browser.send("Input.insertText", { text: "日本語" });
  await expect(field).toHaveValue("日本語");
  await expect(number).toHaveText("4");
});

test("takes a paste of 200 kB", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { field, number } = await open(page);
  const sentence = "The quick brown fox jumps over the lazy dog. ";
  await page.evaluate((text) => navigator.clipboard.writeText(text), sentence.repeat(4500));
  await field.focus();
  await page.keyboard.press("Control+V");
  await expect(number).toHaveText("45,001");
  await expect(page.getByText("The first 2,000 are shown.")).toBeVisible();
  await page.keyboard.type("hello world");
  await expect(number).toHaveText("45,002");
});

test("has one request under way and sends what was typed meanwhile as one edit", async ({ page }) => {
  await page.addInitScript(() => {
    const log = { most: 0, edits: 0 };
    const waiting = new Set<unknown>();
    const read = (data: unknown) => (typeof data === "string" ? JSON.parse(data) : {}) as { id?: number; method?: string };
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", ({ data }) => waiting.delete(read(data).id));
      }
      override postMessage(data: unknown) {
        const { id, method } = read(data);
        if (method?.startsWith("draft.")) waiting.add(id);
        if (method === "draft.edit") log.edits++;
        log.most = Math.max(log.most, waiting.size);
        super.postMessage(data);
      }
    };
    Object.assign(globalThis, { log });
  });
  const { field, number } = await open(page);
  // All within one task of the page: no answer can come in between.
  await field.evaluate((element: HTMLTextAreaElement) => {
    for (const letter of "hello world") {
      element.value += letter;
      element.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  });
  await expect(number).toHaveText("2");
  const log = await page.evaluate(() => (globalThis as unknown as { log: { most: number; edits: number } }).log);
  expect(log).toEqual({ most: 1, edits: 2 });
});

test("another model counts anew, is remembered, and shows an estimate as one", async ({ page }) => {
  const { field, number, model, status } = await open(page);
  await field.fill("日本語");
  await expect(number).toHaveText("4");
  await expect(status).toHaveText("Counting in this browser · cl100k_base · exact");
  await model.selectOption("gpt-4o");
  await expect(number).toHaveText("2");
  await expect(status).toContainText("o200k_base");
  await model.selectOption("gemini-2.5-pro");
  await expect(number).toHaveText("~4");
  await expect(status).toContainText("~ estimate");
  await page.reload();
  await expect(model).toHaveValue("gemini-2.5-pro");
  await field.fill("日本語");
  await expect(number).toHaveText("~4");
});

test("the breakdown shows what the number is made of", async ({ page }) => {
  const { field, gauge, breakdown } = await open(page);
  await field.fill("Hello, wörld!");
  await gauge.click();
  await expect(breakdown).toBeVisible();
  await expect(breakdown).toContainText("11As one messageexact");
  await expect(row(page, "Text")).toHaveText("6");
  await expect(row(page, "Role and frame")).toHaveText("+ 5");
  await expect(row(page, "Window of gpt-4")).toHaveText("8,192");
  await expect(row(page, "Characters")).toHaveText("13");
  await expect(row(page, "Bytes")).toHaveText("14");
  await expect(row(page, "Tokens per word")).toHaveText("3.00");
  await expect(row(page, "Encoding")).toHaveText("cl100k_base");
  await field.fill("日本 🐇 ".repeat(3000)); // long enough to be measured in slices
  await expect(row(page, "Characters")).toHaveText("15,000");
  await expect(row(page, "Bytes")).toHaveText("36,000");
  await page.keyboard.press("Escape");
  await expect(breakdown).toBeHidden();
  await page.mouse.move(0, 0);
  await gauge.hover();
  await expect(breakdown).toBeVisible();
});

for (const [tokens, level, words] of [
  [5_000, "calm", "exact"],
  [5_800, "amber", "71% of the window"],
  [7_000, "orange", "86% of the window"],
  [7_800, "brick", "95% of the window"],
  [8_192, "brick", "Longer than the window"],
] as const) {
  test(`at ${tokens} of 8,192 tokens the ring is ${level}`, async ({ page }) => {
    const { field, number, status } = await open(page);
    await field.fill(" hello".repeat(tokens));
    await expect(number).toHaveText(tokens.toLocaleString("en-US"));
    await expect(page.locator(".ring")).toHaveAttribute("data-level", level);
    await expect(status).toContainText(words);
  });
}

test("the examples fill the text, and undo brings back what was there", async ({ page }) => {
  const { field, number } = await open(page);
  await field.fill("mine");
  await page.getByRole("button", { name: "Show how the text is divided" }).click();
  await page.getByRole("button", { name: /^A Go function/ }).click();
  await expect(field).toBeFocused();
  await expect(number).toHaveText("47");
  await page.keyboard.press("Control+Z");
  await expect(field).toHaveValue("mine");
  for (const [name, tokens] of [["Prose", "51"], ["Japanese", "59"], ["Emoji and accents", "56"]] as const) {
    await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    await expect(number).toHaveText(tokens);
  }
});
