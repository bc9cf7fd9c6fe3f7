// Counting the draft. The counts below are tiktoken's; the meter adds 5 for the role and
// the frame of a message.

import { ask, expect, metered, modelsOffered, offer, open, pickModel, row, test } from "./fixture.js";
import { script } from "./model.js";

test("counts the text at every key", async ({ page }) => {
  const { field, number } = await open(page);
  await field.focus();
  await expect(number).toHaveText(metered(0));
  await page.keyboard.type("hello");
  await expect(number).toHaveText(metered(1));
  await page.keyboard.type(" world");
  await expect(number).toHaveText(metered(2));
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Backspace");
  await expect(number).toHaveText(metered(0));
});

test("counts again after an edit in the middle", async ({ page }) => {
  const { field, number } = await open(page);
  await field.fill("The quick brown fox jumps over the lazy dog.");
  await expect(number).toHaveText(metered(10));
  await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(10, 15));
  await page.keyboard.type("日本語");
  await expect(field).toHaveValue("The quick 日本語 fox jumps over the lazy dog.");
  await expect(number).toHaveText(metered(13));
});

test("an edit never divides a character", async ({ page }) => {
  const { field, number } = await open(page);
  await field.fill("a🐇b");
  await expect(number).toHaveText(metered(5));
  // The two animals share their first UTF-16 unit, 🐇 and 🌇 their second.
  for (const animal of ["🐈", "🐇", "🌇"]) {
    await field.fill(`a${animal}b`);
    await expect(number).toHaveText(metered(5));
  }
  await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(3, 3));
  await page.keyboard.press("Backspace");
  await expect(field).toHaveValue("ab");
  await expect(number).toHaveText(metered(1));
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
  await expect(number).toHaveText(metered(4));
});

test("takes a paste of 200 kB into the field", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { field, number } = await open(page);
  const sentence = "The quick brown fox jumps over the lazy dog. ";
  await page.keyboard.press("Alt+P");
  await page.evaluate((text) => navigator.clipboard.writeText(text), sentence.repeat(4500));
  await field.focus();
  await page.keyboard.press("Control+Shift+V"); // else it becomes a file
  await expect(number).toHaveText(metered(45_001));
  await expect(page.getByText("Showing the first 2,000.")).toBeVisible();
  await page.keyboard.type("hello world");
  await expect(number).toHaveText(metered(45_002));
});

test("has one request under way and sends what was typed meanwhile as one edit", async ({ page }) => {
  await page.addInitScript(() => {
    const waiting = new Set<unknown>();
    const log = { most: 0, edits: 0, isQuiet: () => waiting.size === 0 };
    const read = (data: unknown) => (typeof data === "string" ? JSON.parse(data) : {}) as { id?: number; method?: string };
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", ({ data }) => waiting.delete(read(data).id));
      }
      override postMessage(data: unknown, moved?: Transferable[] | StructuredSerializeOptions) {
        const { id, method } = read(data);
        if (method?.startsWith("draft.")) waiting.add(id);
        if (method === "draft.edit") log.edits++;
        log.most = Math.max(log.most, waiting.size);
        super.postMessage(data, moved as Transferable[]);
      }
    };
    Object.assign(globalThis, { log });
  });
  const { field, number } = await open(page);
  // Counting has begun, and is done. All within one task of the page: no answer can come in between.
  await field.evaluate(async (element: HTMLTextAreaElement) => {
    const { log } = globalThis as unknown as { log: { edits: number; isQuiet: () => boolean } };
    while (!log.isQuiet()) await new Promise(requestAnimationFrame);
    log.edits = 0;
    for (const letter of "hello world") {
      element.value += letter;
      element.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  });
  await expect(number).toHaveText(metered(2));
  const { most, edits } = await page.evaluate(() => {
    const { most, edits } = (globalThis as unknown as { log: { most: number; edits: number } }).log;
    return { most, edits };
  });
  expect({ most, edits }).toEqual({ most: 1, edits: 2 });
});

test("another model counts anew, is remembered, and shows an estimate as one", async ({ page }) => {
  await offer(page, "gpt-4", "gpt-4o", "gemini-2.5-pro");
  const { field, number, model, status, meter, breakdown } = await open(page);
  await field.fill("日本語");
  await expect(number).toHaveText(metered(4));
  await meter.click();
  await expect(row(page, "Encoding")).toHaveText("cl100k_base");
  await expect(breakdown.locator(".tag")).toHaveText("exact");
  await pickModel(page, "gpt-4o");
  await expect(number).toHaveText(metered(2, "", 120_000));
  await expect(status).toContainText("gpt-4o");
  await meter.click();
  await expect(row(page, "Encoding")).toHaveText("o200k_base");
  await pickModel(page, "gemini-2.5-pro");
  await expect(number).toHaveText(metered(4, "~", 120_000));
  await meter.click();
  await expect(breakdown.locator(".tag")).toHaveText("estimate");
  await page.reload();
  await expect(model).toHaveText("gemini-2.5-pro");
  await field.fill("日本語");
  await expect(number).toHaveText(metered(4, "~", 120_000));
});

