// Memory: the older part of a chat becomes a summary, which is seen, changed, taken away
// and put back. The model is scripted; what it says is the summary where one is wanted.

import type { Page } from "@playwright/test";
import { agree, ask, expect, offer, open, openSettings as openSheet, parts, pickModel, row, test } from "./fixture.js";
import { type Script, asked as requests, askedFor, release, script } from "./model.js";

const statements = (...facts: [text: string, ...sources: number[]][]) => facts.map(([text, ...sources]) => ({ text, sources }));

/** What a model says that condenses. */
const summary: Script = {
  for: "summary",
  text: JSON.stringify({
    user_profile: statements(["The user keeps moles.", 1]),
    key_facts: statements(["The burrow has 3 doors.", 1, 2], ["The tunnel is 12 metres long.", 3]),
    decisions: statements(["The north door stays shut.", 3]),
    open_questions: [],
    todos: statements(["Buy moss.", 5]),
  }),
};

const questions = ["I keep moles; their burrow has 3 doors?", "The tunnel is 12 metres long and the north door stays shut?", "Shall I buy moss?"];

/** Asks three questions in a chat that is not condensed by itself. */
async function converse(page: Page) {
  const found = await open(page);
  await choose(page, "Condensing", "Only when I ask");
  for (const question of questions) await ask(page, question);
  return found;
}

async function openSettings(page: Page) {
  const sheet = await openSheet(page, "Memory");
  await expect(sheet.getByLabel("Condensing", { exact: true })).toBeVisible();
  return sheet;
}

async function choose(page: Page, name: string, label: string) {
  const sheet = await openSettings(page);
  await sheet.getByLabel(name, { exact: true }).selectOption({ label });
  await expect(sheet.locator(".setting", { has: page.getByText(name, { exact: true }) }).locator(".tag")).toHaveText("all chats");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
}

