// Settings: for all chats, for one, and of the page.

import type { Page } from "@playwright/test";
import { type Section, ask, condensesAbove, expect, offer, open, openSettings as openSheet, pickModel, showSection, test } from "./fixture.js";
import { asked, script } from "./model.js";

async function openSettings(page: Page, section: Section = "General") {
  const sheet = await openSheet(page, section);
  const setting = (name: string) => sheet.locator(".setting", { has: page.getByText(name, { exact: true }) });
  return {
    sheet,
    setting,
    origin: (name: string) => setting(name).locator(".tag"),
    reset: (name: string) => sheet.getByRole("button", { name: `Reset ${name}` }),
    async write(name: string, value: string) {
      const field = sheet.getByLabel(name, { exact: true });
      await field.fill(value);
      await field.blur();
    },
  };
}

test("a chat's settings count before those for all, these before the server's", async ({ page }) => {
  await open(page);
  await ask(page, "First?");
  let { sheet, origin, reset, write } = await openSettings(page, "Models");
  await expect(origin("Model")).toHaveText("server");
  await expect(origin("Instructions")).toHaveText("default");
  await write("Instructions", "Answer like a hare.");
  await expect(origin("Instructions")).toHaveText("all chats");
  await showSection(page, "Advanced");
  await write("Temperature", "0.7");
  await expect(origin("Temperature")).toHaveText("all chats");
  await showSection(page, "Models");
  await sheet.getByRole("radio", { name: "This chat" }).check();
  await expect(sheet.getByLabel("Instructions", { exact: true })).toHaveValue("Answer like a hare.");
  await write("Instructions", "Answer like a mole.");
  await expect(origin("Instructions")).toHaveText("this chat");
  await showSection(page, "Memory");
  await write("Condense above", "2400");
  await expect(sheet.getByLabel("Condense above", { exact: true })).toHaveValue("2400");
  await showSection(page, "Models");
  await sheet.getByRole("radio", { name: "All chats" }).check();
  await expect(sheet.getByLabel("Instructions", { exact: true })).toHaveValue("Answer like a hare.");
  await page.keyboard.press("Escape");

  await ask(page, "Second?");
  let sent = (await asked()).at(-1)?.body;
  expect(sent?.messages[0]).toEqual({ role: "system", content: "Answer like a mole." });
  expect(sent?.temperature).toBe(0.7);
  await page.keyboard.press("Control+Shift+O");
  await condensesAbove(page, "1,200");
  await ask(page, "Third?");
  sent = (await asked()).at(-1)?.body;
  expect(sent?.messages[0]).toEqual({ role: "system", content: "Answer like a hare." });

  ({ sheet, origin, reset } = await openSettings(page, "Models"));
  await reset("Instructions").click();
  await expect(origin("Instructions")).toHaveText("default");
  await expect(sheet.getByLabel("Instructions", { exact: true })).toHaveValue(/^You are a helpful assistant/);
  await page.reload();
  ({ origin } = await openSettings(page, "Models"));
  await expect(origin("Instructions")).toHaveText("default");
  await showSection(page, "Advanced");
  await expect(origin("Temperature")).toHaveText("all chats");
});

test("what cannot be a setting is refused with a sentence", async ({ page }) => {
  await open(page);
  const { sheet, write, origin } = await openSettings(page, "Advanced");
  await write("Temperature", "7");
  await expect(sheet.getByRole("alert")).toHaveText("The temperature must be between 0 and 2.");
  await expect(sheet.getByLabel("Temperature", { exact: true })).toHaveValue("0.1");
  await expect(origin("Temperature")).toHaveText("default");
  await write("Temperature", "1");
  await expect(sheet.getByRole("alert")).toBeHidden();
  await expect(origin("Temperature")).toHaveText("all chats");
});

test("a model for one chat, and one for those to come", async ({ page }) => {
  await offer(page, "gpt-4", "gpt-4o");
  const { model, sessions } = await open(page);
  await ask(page, "First?");
  await pickModel(page, "gpt-4o");
  await ask(page, "Second?");
  expect((await asked()).map(({ body }) => body?.model)).toEqual(["gpt-4", "gpt-4o"]);
  await page.keyboard.press("Control+Shift+O");
  await expect(model).toHaveText("gpt-4");
  await pickModel(page, "gpt-4o");
  await ask(page, "Third?");
  expect((await asked()).at(-1)?.body?.model).toBe("gpt-4o");
  await page.keyboard.press("Control+Shift+O");
  await expect(model).toHaveText("gpt-4o");
  await sessions.last().click();
  await expect(model).toHaveText("gpt-4o");
  const { sheet, origin } = await openSettings(page, "Models");
  await sheet.getByRole("radio", { name: "This chat" }).check();
  await expect(origin("Model")).toHaveText("this chat");
});

