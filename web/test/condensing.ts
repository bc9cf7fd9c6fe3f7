// A chat that is condensed, as tests make it and look at it.

import type { Page } from "@playwright/test";
import { ask, expect, open, openSettings as openSheet } from "./fixture.js";
import { type Script, script } from "./model.js";

export const statements = (...facts: [text: string, ...sources: number[]][]) => facts.map(([text, ...sources]) => ({ text, sources }));

/** What a model says that condenses. */
export const summary: Script = {
  for: "summary",
  text: JSON.stringify({
    user_profile: statements(["The user keeps moles.", 1]),
    key_facts: statements(["The burrow has 3 doors.", 1, 2], ["The tunnel is 12 metres long.", 3]),
    decisions: statements(["The north door stays shut.", 3]),
    open_questions: [],
    todos: statements(["Buy moss.", 5]),
  }),
};

export const questions = ["I keep moles; their burrow has 3 doors?", "The tunnel is 12 metres long and the north door stays shut?", "Shall I buy moss?"];

/** Asks three questions in a chat that is not condensed by itself. */
export async function converse(page: Page) {
  const found = await open(page);
  await choose(page, "Condensing", "Only when I ask");
  for (const question of questions) await ask(page, question);
  return found;
}

export async function openSettings(page: Page) {
  const sheet = await openSheet(page, "Memory");
  await expect(sheet.getByLabel("Condensing", { exact: true })).toBeVisible();
  return sheet;
}

export async function choose(page: Page, name: string, label: string) {
  const sheet = await openSettings(page);
  await sheet.getByLabel(name, { exact: true }).selectOption({ label });
  await expect(sheet.locator(".setting", { has: page.getByText(name, { exact: true }) }).locator(".tag")).toHaveText("all chats");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
}

/** Opens the sheet in which a chat is condensed. */
export async function openMemory(page: Page) {
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
export async function condense(page: Page, answer: Script = summary, keep = "2") {
  await script(answer);
  const sheet = await openMemory(page);
  await sheet.getByLabel("Latest messages to keep in full").fill(keep);
  await sheet.getByRole("button", { name: "Preview" }).click();
  await sheet.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(sheet).toBeHidden();
  return memoryParts(page);
}

export function memoryParts(page: Page) {
  const divider = page.locator(".condensed");
  return {
    divider,
    act: (name: string) => divider.getByRole("button", { name, exact: true }),
    list: (name: string) => divider.getByRole("region", { name, exact: true }).getByRole("listitem"),
  };
}

/** Makes a chat that is condensed by itself once an answer is there. */
export async function overflow(page: Page, ...answers: Script[]) {
  const found = await open(page);
  const sheet = await openSettings(page);
  await sheet.getByLabel("Condense above", { exact: true }).fill("300");
  await sheet.getByLabel("Condense above", { exact: true }).blur();
  await expect(sheet.locator(".setting", { has: page.getByText("Condense above", { exact: true }) }).locator(".tag")).toHaveText("all chats");
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
