// The list of chats, and what can be done with one.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { agree, ask, expect, modelsOffered, offer, open, openSettings, parts, pickModel, test } from "./fixture.js";
import { asked, script } from "./model.js";

/** Brings in conversations. */
/** Where days count, the time of the test does not, which may be midnight. */
const noon = new Date(2026, 5, 15, 12).getTime();

async function bringIn(page: Page, lines: object[]) {
  const sheet = await openSettings(page, "Data");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Import/ }).click();
  const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
  await (await chooser).setFiles({ name: "chats.jsonl", mimeType: "application/jsonl", buffer });
  await agree(page);
  await expect(sheet.getByRole("status")).toContainText("imported", { timeout: 30_000 });
  await sheet.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
}

/** Opens the menu of the chat that is shown. */
const menuOf = (page: Page, name: string) => page.locator(".head").getByRole("button", { name: `Actions for ${name}` });

test("each chat has its address; back and forward lead through them", async ({ page }) => {
  const { questions, sessions, field } = await open(page);
  await ask(page, "The first chat?");
  const first = page.url();
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(field).toBeFocused();
  await expect(page.getByRole("heading", { level: 1, name: /^Good/ })).toBeVisible();
  await ask(page, "Second chat?");
  const second = page.url();
  expect(second).not.toBe(first);
  await expect(sessions).toHaveText(["Second chat?", "The first chat?"]);
  await sessions.last().click();
  await expect(page).toHaveURL(first);
  await expect(questions).toHaveText(/The first chat\?/);
  await expect(page).toHaveTitle("The first chat? · Burrow");
  await expect(sessions.last()).toHaveAttribute("aria-current", "page");
  await page.goBack();
  await expect(page).toHaveURL(second);
  await expect(questions).toHaveText(/Second chat\?/);
  await page.goForward();
  await expect(questions).toHaveText(/The first chat\?/);
});

