// Commands and models that are chosen while writing.

import { ask, expect, offer, open, test, unlock } from "./fixture.js";
import { asked } from "./model.js";

test("a stroke in an empty field lists the commands, and a choice runs one", async ({ page }) => {
  const { questions, answers, said } = await open(page);
  const field = page.locator("#field");
  const list = page.getByRole("listbox", { name: "Commands" });
  const options = list.getByRole("option");
  await ask(page, "First?");
  await field.focus();
  await page.keyboard.type("/");
  // It is a text box all the time: one that became a combobox would be read out anew.
  await expect(page.getByRole("textbox", { name: "Your message" })).toHaveAttribute("aria-controls", (await list.getAttribute("id"))!);
  await expect(options.filter({ hasText: "New chat" })).toBeVisible();
  await expect(options.filter({ hasText: "Condense now…" })).toBeVisible();
  await expect(said).toHaveText(/^\d+ commands$/);
  await page.keyboard.type("re");
  await expect(options).toHaveText(["Regenerate", "Rename", "What Burrow remembers", "Storage"]);
  await expect(said).toHaveText("4 commands");
  await page.keyboard.press("ArrowDown");
  const id = await options.nth(1).getAttribute("id");
  await expect(field).toHaveAttribute("aria-activedescendant", id!);
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  // The Enter of an input method is its own.
  await field.evaluate((element) => element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true })));
  await expect(list).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(list).toBeHidden();
  await expect(field).toHaveValue("");
  // The one that was chosen runs, not the first one.
  await expect(page.getByRole("textbox", { name: "Chat name" })).toBeFocused();
  await page.keyboard.press("Escape");
  await field.focus();
  await page.keyboard.type("/re");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("");
  await expect(answers.getByRole("group", { name: "Version 2 of 2" })).toBeVisible();

  // Escape leaves the text, and what is no command is sent.
  await page.keyboard.type("/new");
  await expect(options).toHaveText([/^New chat/]);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(field).toHaveValue("/new");
  await expect(field).not.toHaveAttribute("role");
  await field.fill("");
  await page.keyboard.type("/usr/bin is what?");
  await expect(list).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(questions.last()).toContainText("/usr/bin is what?");
  await expect(field).toHaveValue("");

  await page.keyboard.type("/the dark");
  await options.filter({ hasText: "Theme: Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.type("/new");
  await page.keyboard.press("Tab");
  await expect(page).toHaveURL(/\/$/);
  await expect(field).toBeFocused();
  // A new chat cannot be renamed.
  await page.keyboard.type("/");
  await expect(options.filter({ hasText: "Storage" })).toBeVisible();
  await expect(options.filter({ hasText: "Rename" })).toHaveCount(0);
});

test("a model is chosen by its name, for this chat, and the rest of the draft stays", async ({ page }) => {
  await offer(page, "gpt-4", "gpt-4o-mini");
  const { model } = await open(page);
  const field = page.locator("#field");
  const list = page.getByRole("listbox", { name: "Models" });
  await ask(page, "First?");
  await field.focus();
  await page.keyboard.type("write to a@gpt or @nobody, ");
  await expect(list).toBeHidden();
  await page.keyboard.type("@");
  await expect(list.getByRole("option")).toHaveText([/^gpt-4\S/, /^gpt-4o-mini\S/]);
  await page.keyboard.type("mini");
  await expect(list.getByRole("option")).toHaveText([/^gpt-4o-mini/]);
  await page.keyboard.press("Enter");
  await expect(list).toBeHidden();
  await expect(field).toHaveValue("write to a@gpt or @nobody, ");
  await expect(model).toHaveText("gpt-4o-mini");
  await page.keyboard.type("please");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await asked()).at(-1)?.body?.model).toBe("gpt-4o-mini");
  // Of this chat: others are answered as before.
  await page.keyboard.press("Control+Shift+O");
  await expect(model).toHaveText("gpt-4");
});

test("a finger chooses a command, which leads to the models", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await unlock(context);
  const page = await context.newPage();
  const { field } = await open(page);
  await field.tap();
  await page.keyboard.type("/");
  await page.getByRole("option", { name: "Choose a model" }).tap();
  const list = page.getByRole("listbox", { name: "Models" });
  await expect(list).toBeVisible();
  const { height } = (await list.getByRole("option").first().boundingBox())!;
  expect(height).toBeGreaterThanOrEqual(44);
  await list.getByRole("option").first().tap();
  await expect(list).toBeHidden();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await context.close();
});
