// Memory: the older part of a chat becomes a summary, which is seen, changed, taken away
// and put back. The model is scripted; what it says is the summary where one is wanted.

import type { Page } from "@playwright/test";
import { choose, condense, converse, memoryParts, openMemory, openSettings, overflow, questions, summary } from "./condensing.js";
import { agree, ask, expect, offer, open, openSettings as openSheet, pickModel, test } from "./fixture.js";
import { asked as requests, askedFor, release, script } from "./model.js";

const sentence = /^The model gets a summary of the 4 messages above, \d+ → \d+ tokens$/;

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
  await expect(divider.locator("p").first()).toHaveText(/^The model gets a summary of the 6 messages above, /);
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
  const whole = "132 / 8,192";
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
  await asked.nth(1).getByRole("button", { name: "Pin: always send this message in full" }).click();
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
  await asked.nth(1).getByRole("button", { name: "Pin: always send this message in full" }).click();
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

test("without a model a chat is condensed on this machine", async ({ page }) => {
  await open(page);
  await choose(page, "Condensing", "Without a model");
  for (const question of questions) await ask(page, question);
  const sheet = await openMemory(page);
  await sheet.getByRole("button", { name: "Preview" }).click();
  await expect(sheet.getByText("written without a model")).toBeVisible();
  expect(await askedFor("summary")).toEqual([]);
});

test("what was corrected is crossed out in front of its correction, and the model is told", async ({ page }) => {
  await open(page);
  await choose(page, "Condensing", "Without a model");
  for (const question of ["The design review is on Tuesday.", "No, Thursday.", "Shall I buy moss?"]) await ask(page, question);
  const { act, list } = await condense(page);
  await act("Show summary").click();
  const facts = list("Key facts");
  await expect(facts.locator("s")).toHaveText(["The design review is on Tuesday."]);
  await expect(facts.filter({ has: page.locator("s") }).locator(".tag")).toHaveText("corrected later");
  await expect(facts).toContainText(["The design review is on Tuesday.", "No, Thursday."]);
  await ask(page, "And a lamp?");
  const sent = JSON.stringify((await requests()).at(-1));
  expect(sent).toContain("No longer true: The design review is on Tuesday.");
  expect(sent).toContain("No, Thursday.");
});

test("of a long chat that is condensed only what is shown is loaded, and its beginning is in reach", async ({ page }) => {
  const { questions: asked, log } = await open(page);
  await choose(page, "Condensing", "Only when I ask");
  await bringIn(page, 240);
  await page.locator(".sessions a.session-name").click();
  await expect(asked.last()).toContainText("Question 119 ");
  const { divider } = await condense(page, summary, "6");
  await expect(divider).toContainText(/^The model gets a summary of the 234 messages above/);
  await page.reload();
  await expect(divider).toContainText(/^The model gets a summary of the 234 messages above/);
  await expect(asked.last()).toContainText("Question 119 ");
  expect(await asked.count()).toBeLessThan(60);
  await log.focus();
  await expect(async () => {
    await page.keyboard.press("Home");
    await expect(asked.filter({ hasText: "Question 0 " })).toBeInViewport({ timeout: 200 });
  }).toPass({ intervals: [0] });
});

test("each summary has its divider, the last one says what the model reads", async ({ page }) => {
  const here = await open(page);
  await choose(page, "Condensing", "Only when I ask");
  await bringIn(page, 40);
  await page.locator(".sessions a.session-name").click();
  await expect(here.questions.last()).toContainText("Question 19 ");
  await condense(page, summary, "20");
  const { divider } = await condense(page, summary, "6");
  await expect(divider).toHaveText([/^20 messages condensed/, /^The model gets a summary of the 34 messages above/]);
  await divider.first().getByRole("button", { name: "Undo" }).click();
  await expect(divider).toHaveText([/^The model gets a summary of 14 of the messages above/]);
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