test("a chat is renamed where its name stands, in the list and in the head", async ({ page }) => {
  const { sessions } = await open(page);
  await ask(page, "What is moss?");
  const heading = page.getByRole("heading", { level: 1 });
  await heading.getByRole("button").click();
  const name = page.getByRole("textbox", { name: "Chat name" });
  await expect(name).toBeFocused();
  await name.fill("Moss and stones");
  await name.press("Enter");
  await expect(heading).toHaveText("Moss and stones");
  await expect(sessions).toHaveText("Moss and stones");
  await sessions.hover();
  await page.locator(".sessions").getByRole("button", { name: "Actions for Moss and stones" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await name.fill("Never mind");
  await name.press("Escape");
  await expect(sessions).toHaveText("Moss and stones");
  await page.reload();
  await expect(heading).toHaveText("Moss and stones");
});

test("a deleted chat is gone at once and comes back by Undo, or out of the bin", async ({ page }) => {
  const { sessions, toast, questions } = await open(page);
  await ask(page, "Will you keep me?");
  const address = page.url();
  await menuOf(page, "Will you keep me?").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(sessions).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  await expect(toast).toContainText("Chat moved to the bin.");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(sessions).toHaveText("Will you keep me?");
  await expect(page).toHaveURL(address);
  await expect(questions).toHaveText(/Will you keep me\?/);

  await page.keyboard.press("Control+Shift+Backspace");
  await expect(sessions).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Bin", exact: true }).click();
  await expect(page.locator(".session-binned")).toHaveText("Will you keep me?");
  await page.getByRole("button", { name: "Restore: Will you keep me?" }).click();
  await expect(page.getByText("The bin is empty.")).toBeVisible();
  await page.getByRole("button", { name: "Back to chats" }).click();
  await expect(sessions).toHaveText("Will you keep me?");

  await sessions.click();
  await page.keyboard.press("Control+Shift+Backspace");
  await page.getByRole("button", { name: "Bin", exact: true }).click();
  await page.getByRole("button", { name: "Delete permanently: Will you keep me?" }).click();
  await expect(page.locator(".session-binned")).toHaveCount(1);
  await page.getByRole("menuitem", { name: "Delete permanently" }).click();
  await expect(page.getByText("The bin is empty.")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Bin", exact: true }).click();
  await expect(page.getByText("The bin is empty.")).toBeVisible();
});

test("Undo stays for at least ten seconds", async ({ page }) => {
  await page.clock.install();
  const { toast } = await open(page);
  await ask(page, "Will you keep me?");
  await page.keyboard.press("Control+Shift+Backspace");
  await expect(toast).toBeVisible();
  await page.clock.runFor(10_500);
  await expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(toast).toBeHidden();
});

test("pinned chats stand first, archived ones are put away", async ({ page }) => {
  await page.clock.setFixedTime(noon);
  const { sessions } = await open(page);
  await bringIn(page, ["Is this one?", "Are these two?", "Are these three?"].map((content, i) => ({ session: content, role: "user", content, timestamp: new Date(noon - 60_000 * (3 - i)).toISOString(), id: `m${i}` })));
  await expect(sessions).toHaveText(["Are these three?", "Are these two?", "Is this one?"]);
  await sessions.last().hover();
  await page.locator(".sessions").getByRole("button", { name: "Actions for Is this one?" }).click();
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await expect(sessions).toHaveText(["Is this one?", "Are these three?", "Are these two?"]);
  await expect(page.locator(".sessions").getByRole("heading")).toHaveText(["Pinned", "Today"]);
  await sessions.nth(1).click();
  await menuOf(page, "Are these three?").click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(sessions).toHaveText(["Is this one?", "Are these two?"]);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(sessions).toHaveText(["Are these three?"]);
});

test("chats are grouped by day", async ({ page }) => {
  await page.clock.setFixedTime(noon);
  const { sessions } = await open(page);
  const at = (days: number) => new Date(noon - days * 86_400_000).toISOString();
  await bringIn(page, [0, 1, 3, 40].map((days, i) => ({ session: `s${i}`, role: "user", content: `Asked ${days} days ago`, timestamp: at(days), id: `m${i}` })));
  await expect(sessions).toHaveCount(4);
  await expect(page.locator(".sessions").getByRole("heading")).toHaveText(["Today", "Yesterday", "Previous 7 days", "Older"]);
});

test("one chat is exported as lines of JSON", async ({ page, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  await open(page);
  await script({ text: "They rest in forms." });
  await ask(page, "Do hares dig?");
  await menuOf(page, "Do hares dig?").click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as JSON Lines" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Do-hares-dig.jsonl");
  const lines = readFileSync(await file.path(), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as { role: string; content: string });
  expect(lines.map(({ role, content }) => `${role}: ${content}`)).toEqual(["user: Do hares dig?", "assistant: They rest in forms."]);
});

test("several chats are chosen, exported, archived, deleted and brought back together", async ({ page, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  const { sessions } = await open(page);
  const minute = (i: number) => new Date(Date.UTC(2026, 0, 1, 12, i)).toISOString();
  await bringIn(page, Array.from({ length: 75 }, (_, i) => ({ session: `Chat ${i}`, role: "user", content: `Chat ${i}`, timestamp: minute(i), id: `m${i}` })));
  await expect(sessions.first()).toHaveText("Chat 74");
  const bar = page.getByRole("group", { name: "Actions for selected chats" });
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
  const choose = async (name: string) => {
    await sessions.filter({ hasText: name }).hover();
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Select" }).click();
  };
  await choose("Chat 72");
  await expect(box("Chat 72")).toBeFocused();
  await expect(bar.getByRole("status")).toHaveText("1 selected");
  // With the shift key, all between; and none of them again.
  await box("Chat 69").click({ modifiers: ["Shift"] });
  await expect(bar.getByRole("status")).toHaveText("4 selected");
  await box("Chat 70").click();
  await expect(box("Chat 70")).not.toBeChecked();
  await expect(bar.getByRole("status")).toHaveText("3 selected");
  const download = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export" }).click();
  const lines = readFileSync(await (await download).path(), "utf8").trimEnd().split("\n").map((line) => (JSON.parse(line) as { content: string }).content);
  expect(lines.sort()).toEqual(["Chat 69", "Chat 71", "Chat 72"]);
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(bar).toBeHidden();
  await expect(sessions.filter({ hasText: /^Chat (69|7[12])$/ })).toHaveCount(0);
  await expect(sessions.filter({ hasText: "Chat 70" })).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(sessions.filter({ hasText: /^Chat (69|7[12])$/ })).toHaveCount(3);
  // All of them are also those that have not been listed yet.
  await choose("Chat 74");
  await bar.getByRole("button", { name: "Select all" }).click();
  await expect(bar.getByRole("status")).toHaveText("75 selected");
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect(bar.getByRole("status")).toHaveText("Select chats");
  await expect(bar.getByRole("button", { name: "Delete" })).toBeDisabled();
  await box("Chat 5").click();
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(sessions.filter({ hasText: /^Chat 5$/ })).toHaveCount(0);
  // Escape leaves it all as it is.
  await choose("Chat 74");
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await expect(sessions.first()).toBeFocused();
  await page.locator(".side-foot").getByRole("button", { name: "Archive" }).click();
  await expect(sessions).toHaveText(["Chat 5"]);
});

test("search finds names and words, shows where, and leads to the message", async ({ page }) => {
  const { questions, answers } = await open(page);
  await ask(page, "Tell me about moss.");
  await page.keyboard.press("Control+Shift+O");
  await script({ text: "A hare rests in a shallow form, pressed into the grass." });
  await ask(page, "Where does a hare rest?");
  for (let i = 0; i < 6; i++) await ask(page, `More of it, part ${i}. ${"And so on. ".repeat(30)}`);

  await page.keyboard.press("Control+K");
  const sheet = page.getByRole("dialog", { name: "Search chats" });
  const field = sheet.getByRole("combobox");
  await expect(field).toBeFocused();
  await expect(sheet.getByRole("option")).toHaveText(["Where does a hare rest?", "Tell me about moss."]);
  await field.fill("moss");
  await expect(sheet.getByRole("group", { name: "Chats" }).getByRole("option")).toHaveText("Tell me about moss.");
  await expect(sheet.locator("mark").first()).toHaveText("moss");
  await field.fill("shallow form");
  const hit = sheet.getByRole("group", { name: "Messages" }).getByRole("option");
  await expect(hit).toHaveCount(1);
  await expect(hit.locator("mark")).toHaveText(["shallow", "form"]);
  await field.fill("hare");
  await expect(sheet.locator("mark").first()).toHaveText("hare");
  await expect(sheet.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await field.press("ArrowDown");
  await expect(sheet.getByRole("option").nth(1)).toHaveAttribute("aria-selected", "true");
  await field.fill("shallow form");
  await expect(hit).toHaveCount(1);
  await field.press("Enter");
  await expect(sheet).toBeHidden();
  await expect(answers.first()).toBeInViewport();
  await expect(answers.first()).toHaveAttribute("data-marked", "");
  await page.keyboard.press("Control+K");
  await field.fill("zebra");
  await expect(sheet).toContainText("No results.");
  await field.fill("moss");
  await expect(sheet.getByRole("option").first()).toContainText("Tell me about moss.");
  await sheet.getByRole("option").first().click();
  await expect(questions).toHaveText(/Tell me about moss\./);
});

test("the arrow keys move along the list, and Enter opens", async ({ page }) => {
  const { sessions, questions, field } = await open(page);
  for (const question of ["Is this one?", "Are these two?"]) {
    await page.keyboard.press("Control+Shift+O");
    await ask(page, question);
  }
  await sessions.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(sessions.last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(questions).toHaveText(/Is this one\?/);
  // From there on one writes.
  await expect(field).toBeFocused();
});

test("the sidebar hides, and is remembered to be hidden", async ({ page }) => {
  await open(page);
  const sidebar = page.getByRole("navigation", { name: "Chats" });
  await expect(sidebar).toBeVisible();
  await page.keyboard.press("Control+B");
  await expect(sidebar).toBeHidden();
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator("#status")).toBeVisible();
  await expect(sidebar).toBeHidden();
  await page.getByRole("button", { name: "Show sidebar" }).click();
  await expect(sidebar).toBeVisible();
  await page.getByRole("button", { name: "Hide sidebar" }).click();
  await expect(sidebar).toBeHidden();
});

test("two tabs have the same list", async ({ page, context }) => {
  const { sessions } = await open(page);
  const second = await context.newPage();
  const there = await open(second);
  await ask(page, "Seen in both?");
  await expect(there.sessions).toHaveText("Seen in both?");
  await menuOf(page, "Seen in both?").click();
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await expect(second.locator(".sessions").getByRole("heading")).toHaveText("Pinned");
  await there.sessions.click();
  await second.keyboard.press("Control+Shift+Backspace");
  await expect(sessions).toHaveCount(0);
});

test("a long list is loaded as it is scrolled", async ({ page }) => {
  const { sessions } = await open(page);
  await bringIn(page, Array.from({ length: 150 }, (_, i) => ({ session: `s${i}`, role: "user", content: `Question ${i}`, id: `m${i}` })));
  await expect(sessions).toHaveCount(60);
  await sessions.last().scrollIntoViewIfNeeded();
  await expect(sessions).toHaveCount(120);
  await sessions.last().scrollIntoViewIfNeeded();
  await expect(sessions).toHaveCount(150);
});

test("coming back to a chat leads to where the reader was", async ({ page }) => {
  const { sessions, answers } = await open(page);
  await script({ text: Array.from({ length: 80 }, (_, i) => `Paragraph ${i}.`).join("\n\n") });
  await ask(page, "A long one?");
  await page.locator(".read").hover();
  await page.mouse.wheel(0, -900);
  await expect(page.getByRole("button", { name: "Jump to latest" })).toBeVisible();
  const line = page.getByText("Paragraph 60.", { exact: true });
  const height = () => line.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await height();
  expect(before).toBeGreaterThan(0);
  await page.keyboard.press("Control+Shift+O");
  await ask(page, "Elsewhere?");
  await sessions.last().click();
  await expect(answers).toContainText("Paragraph 79.");
  await expect.poll(height).toBe(before);
  await page.reload();
  await expect(answers).toContainText("Paragraph 79.");
  await expect.poll(height).toBe(before);
});

test("a chat that is not there is said", async ({ page }) => {
  await page.goto(`/c/${"0".repeat(31)}1`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chat not found");
  await expect(parts(page).log).toContainText("It may have been deleted");
});

test("where no chat is nothing can be asked, and a link leads to a new one", async ({ page }) => {
  const { field, log, answers } = parts(page);
  for (const path of [`/c/${"0".repeat(31)}1`, "/c/doesnotexist123"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chat not found");
    await expect(field).toBeHidden();
    await log.getByRole("link", { name: "Start a new chat" }).click();
    await expect(page).toHaveURL("/");
    await expect(field).toBeFocused();
    await script({ text: "Here." });
    await ask(page, "Hello?");
    await expect(answers).toContainText("Here.");
  }
});

test("an address that leads nowhere leads home", async ({ page, guard }) => {
  guard.allowed.push(/404/);
  await page.goto("/nonsense/page");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Go to your chats" }).click();
  await expect(parts(page).field).toBeVisible();
});

test("all chats are deleted at once, and come back", async ({ page }) => {
  const { sessions, toast } = await open(page);
  await script({ text: "One." }, { text: "Two." });
  await ask(page, "First?");
  await page.keyboard.press("Control+Shift+O");
  await ask(page, "Second?");
  await expect(sessions).toHaveCount(2);
  const sheet = await openSettings(page);
  await sheet.getByRole("searchbox", { name: "Search settings" }).fill("delete");
  await expect(sheet.getByRole("radio", { name: "All chats" })).toHaveCount(0);
  await sheet.getByRole("button", { name: "Delete all chats" }).click();
  await expect(toast).toContainText("2 chats moved to the bin.");
  await expect(toast).toContainText("30 days");
  await expect(sessions).toHaveCount(0);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(sessions).toHaveCount(2);
  await openSettings(page);
  await sheet.getByRole("searchbox", { name: "Search settings" }).fill("instructions");
  await expect(sheet.getByRole("radio", { name: "All chats" })).toBeVisible();
});

test("names from elsewhere cannot turn around what stands beside them", async ({ page }) => {
  const hidden = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066\u2067]/;
  await offer(page, "gpt-4", "evil\u202e4-tpg\u2066");
  const { field, files, sessions } = await open(page);
  await ask(page, "What is this?");
  await page.locator(".head-name").click();
  const name = page.getByRole("textbox", { name: "Chat name" });
  await name.fill("bill\u202efdp.exe\u200b");
  await name.press("Enter");
  await expect(page.locator(".head-name")).toHaveText("billfdp.exe");
  await expect(sessions.first()).toHaveText("billfdp.exe");
  await expect(page).toHaveTitle("billfdp.exe · Burrow");
  await expect(page.locator(".head").getByRole("button", { name: "Actions for billfdp.exe", exact: true })).toBeVisible();

  await page.locator("input[type=file]").first().setInputFiles({ name: "report\u202etxt.exe", mimeType: "text/plain", buffer: Buffer.from("a") });
  await expect(files.locator(".file-name")).toHaveText("reporttxt.exe");
  await expect(files.getByRole("button", { name: "Remove reporttxt.exe", exact: true })).toBeVisible();

  expect(await modelsOffered(page)).toEqual(["gpt-4", "evil4-tpg", "No model"]);
  await pickModel(page, "evil4-tpg");
  await expect(parts(page).status).toHaveText(/ · evil4-tpg$/);
  await field.fill("@");
  expect(await page.evaluate(() => document.body.innerText + document.title)).not.toMatch(hidden);
  // What is kept and sent is as it was.
  await page.locator("#field").fill("");
  await ask(page, "Who are you?");
  expect((await asked()).at(-1)?.body?.model).toBe("evil\u202e4-tpg\u2066");
  await page.locator(".head-name").click();
  await expect(name).toHaveValue("bill\u202efdp.exe\u200b");

  // What is read from the right is set apart where other words stand beside it.
  await name.fill("חשבונית 1");
  await name.press("Enter");
  await expect(page).toHaveTitle("\u2068חשבונית 1\u2069 · Burrow");
  await expect(sessions.first()).toHaveCSS("direction", "rtl");
});