/** Opens the sheet in which a chat is condensed. */
async function openMemory(page: Page) {
  const choice = page.getByRole("menuitem", { name: "Condense now…" });
  // A press right after the menu has closed means the one that closed it.
  await expect(async () => {
    await page.locator(".head").getByRole("button", { name: /^Actions for/ }).click();
    await expect(choice).toBeVisible({ timeout: 1000 });
  }).toPass();
  await choice.click();
  const sheet = page.getByRole("dialog", { name: "Chat memory" });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** Condenses all messages but the last ones. */
async function condense(page: Page, answer: Script = summary, keep = "2") {
  await script(answer);
  const sheet = await openMemory(page);
  await sheet.getByLabel("Latest messages to keep in full").fill(keep);
  await sheet.getByRole("button", { name: "Preview" }).click();
  await sheet.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(sheet).toBeHidden();
  return memoryParts(page);
}

function memoryParts(page: Page) {
  const divider = page.locator(".condensed");
  return {
    divider,
    act: (name: string) => divider.getByRole("button", { name, exact: true }),
    list: (name: string) => divider.getByRole("region", { name, exact: true }).getByRole("listitem"),
  };
}

const sentence = /^Burrow reads a summary of the 4 messages above, \d+ → \d+ tokens$/;

test("messages that are condensed stay in sight, with a divider where the model’s view begins, also after a reload", async ({ page }) => {
  const { questions: asked, answers, field } = await converse(page);
  const { divider, act } = await condense(page);
  const order = () => page.locator(".log > [data-key]").evaluateAll((rows) => rows.map((row) => (row.classList.contains("condensed") ? "divider" : row.classList.contains("question") ? "question" : "answer")));
  const rows = ["question", "answer", "question", "answer", "divider", "question", "answer"];
  await expect(divider.locator("p").first()).toHaveText(sentence);
  await expect(asked).toHaveText([/moles/, /tunnel/, /moss/]);
  await expect(answers).toHaveCount(3);
  expect(await order()).toEqual(rows);
  await page.reload();
  await expect(divider).toBeVisible();
  await expect(asked).toHaveText([/moles/, /tunnel/, /moss/]);
  expect(await order()).toEqual(rows);
  await expect(act("Show summary")).toHaveAttribute("aria-expanded", "false");
  await field.fill("And sand?");
  await field.press("Enter");
  await expect(asked).toHaveText([/moles/, /tunnel/, /moss/, /sand/]);
  await expect(divider.locator("p").first()).toHaveText(sentence);
});

test("find-in-page finds what was condensed", async ({ page }) => {
  const { questions: asked } = await converse(page);
  await condense(page);
  await page.reload();
  await expect(asked).toHaveCount(3);
  // What Ctrl+F does, which cannot be pressed here.
  const found = await page.evaluate(() => {
    const { find } = window as unknown as { find(words: string): boolean };
    getSelection()?.removeAllRanges();
    return find("The tunnel is 12 metres long") && getSelection()?.toString();
  });
  expect(found).toBe("The tunnel is 12 metres long");
});

test("the divider counts what is above it, also if all of it is condensed", async ({ page }) => {
  const { questions: asked, answers } = await converse(page);
  const { divider } = await condense(page, summary, "0");
  await expect(divider.locator("p").first()).toHaveText(/^Burrow reads a summary of the 6 messages above, /);
  await expect(asked).toHaveCount(3);
  await expect(answers).toHaveCount(3);
});

test("a summary is read by lists, changed where it stands, and leads to its sources", async ({ page }) => {
  const { questions: asked, toast } = await converse(page);
  const { divider, act, list } = await condense(page);
  await act("Show summary").click();
  await expect(list("About you")).toContainText(["The user keeps moles."]);
  await expect(list("Key facts")).toContainText(["3 doors", "12 metres"]);
  await expect(list("Decisions")).toContainText(["The north door stays shut."]);
  await expect(divider.getByRole("region", { name: "Open questions" })).toHaveCount(0);

  const decision = list("Decisions").first();
  const edit = divider.getByRole("button", { name: "Edit “The north door stays shut.”" });
  await edit.click();
  const field = divider.getByRole("textbox", { name: "Summary item" });
  await expect(field).toBeFocused();
  await field.fill("Never mind.");
  await field.press("Escape");
  await expect(decision).toContainText("The north door stays shut.");
  await expect(edit).toBeFocused();
  await edit.press("Enter");
  await field.fill("The north door is always open.");
  await field.press("Enter");
  await expect(decision).toContainText("The north door is always open.");
  await expect(decision.locator(".tag")).toHaveText("edited");
  await expect(divider.getByRole("button", { name: "Edit “The north door is always open.”" })).toBeFocused();

  await divider.getByRole("button", { name: "Remove “The burrow has 3 doors.”" }).click();
  await expect(list("Key facts")).toHaveCount(1);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(list("Key facts")).toContainText(["12 metres", "3 doors"]);

  await page.reload();
  await act("Show summary").click();
  await expect(decision).toContainText("The north door is always open.");
  await list("About you").getByRole("button", { name: "Go to source 1 of 1" }).click();
  const first = asked.filter({ hasText: "I keep moles" });
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
  await expect(asked).toHaveCount(3);
  // The model reads what the reader has written.
  await page.getByRole("textbox", { name: "Your message" }).fill("Which door?");
  await page.keyboard.press("Enter");
  await expect(asked).toHaveCount(4);
  await expect.poll(async () => JSON.stringify((await requests()).at(-1)?.body?.messages)).toContain("The north door is always open.");
});


test("a summary that is undone lets its messages count again, and is put back by the toast", async ({ page }) => {
  const { questions: asked, toast, number } = await converse(page);
  const whole = "104 / 1,200";
  await expect(number).toHaveText(whole);
  const { divider, act } = await condense(page);
  await expect(number).not.toHaveText(whole);
  await act("Undo").click();
  await expect(divider).toHaveCount(0);
  await expect(asked).toHaveCount(3);
  await expect(number).toHaveText(whole);
  await expect(toast).toContainText("Its messages are sent in full again.");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(divider).toBeVisible();
  await expect(asked).toHaveCount(3);
  await expect(number).not.toHaveText(whole);
});

test("a search hit among condensed messages is shown where it stands", async ({ page }) => {
  const { questions: asked } = await converse(page);
  await condense(page);
  await page.keyboard.press("Control+Shift+O");
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "Search chats" }).fill("tunnel metres");
  await page.getByRole("option", { name: /You ·/ }).click();
  const hit = asked.filter({ hasText: "The tunnel is 12 metres long" });
  await expect(hit).toBeFocused();
  await expect(hit).toBeInViewport();
  await expect(asked).toHaveCount(3);
});

