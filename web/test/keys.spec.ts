// Keys that the reader chooses for the shortcuts.

import type { Page } from "@playwright/test";
import { expect, open, settingsOf, test } from "./fixture.js";

const sheetOf = settingsOf;

/** Presses what changes the keys of a shortcut, and then these. */
async function change(page: Page, what: string, keys: string): Promise<void> {
  await sheetOf(page).getByRole("button", { name: `Change shortcut for “${what}”` }).click();
  await expect(sheetOf(page).getByRole("button", { name: `Press new keys for “${what}”` })).toBeFocused();
  await page.keyboard.press(keys);
}

test("a shortcut gets other keys, in each tab and after a reload, and every label follows", async ({ page, context }) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  await page.keyboard.press("Control+/");
  await change(page, "Search chats", "Alt+.");
  await expect(sheetOf(page).getByRole("button", { name: "Change shortcut for “Search chats”" })).toBeFocused();
  await expect(sheetOf(page).locator(".keys > div", { hasText: "Search chats" }).locator("kbd")).toHaveText(["Alt", "."]);
  // Escape leaves what is being changed as it is, and the sheet open.
  await change(page, "New chat", "Escape");
  await expect(sheetOf(page)).toBeVisible();
  await expect(sheetOf(page).locator(".keys > div", { hasText: "New chat" }).locator("kbd")).toHaveText(["Ctrl", "Shift", "O"]);
  await page.keyboard.press("Escape");
  await page.reload();
  for (const tab of [page, other]) {
    const opener = tab.getByRole("button", { name: "Search", exact: true });
    await expect(opener).toHaveAttribute("aria-keyshortcuts", "Alt+.");
    await expect(opener).toHaveAttribute("title", "Search chats (Alt .)");
    await expect(opener.locator("kbd")).toHaveText("Alt .");
    await tab.keyboard.press("Alt+.");
    await expect(tab.getByRole("dialog", { name: "Search chats" })).toBeVisible();
  }
});

test("keys that are not free are refused with the reason, swapped, and reset", async ({ page }) => {
  await open(page);
  await page.keyboard.press("Control+/");
  const sheet = sheetOf(page);
  const keysOf = (what: string) => sheet.locator(".keys > div", { hasText: what }).locator("kbd");
  await change(page, "New chat", "x");
  await expect(sheet.getByRole("alert")).toHaveText("Add Ctrl or Alt. Single keys are for typing.");
  for (const key of ["R", "N", "W", "T"]) {
    await page.keyboard.press(`Control+${key.toLowerCase()}`);
    await expect(sheet.getByRole("alert")).toHaveText(`Your browser uses Ctrl + ${key}. Choose other keys.`);
  }
  await page.keyboard.press("Control+b");
  await expect(sheet.getByRole("alert")).toHaveText("Ctrl + B is already used for “Show or hide the sidebar”.");
  await expect(sheet.getByRole("button", { name: "Swap" })).toBeFocused();
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(keysOf("New chat")).toHaveText(["Ctrl", "Shift", "O"]);
  await change(page, "New chat", "Control+b");
  await page.keyboard.press("Enter");
  await expect(keysOf("New chat")).toHaveText(["Ctrl", "B"]);
  await expect(keysOf("Show or hide the sidebar")).toHaveText(["Ctrl", "Shift", "O"]);
  // Its own keys are another's now.
  await sheet.getByRole("button", { name: "Reset shortcut for “New chat”" }).click();
  await expect(sheet.getByRole("alert")).toHaveText("Ctrl + Shift + O is already used for “Show or hide the sidebar”.");
  await sheet.getByRole("button", { name: "Swap" }).click();
  await expect(keysOf("Show or hide the sidebar")).toHaveText(["Ctrl", "B"]);
  await expect(sheet.getByRole("button", { name: "Reset all shortcuts" })).toBeHidden();
  await change(page, "Settings", "Alt+s");
  await sheet.getByRole("button", { name: "Reset all shortcuts" }).click();
  await expect(keysOf("Settings")).toHaveText(["Ctrl", ","]);
  await page.keyboard.press("Control+,");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("Control+,");
  await expect(sheet.getByRole("tab", { name: "General" })).toHaveAttribute("aria-selected", "true");
});

test("settings closed and opened again at once stay open", async ({ page }) => {
  await open(page);
  await page.keyboard.press("Control+,");
  await expect(sheetOf(page)).toBeVisible();
  // The second key comes after the closing, and before the browser tells of it.
  await sheetOf(page).evaluate(
    (dialog) =>
      new Promise((told) => {
        const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ",", code: "Comma", ctrlKey: true, bubbles: true }));
        new MutationObserver((_, observer) => {
          observer.disconnect();
          press();
        }).observe(dialog, { attributeFilter: ["open"] });
        dialog.addEventListener("close", () => setTimeout(told), { once: true });
        press();
      }),
  );
  await expect(sheetOf(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheetOf(page)).toBeHidden();
});

test("what is typed right after a sheet is closed is typed into the field", async ({ page }) => {
  const { field } = await open(page);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(sheetOf(page)).toBeVisible();
  // All in one go: no frame is drawn between the one and the other.
  const focused = await page.evaluate(() => {
    document.querySelector<HTMLElement>("dialog[open] .sheet-head button[aria-label^=Close]")!.click();
    dispatchEvent(new KeyboardEvent("keydown", { key: "O", code: "KeyO", ctrlKey: true, shiftKey: true }));
    return document.activeElement?.id;
  });
  expect(focused).toBe("field");
  await page.keyboard.type("Hello");
  await expect(field).toHaveValue("Hello");
});
