// Tags: given to one chat or several, shown, filtered by, renamed and removed everywhere.

import { readFileSync } from "node:fs";
import { ask, expect, open, parts, test } from "./fixture.js";

test("chats are sorted by tags, which are renamed and removed everywhere and put back", async ({ page, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  const { sessions, toast } = await open(page);
  const filter = page.getByRole("group", { name: "Filter by tag" });
  for (const name of ["Alpha?", "Beta?", "Gamma?"]) {
    await page.getByRole("link", { name: "New chat" }).click();
    await ask(page, name);
  }
  await expect(filter).toBeHidden();

  // One chat, by its menu.
  await page.locator(".head").getByRole("button", { name: "Actions for Gamma?" }).click();
  await page.getByRole("menuitem", { name: "Tags" }).click();
  const sheet = page.getByRole("dialog", { name: "Tags for Gamma?" });
  const field = sheet.getByRole("textbox", { name: "New tag" });
  await expect(field).toBeFocused();
  await page.keyboard.type("  Reise ");
  await page.keyboard.press("Enter");
  await expect(sheet.getByRole("checkbox", { name: /^Reise/ })).toBeChecked();
  await field.fill("turned \u202e");
  await field.press("Enter");
  await expect(sheet.locator(".toast")).toContainText("A tag cannot contain control characters");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(sessions.filter({ hasText: "Gamma?" })).toContainText("Reise");

  // Several, by the bar.
  await page.locator(".session", { hasText: "Beta?" }).getByRole("button", { name: "Actions for Beta?" }).click();
  await page.getByRole("menuitem", { name: "Select" }).click();
  await page.getByRole("checkbox", { name: /^Gamma\?/ }).check();
  await page.getByRole("group", { name: /selected/ }).getByRole("button", { name: "Tags" }).click();
  const both = page.getByRole("dialog", { name: "Tags for 2 chats" });
  const reise = both.getByRole("checkbox", { name: /^Reise/ });
  await expect(reise).toHaveJSProperty("indeterminate", true);
  await reise.check();
  await expect(both.getByText("2 chats", { exact: true })).toBeVisible();
  // Another spelling is the same tag.
  await both.getByRole("textbox", { name: "New tag" }).fill("REISE");
  await page.keyboard.press("Enter");
  await both.getByRole("textbox", { name: "New tag" }).fill("会議");
  await page.keyboard.press("Enter");
  await expect(both.getByRole("checkbox")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Done", exact: true }).click();

  // The filter, by the keyboard, and in another tab.
  await expect(filter.getByRole("button")).toHaveText(["All", "Reise", "会議"]);
  await expect(filter.getByRole("button", { name: "All" })).toHaveAttribute("aria-pressed", "true");
  // However many there are, nothing is wider than the list.
  expect(await page.locator(".sidebar").evaluate((bar) => bar.scrollWidth <= bar.clientWidth)).toBe(true);
  await filter.getByRole("button", { name: "Reise" }).focus();
  await page.keyboard.press("Enter");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "Alpha?" })).toHaveCount(0);
  const second = await context.newPage();
  await open(second);
  await expect(second.getByRole("group", { name: "Filter by tag" }).getByRole("button")).toHaveText(["All", "Reise", "会議"]);

  // Renamed everywhere, also there, and put back; removed and put back.
  await page.locator(".session", { hasText: "Beta?" }).getByRole("button", { name: "Actions for Beta?" }).click();
  await page.getByRole("menuitem", { name: "Tags" }).click();
  const beta = page.getByRole("dialog", { name: "Tags for Beta?" });
  await beta.getByRole("button", { name: "Rename tag Reise in all chats" }).click();
  await page.keyboard.type("Urlaub");
  await page.keyboard.press("Enter");
  await expect(beta.locator(".toast")).toContainText("renamed in 2 chats");
  await expect(parts(second).sessions.filter({ hasText: "Urlaub" })).toHaveCount(2);
  await beta.getByRole("button", { name: "Undo" }).click();
  await expect(parts(second).sessions.filter({ hasText: "Reise" })).toHaveCount(2);
  await second.close();
  await beta.getByRole("button", { name: "Remove tag 会議 from all chats" }).click();
  await expect(beta.locator(".toast")).toContainText("removed from 2 chats");
  await expect(beta.getByRole("checkbox")).toHaveCount(1);
  await beta.getByRole("button", { name: "Undo" }).click();
  await expect(beta.getByRole("checkbox")).toHaveCount(2);
  await beta.getByRole("checkbox", { name: /^Reise/ }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(sessions.filter({ hasText: "Reise" })).toHaveCount(1);
  await expect(toast).toBeHidden();

  const download = page.waitForEvent("download");
  await page.locator(".head").getByRole("button", { name: "Actions for Gamma?" }).click();
  await page.getByRole("menuitem", { name: "Export as JSON Lines" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toContain('"metadata":{"tags":["Reise","会議"]}');
});