test("a message that is kept whole goes to the model as it is", async ({ page }) => {
  const { questions: asked, said, field } = await converse(page);
  await asked.nth(1).hover();
  await asked.nth(1).getByRole("button", { name: "Never condense" }).click();
  await expect(asked.nth(1).locator(".acts-pinned")).toHaveText("Won’t be condensed");
  await expect(said).toHaveText("Won’t be condensed");
  const { divider } = await condense(page);
  await expect(divider).toHaveCount(1);
  await field.fill("And now?");
  await field.press("Enter");
  await expect(asked).toHaveCount(4);
  await expect.poll(async () => (await requests()).at(-1)?.body?.messages.map(({ content }) => content)).toContainEqual(questions[1]);
});

test("a message among condensed ones can be kept whole again", async ({ page }) => {
  const { questions: asked, field } = await converse(page);
  await condense(page);
  await asked.nth(1).hover();
  await asked.nth(1).getByRole("button", { name: "Never condense" }).click();
  await expect(asked.nth(1).locator(".acts-pinned")).toBeVisible();
  await page.reload();
  await expect(asked.nth(1).locator(".acts-pinned")).toBeVisible();
  await field.fill("And now?");
  await field.press("Enter");
  await expect.poll(async () => (await requests()).at(-1)?.body?.messages.map(({ content }) => content)).toContainEqual(questions[1]);
  await asked.nth(1).hover();
  await asked.nth(1).getByRole("button", { name: "Allow condensing" }).click();
  await expect(asked.nth(1).locator(".acts-pinned")).toHaveCount(0);
});

test("a preview minds an instruction, can be called off, changed and thrown away", async ({ page }) => {
  const { questions: asked } = await converse(page);
  const sheet = await openMemory(page);
  await expect(sheet.getByRole("region", { name: "Condense now" })).toContainText("6 messages with");
  await expect(sheet.getByRole("region", { name: "Summaries" })).toContainText("Nothing condensed yet.");
  const instruction = sheet.getByLabel("Instructions (optional)");
  await script({ for: "summary", hangBefore: true });
  await instruction.fill("Keep the decisions about the doors");
  await sheet.getByRole("button", { name: "Preview" }).click();
  await expect(sheet.getByRole("status")).toHaveText("Writing a summary…");
  await expect(sheet.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect.poll(async () => JSON.stringify((await askedFor("summary")).at(-1)?.body?.messages)).toContain("Keep the decisions about the doors");
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet.getByRole("button", { name: "Preview" })).toBeVisible();
  await expect.poll(async () => (await askedFor("summary")).at(-1)?.gone).toBe(true);

  await script(summary);
  await sheet.getByLabel("Latest messages to keep in full").fill("2");
  await sheet.getByRole("button", { name: "Preview" }).click();
  await expect(sheet.getByText(/^4 messages, \d+ → \d+ tokens$/)).toBeVisible();
  await expect(sheet.getByText("written by gpt-4")).toBeVisible();
  // A fact without a source among what was condensed is left out, and that is said.
  await expect(sheet.locator(".memory-notes")).toContainText(/./);
  await sheet.getByRole("button", { name: "Discard" }).click();
  await expect(sheet.getByRole("button", { name: "Preview" })).toBeVisible();
  await expect(page.locator(".condensed")).toHaveCount(0);

  await script(summary);
  await sheet.getByLabel("Latest messages to keep in full").fill("2");
  await sheet.getByRole("button", { name: "Preview" }).click();
  await sheet.getByRole("button", { name: "Edit “The user keeps moles.”" }).click();
  const field = sheet.getByRole("textbox", { name: "Summary item" });
  await field.press("Escape");
  await expect(sheet).toBeVisible();
  await sheet.getByRole("button", { name: "Edit “The user keeps moles.”" }).press("Enter");
  await field.fill("The user keeps two moles.");
  await field.press("Enter");
  await sheet.getByRole("button", { name: "Remove “The north door stays shut.”" }).click();
  await sheet.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(sheet).toBeHidden();
  const { act, list, divider } = memoryParts(page);
  await act("Show summary").click();
  await expect(list("About you")).toContainText(["The user keeps two moles."]);
  await expect(list("About you").locator(".tag")).toHaveText("edited");
  await expect(divider.getByRole("region", { name: "Decisions" })).toHaveCount(0);
  await expect(asked).toHaveCount(3);
});