test("two settings that are changed at once are both kept", async ({ page }) => {
  await open(page);
  const { sheet, origin } = await openSettings(page, "Advanced");
  await expect(origin("Temperature")).toHaveText("default");
  await page.evaluate(() => {
    for (const [id, value] of Object.entries({ temperature: "0.7", maxOutput: "77", maxContext: "5000" })) {
      const field = document.querySelector<HTMLInputElement>(`#setting-${id}`)!;
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  for (const name of ["Temperature", "Maximum answer length", "Maximum prompt length"]) await expect(origin(name)).toHaveText("all chats");
  await page.reload();
  await openSettings(page, "Advanced");
  await expect(sheet.getByLabel("Temperature", { exact: true })).toHaveValue("0.7");
  await expect(sheet.getByLabel("Maximum answer length", { exact: true })).toHaveValue("77");
  await expect(sheet.getByLabel("Maximum prompt length", { exact: true })).toHaveValue("5000");
});

test("the size of the text is chosen, and there before any script of ours", async ({ page }) => {
  await open(page);
  const { sheet } = await openSettings(page);
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  expect(await size()).toBe("16px");
  await sheet.getByRole("radio", { name: "Large" }).check();
  expect(await size()).toBe("18px");
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator("#status")).toBeVisible();
  expect(await size()).toBe("18px");
});

test("the text can be wide, and is so before any script of ours", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await open(page);
  const { sheet } = await openSettings(page);
  const width = () => page.locator(".dock > .column").evaluate((element) => element.getBoundingClientRect().width);
  const narrow = await width();
  await sheet.getByRole("group", { name: "Text width" }).getByRole("radio", { name: "Wide" }).check();
  expect(await width()).toBe(narrow + 360);
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator("#status")).toBeVisible();
  expect(await width()).toBe(narrow + 360);
});

test("settings are in sections, which have addresses", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  const tabs = sheet.getByRole("tab");
  await expect(tabs).toHaveText(["General", "Models", "Memory", "Data", "Keyboard", "Advanced"]);
  await expect(sheet.getByRole("tabpanel", { name: "General" })).toContainText("Theme");
  await tabs.first().focus();
  await page.keyboard.press("ArrowUp");
  await expect(sheet.getByRole("tabpanel", { name: "Advanced" })).toContainText("Temperature");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  for (const [name, words] of [["models", "Who answers"], ["data", "Back up"], ["memory", "Remember across chats"], ["keyboard", "New line"]] as const) {
    await page.evaluate((name) => (location.hash = `#settings/${name}`), name);
    await expect(sheet.getByRole("tabpanel")).toContainText(words);
    expect(new URL(page.url()).hash).toBe("");
    await page.keyboard.press("Escape");
  }
  await page.goto("/#settings/data");
  await expect(sheet.getByRole("tab", { name: "Data" })).toHaveAttribute("aria-selected", "true");
});

test("every setting is found by its name, wherever it is", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  const search = sheet.getByRole("searchbox", { name: "Search settings" });
  const results = sheet.getByRole("region", { name: "Settings found" });
  const names: string[] = [];
  for (const section of ["General", "Models", "Memory", "Data", "Keyboard", "Advanced"] as const) {
    await showSection(page, section);
    const panel = sheet.getByRole("tabpanel", { name: section });
    names.push(...(await panel.locator(".setting-head > label, .segments > legend:not(.aside), .keys:not(.storage-facts) > div > dt, .storage-action-name").allTextContents()));
  }
  expect(names.length).toBeGreaterThan(40);
  for (const name of new Set(names)) {
    await search.fill(name);
    await expect(results.getByText(name, { exact: true }).first(), name).toBeVisible();
  }
  // By what it can be, and by more than one word; what does not fit is out of sight.
  await search.fill("dark");
  await expect(results.locator(".segments:visible")).toContainText(["Theme"]);
  await expect(results.getByText("Temperature", { exact: true })).toBeHidden();
  await results.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await search.fill("answer maximum");
  await expect(results.getByRole("spinbutton", { name: "Maximum answer length" })).toBeVisible();
  await expect(results.getByRole("status")).toHaveText(/^\d+ settings? found$/);
  await search.fill("xyzzy");
  await expect(results).toContainText("No settings found.");
  await page.keyboard.press("Escape");
  await expect(search).toHaveValue("");
  await expect(sheet.getByRole("tabpanel")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});

test("on a phone the sections are a list that leads to each, and back", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  const sheet = await openSheet(page, "Memory");
  await expect(sheet.getByRole("heading", { name: "Memory", level: 2 })).toBeVisible();
  await expect(sheet.getByRole("switch", { name: "Remember across chats" })).toBeVisible();
  await sheet.getByRole("button", { name: "Back to settings" }).click();
  await expect(sheet.getByRole("button", { name: "Memory" })).toBeFocused();
  await expect(sheet.locator(".settings-tab")).toHaveText(["General", "Models", "Memory", "Data", "Keyboard", "Advanced"]);
  await sheet.getByRole("searchbox").fill("temperature");
  await expect(sheet.getByRole("spinbutton", { name: "Temperature" })).toBeVisible();
  await expect(sheet.locator(".settings-tab")).toHaveCount(0);
});

test("the lines of an answer have 45 to 75 letters, and as many as fit if they are to be wide", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const { answers } = await open(page);
  await script({ text: "Rabbits dig with their forepaws and push the loose soil out with their hind legs, until there is room for all of them. ".repeat(6) });
  await ask(page, "How?");
  /** How many letters each line has but the last. */
  const lines = () =>
    answers.locator(".markdown p").evaluate((paragraph) => {
      const text = paragraph.firstChild as Text;
      const range = document.createRange();
      const counts = new Map<number, number>();
      for (let at = 0; at < text.length; at++) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { top } = range.getBoundingClientRect();
        counts.set(top, (counts.get(top) ?? 0) + 1);
      }
      return [...counts.values()].slice(0, -1);
    });
  for (const count of await lines()) {
    expect(count).toBeGreaterThanOrEqual(45);
    expect(count).toBeLessThanOrEqual(75);
  }
  await page.locator(".head").getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Wide text" }).click();
  expect(Math.max(...(await lines()))).toBeGreaterThan(100);
});

test("a chat that is not there yet has no settings of its own", async ({ page }) => {
  await open(page);
  const { sheet } = await openSettings(page, "Models");
  await expect(sheet.getByRole("radio", { name: "This chat" })).toBeDisabled();
});