test("a chosen model stays chosen when the server answers after the settings were read", async ({ page }) => {
  await offer(page, "gpt-4", "gpt-4o");
  const { model, status } = await open(page);
  await pickModel(page, "gpt-4o");
  await expect(status).toContainText("gpt-4o");
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/status", async (route) => {
    await answered;
    await route.fallback();
  });
  await page.reload();
  await expect(model).toHaveText("gpt-4o");
  expect(await modelsOffered(page)).toEqual(["gpt-4o", "No model"]);
  answer();
  await expect.poll(() => modelsOffered(page)).toEqual(["gpt-4", "gpt-4o", "No model"]);
  await expect(model).toHaveText("gpt-4o");
});

test("the breakdown shows what the number is made of", async ({ page }) => {
  const { field, meter, breakdown } = await open(page);
  await field.fill("Hello, wörld!");
  await meter.click();
  await expect(breakdown).toBeVisible();
  await expect(breakdown).toContainText("39With this questionexact");
  await expect(row(page, "Earlier messages")).toHaveText("0");
  await expect(row(page, "This question")).toHaveText("11");
  await expect(row(page, "Text")).toHaveText("6");
  await expect(row(page, "Role and formatting")).toHaveText("+ 5");
  await expect(row(page, "Free")).toHaveText("8,153");
  await expect(page.locator(".breakdown dt", { hasText: "Free" }).locator(".row-note")).toHaveText("100%");
  await expect(row(page, "Model limit")).toHaveText("8,192");
  await expect(row(page, "Condenses above")).toHaveText("1,200");
  await expect(page.locator(".breakdown dt", { hasText: "Condenses above" }).locator(".row-note")).toHaveText("0.9% of the way");
  await expect(row(page, "Instructions")).toHaveText("28");
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
  await meter.hover();
  await expect(breakdown).toBeVisible();
});

test("what it costs to send a question is said before, and what the chat has cost", async ({ page }) => {
  const { field, meter, breakdown } = await open(page);
  await field.fill("hello world");
  await meter.click();
  // 28 for the instructions and 7 for the question, at 30 dollars for a million.
  await expect(row(page, "Cost to send")).toHaveText("~$0.0011");
  await expect(breakdown).not.toContainText("Spent in this chat");
  await page.keyboard.press("Escape");
  await script({ text: "Hello.", usage: { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 } });
  await ask(page, "hello world");
  await field.fill("And now?");
  await meter.click();
  await expect(row(page, "Spent in this chat")).toHaveText("$0.060");
});

test("the meter adds the conversation to what is being written", async ({ page }) => {
  const { field, number, meter } = await open(page);
  await script({ text: "hello world" });
  await ask(page, "hello");
  // 28 for the instructions, 1 + 5 for the question, 2 + 5 for its answer.
  await expect(number).toHaveText("41 / 8,192");
  await field.fill("hello world");
  await expect(number).toHaveText("48 / 8,192");
  await meter.click();
  await expect(row(page, "Earlier messages")).toHaveText("13");
  await expect(row(page, "This question")).toHaveText("7");
  await page.keyboard.press("Control+Shift+O");
  await expect(number).toHaveText(metered(0));
});

for (const [tokens, level, words] of [
  [800, "calm", "gpt-4"],
  [850, "amber", "71% of the way to condensing"],
  [1_030, "orange", "86% of the way to condensing"],
  [1_140, "brick", "95% of the way to condensing"],
  // A new chat has nothing to condense: a long question goes along whole.
  [1_196, "calm", "gpt-4"],
] as const) {
  test(`at ${tokens} of 1,200 tokens the ring is ${level}`, async ({ page }) => {
    const { field, number, meter, status } = await open(page);
    await field.fill(" hello".repeat(tokens));
    await expect(number).toHaveText(metered(tokens));
    await expect(page.locator(".ring")).toHaveAttribute("data-level", level);
    // It is full of what the model can read, as the number beside it, with a mark where older messages are condensed.
    const [arc = 0, gap = 1] = ((await page.locator(".ring-arc").getAttribute("stroke-dasharray")) ?? "").split(" ").map(Number);
    expect(arc / gap).toBeCloseTo(tokens / 8_192, 1);
    await expect(page.locator(".ring-mark")).toBeAttached();
    await expect(meter).toHaveAttribute("data-level", level);
    await expect(status).toContainText(words);
  });
}

test("the examples are questions that are answered by a press", async ({ page }) => {
  const { questions, answers } = await open(page);
  const examples = page.getByRole("list", { name: "Examples" }).getByRole("button");
  await expect(examples).toHaveCount(4);
  await examples.first().click();
  await expect(questions).toContainText("Plan a quiet weekend of walking");
  await expect(answers).toContainText("You said: Plan a quiet weekend of walking");
});