test("what cannot be condensed is said in the sheet", async ({ page }) => {
  await converse(page);
  const sheet = await openMemory(page);
  await sheet.getByLabel("Latest messages to keep in full").fill("90");
  await sheet.getByRole("button", { name: "Preview" }).click();
  await expect(sheet.getByRole("alert")).toContainText("nothing to condense");
  await expect(sheet.getByRole("button", { name: "Preview" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.locator(".head").getByRole("button", { name: /^Actions for/ })).toBeFocused();
});

test("the sheet lists the summaries with who made them, takes them away and puts them back", async ({ page }) => {
  await converse(page);
  const { divider } = await condense(page);
  const sheet = await openMemory(page);
  const entry = sheet.getByRole("region", { name: "Summaries" }).getByRole("listitem");
  await expect(entry).toContainText(/4 messages condensed, \d+ → \d+ tokens/);
  await expect(entry).toContainText(/By gpt-4, /);
  await entry.getByRole("button", { name: "Undo summary of Messages 1 to 4" }).click();
  await expect(entry.locator(".tag")).toHaveText("undone");
  await expect(divider).toHaveCount(0);
  await entry.getByRole("button", { name: "Restore summary of Messages 1 to 4" }).click();
  await expect(entry.locator(".tag")).toHaveCount(0);
  await expect(divider).toHaveCount(1);
});

test("what the next turns cost is said, and a price that is not known can be set", async ({ page }) => {
  await offer(page, "gpt-4", "mole-1");
  await open(page);
  await ask(page, "What is moss?");
  let sheet = await openMemory(page);
  const cost = sheet.getByRole("region", { name: "Cost" });
  await expect(cost).toContainText(/Next 10 turns: about \$[\d.]+, or \$[\d.]+ without condensing\. Spent so far: \$[\d.]+\./);
  await page.keyboard.press("Escape");
  await pickModel(page, "mole-1");
  sheet = await openMemory(page);
  await expect(cost).toContainText("The price of mole-1 isn’t known.");
  await cost.getByRole("button", { name: "Set price" }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  const row = settings.getByRole("group", { name: "New price" });
  await expect(row.getByLabel("Model name")).toHaveValue("mole-1");
  await expect(row.getByLabel("Input", { exact: true })).toBeFocused();
  await row.getByLabel("Input", { exact: true }).fill("1000");
  await row.getByLabel("Output", { exact: true }).fill("2000");
  await row.getByRole("button", { name: "Add" }).click();
  await expect(settings.getByLabel("Input price for mole-1")).toHaveValue("1000");
  await settings.getByLabel("Cached price for mole-1").fill("10");
  await settings.getByLabel("Cached price for mole-1").blur();
  await page.keyboard.press("Escape");
  sheet = await openMemory(page);
  await expect(cost).toContainText(/Next 10 turns: about \$/);
  await page.keyboard.press("Escape");
  await page.reload();
  await openSettings(page);
  await expect(settings.getByLabel("Cached price for mole-1")).toHaveValue("10");
  await settings.getByRole("button", { name: "Remove price for mole-1" }).click();
  await expect(settings.getByLabel("Input price for mole-1")).toHaveCount(0);
});

test("the breakdown has a part for each thing that is sent, and a bar of the same parts", async ({ page }) => {
  const { meter, breakdown, field } = await converse(page);
  await condense(page);
  await field.fill("Next?");
  await meter.click();
  await expect(row(page, "Summaries")).toHaveText(/^[1-9]/);
  await expect(breakdown).toContainText("of 4 older messages");
  await expect(row(page, "Instructions")).toHaveText("28");
  const figures = await Promise.all(["Summaries", "Earlier messages", "This question"].map(async (name) => Number(await row(page, name).textContent())));
  await expect(meter).toHaveText(new RegExp(`^Context: ${figures.reduce((a, b) => a + b)} / 1,200 tokens$`));
  const segments = breakdown.locator(".bar > span");
  await expect(segments).toHaveCount(4);
  const widths = await segments.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(widths.every((width) => width > 0)).toBe(true);
});

test("the meter has a colour and words at 70, 85 and 95 per cent", async ({ page }) => {
  const { meter, field, status } = await open(page);
  const steps = [
    [600, "calm", null],
    [850, "amber", "71%"],
    [1030, "orange", "86%"],
    [1150, "brick", "96%"],
  ] as const;
  for (const [words, level, share] of steps) {
    await field.fill(" a".repeat(words).trim());
    await expect(meter).toHaveAttribute("data-level", level);
    await expect(meter).toHaveAccessibleName(share === null ? /tokens\. Details$/ : new RegExp(`, ${share} full\\. Details$`));
    if (share !== null) await expect(status).toContainText(`${share} of context used`);
  }
});

test("while a question is written, what it recalls is listed, and leads there", async ({ page }) => {
  const { field, meter, breakdown, questions: asked } = await converse(page);
  await condense(page);
  await field.fill("How long is the tunnel?");
  await meter.click();
  const recalled = breakdown.getByRole("region", { name: "Recalled for this question" });
  const link = recalled.getByRole("button", { name: /^Go to “The tunnel is 12 metres long/ });
  await expect(link).toBeVisible();
  await expect(row(page, "Recalled")).toHaveText(/^[1-9]/);
  await link.click();
  await expect(asked.filter({ hasText: "The tunnel is 12 metres" })).toBeInViewport();
  await field.fill("");
  await expect(recalled).toHaveCount(0);
});

test("an answer says what was sent, what was recalled, how well it was counted and what it cost", async ({ page }) => {
  const { field, answers, questions: asked } = await converse(page);
  await condense(page);
  // Whoever is asked what the question means costs nothing here.
  await script({ for: "understanding", text: "{}", usage: { prompt_tokens: 0, completion_tokens: 0 } }, { text: "Twelve metres.", usage: { prompt_tokens: 2000, completion_tokens: 3 } });
  await field.fill("How long is the tunnel?");
  await field.press("Enter");
  await expect(answers.last()).toContainText("Twelve metres.");
  await answers.last().getByRole("button", { name: "Details" }).click();
  const details = answers.last().getByRole("region", { name: "Answer details" });
  const value = (name: string) => details.locator("dl > div", { has: page.getByText(name, { exact: true }) }).locator("dd");
  await expect(value("Prompt parts")).toHaveText(/^\d+ instructions, \d+ summaries, \d+ earlier messages, \d+ recalled, \d+ question$/);
  await expect(value("Difference")).toHaveText(/^Burrow counted \d+, the provider 2,000 \(\+[\d,]+\.\d%\)$/);
  await expect(value("Cost")).toHaveText(/^\$0\.06/);
  await value("Recalled").getByRole("button").first().click();
  await expect(asked.filter({ hasText: "The tunnel is 12 metres" })).toBeInViewport();
});

/** Makes a chat that is condensed by itself once an answer is there. */
async function overflow(page: Page, ...answers: Script[]) {
  const found = await open(page);
  const sheet = await openSettings(page);
  await sheet.getByLabel("Condense above", { exact: true }).fill("300");
  await sheet.getByLabel("Condense above", { exact: true }).blur();
  await expect(found.number).toHaveText(/ 300$/);
  await sheet.getByLabel("Keep the last", { exact: true }).fill("2");
  await sheet.getByLabel("Keep the last", { exact: true }).blur();
  await page.keyboard.press("Escape");
  const long = { text: "It is long. ".repeat(120) };
  await script(long);
  await ask(page, questions[0]!);
  await script(long, ...answers);
  await found.field.fill(questions[1]!);
  await found.field.press("Enter");
  return found;
}

test("condensing in the background is seen, blocks nothing, and can be stopped", async ({ page }) => {
  const { status, field, questions: asked, answers, said } = await overflow(page, { for: "summary", hangBefore: true });
  await expect(status).toContainText("Condensing…");
  await field.fill("Still here?");
  await field.press("Enter");
  await expect(asked).toHaveCount(3);
  await expect(answers.last()).toContainText("You said: Still here?");
  await status.getByRole("button", { name: "Stop condensing" }).click();
  await expect(status).not.toContainText("Condensing…");
  await expect(said).toHaveText("Condensing stopped.");
  await expect(page.locator(".condensed")).toHaveCount(0);
});

test("what was condensed in the background is announced once, in all tabs", async ({ page, context }) => {
  const { status, said } = await overflow(page, { ...summary, hangBefore: true });
  await expect(status).toContainText("Condensing…");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(parts(other).status).toContainText("Condensing…");
  await expect.poll(async () => (await askedFor("summary")).length).toBe(1);
  await release();
  await expect(said).toHaveText(/^\d+ messages condensed, \d+ → \d+ tokens$/);
  await expect(status).not.toContainText("Condensing…");
  await expect(page.locator(".condensed").first()).toBeVisible();
  await expect(parts(other).status).not.toContainText("Condensing…");
  await expect(other.locator(".condensed").first()).toBeVisible();
});

test("why condensing failed is said in a sentence that can be dismissed", async ({ page }) => {
  const { status, said } = await open(page);
  await ask(page, "What is moss?");
  // The core condenses without a model where one fails, so that this takes a broken store: another tab's word stands for it.
  await page.evaluate(() => {
    const event = { kind: "condense", session: location.pathname.slice(3), state: "failed", message: "The disk is full." };
    new BroadcastChannel("burrow-store").postMessage({ v: 1, kind: "tell", from: "test", frame: `{"kind":"event","id":0,"event":${JSON.stringify(event)}}` });
  });
  await expect(status).toContainText("The disk is full.");
  await expect(said).toHaveText("The disk is full.");
  await status.getByRole("button", { name: "Dismiss" }).click();
  await expect(status).not.toContainText("The disk is full.");
});

test("the memory has presets that the core names, and settings with a sentence each", async ({ page }) => {
  const { number } = await open(page);
  const sheet = await openSettings(page);
  const preset = (name: string) => sheet.getByRole("radio", { name });
  const about = sheet.locator("#setting-preset-help");
  await expect(preset("Automatic")).toBeChecked();
  await expect(about).toHaveText(/^Compact suits gpt-4\. Costs the least\. .* A full chat costs about \$0\.036 per question\.$/);
  await expect(number).toHaveText(/ 1,200$/);
  await preset("Standard").check();
  await expect(sheet.getByLabel("Condense above", { exact: true })).toHaveValue("8000");
  await expect(sheet.getByLabel("Keep the last", { exact: true })).toHaveValue("6");
  await expect(number).toHaveText(/ 8,000$/);
  await expect(about).toHaveText(/^Costs a little more\. /);
  await preset("Long").check();
  await expect(number).toHaveText(/ 2,048$/);
  await preset("Automatic").check();
  await expect(number).toHaveText(/ 1,200$/);
  await preset("Custom").check();
  await expect(sheet.getByLabel("Condense above", { exact: true })).toBeFocused();
  await sheet.getByLabel("Condense above", { exact: true }).fill("500");
  await sheet.getByLabel("Condense above", { exact: true }).blur();
  await expect(number).toHaveText(/ 500$/);
  for (const name of ["Condense above", "Keep the last", "Strategy", "Condensing", "Model for summaries"]) {
    await expect(sheet.getByLabel(name, { exact: true })).toHaveAccessibleDescription(/^[A-Z][^.]*\.$/);
  }
  await sheet.getByLabel("Strategy", { exact: true }).selectOption({ label: "Tiered" });
  await sheet.getByLabel("Model for summaries", { exact: true }).selectOption("gpt-4");
  // It says where it is from once it is kept.
  await expect(sheet.locator(".setting", { has: page.getByText("Model for summaries", { exact: true }) }).locator(".tag")).toHaveText("all chats");
  await page.reload();
  await openSettings(page);
  await expect(preset("Custom")).toBeChecked();
  await expect(sheet.getByLabel("Strategy", { exact: true })).toHaveValue("tiered");
  await expect(sheet.getByLabel("Model for summaries", { exact: true })).toHaveValue("gpt-4");
});

test("what nobody has set follows the model, also when it is changed", async ({ page }) => {
  await offer(page, "gpt-4", "gpt-4o-mini");
  const { number } = await open(page);
  await expect(number).toHaveText(/ 1,200$/);
  await pickModel(page, "gpt-4o-mini");
  await expect(number).toHaveText(/ 8,000$/);
  const sheet = await openSettings(page);
  await sheet.getByRole("radio", { name: "Compact" }).check();
  await expect(number).toHaveText(/ 1,200$/);
  await page.keyboard.press("Escape");
  await pickModel(page, "gpt-4");
  await pickModel(page, "gpt-4o-mini");
  await expect(number).toHaveText(/ 1,200$/);
});

test("a long paste in a new chat does not warn of older messages, which there are none of", async ({ page }) => {
  const { field, status, meter, number } = await open(page);
  const pasted = "The moss grows on the north side of the stone. ".repeat(260);
  await field.fill(pasted);
  await expect(number).toHaveText(/^2,\d\d\d \/ 1,200$/);
  await expect(status).not.toContainText("Older messages");
  await expect(meter).toHaveAttribute("data-level", "calm");
  await field.fill("");
  await ask(page, "What is moss?");
  await field.fill(pasted);
  await expect(status).toContainText("Older messages will be condensed");
});

test("without a model a chat is condensed on this machine", async ({ page }) => {
  await open(page);
  await choose(page, "Condensing", "Without a model");
  for (const question of questions) await ask(page, question);
  const sheet = await openMemory(page);
  await sheet.getByRole("button", { name: "Preview" }).click();
  await expect(sheet.getByText("written without a model")).toBeVisible();
  expect(await askedFor("summary")).toEqual([]);
});

test("of a long chat that is condensed only what is shown is loaded, and its beginning is in reach", async ({ page }) => {
  const { questions: asked, log } = await open(page);
  await choose(page, "Condensing", "Only when I ask");
  await bringIn(page, 400);
  await page.locator(".sessions a.session-name").click();
  await expect(asked.last()).toContainText("Question 199 ");
  const { divider } = await condense(page, summary, "6");
  await expect(divider).toContainText(/^Burrow reads a summary of the 394 messages above/);
  await page.reload();
  await expect(divider).toContainText(/^Burrow reads a summary of the 394 messages above/);
  await expect(asked.last()).toContainText("Question 199 ");
  expect(await asked.count()).toBeLessThan(60);
  await log.focus();
  await expect(async () => {
    await page.keyboard.press("Home");
    await expect(asked.filter({ hasText: "Question 0 " })).toBeInViewport({ timeout: 1000 });
  }).toPass();
});

test("each summary has its divider, the last one says what the model reads", async ({ page }) => {
  const here = await open(page);
  await choose(page, "Condensing", "Only when I ask");
  await bringIn(page, 40);
  await page.locator(".sessions a.session-name").click();
  await expect(here.questions.last()).toContainText("Question 19 ");
  await condense(page, summary, "20");
  const { divider } = await condense(page, summary, "6");
  await expect(divider).toHaveText([/^20 messages condensed/, /^Burrow reads a summary of the 34 messages above/]);
  await divider.first().getByRole("button", { name: "Undo" }).click();
  await expect(divider).toHaveText([/^Burrow reads a summary of 14 of the messages above/]);
});

test("what is being read stays where it is when it is condensed", async ({ page }) => {
  const { status, log, questions: asked } = await overflow(page, { ...summary, hangBefore: true });
  await expect(status).toContainText("Condensing…");
  await log.focus();
  await page.keyboard.press("Home");
  await expect(asked.first()).toBeInViewport();
  await expect(page.getByRole("button", { name: "Jump to latest" })).toBeVisible();
  const before = await asked.first().boundingBox();
  await expect.poll(async () => (await askedFor("summary")).length).toBe(1);
  await release();
  await expect(page.locator(".condensed").first()).toBeAttached();
  await expect(asked.first()).toContainText(questions[0]!);
  expect(await asked.first().boundingBox()).toEqual(before);
});

/** Brings in one chat of so many messages. */
async function bringIn(page: Page, messages: number) {
  const lines = Array.from({ length: messages }, (_, i) => {
    const role = i % 2 === 0 ? "user" : "assistant";
    return JSON.stringify({ session: "Long", role, content: i % 2 === 0 ? `Question ${i / 2} of the moles` : "Yes.", timestamp: new Date(1.7e12 + i * 60_000).toISOString(), id: `m${i}` });
  });
  const sheet = await openSheet(page, "Data");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Import/ }).click();
  await (await chooser).setFiles({ name: "long.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines.join("\n")) });
  await agree(page);
  await expect(sheet.getByRole("status")).toContainText("imported");
  await sheet.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("Escape");
}
