// The copy of the history that the program on this machine keeps.

import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { bringIn, jsonl, wipe } from "./data.js";
import { ask, expect, open, openSettings, parts, test } from "./fixture.js";
import { script } from "./model.js";
import { environment } from "./room.js";

const folder = join(environment["HOME"] ?? "", ".local", "share", "burrow", "copies");
const copies = () => readdirSync(folder).map((name) => join(folder, name));

test.beforeEach(() => rmSync(folder, { recursive: true, force: true }));

/** So many chats, as a file. */
const chats = (count: number) => jsonl(Array.from({ length: count }, (_, n) => ({ session: `s${n}`, role: "user", content: `Question ${n}`, id: `m${n}`, timestamp: "2026-03-03T10:00:00Z" })));

test("a copy is kept after changes, and brings back what the browser has lost in one click", async ({ page }) => {
  await page.clock.install();
  await script({ text: "Precious." }, { text: "Dear." });
  await open(page);
  await ask(page, "First?");
  const sheet = await openSettings(page, "Data");
  const toggle = sheet.getByRole("switch", { name: "Keep a copy on this computer" });
  await expect(toggle).not.toBeChecked();
  expect(() => copies()).toThrow();
  await toggle.click();
  await expect(sheet.getByText(/^Last copy: /)).toBeVisible();
  const [file = ""] = copies();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).includes("Precious.")).toBe(true);
  await sheet.getByRole("button", { name: "Close" }).click();

  // What comes later is copied soon.
  await ask(page, "Second?");
  await page.clock.runFor(65_000);
  await expect.poll(() => readFileSync(file).includes("Dear.")).toBe(true);

  // A new history does not take the place of the copy of the old one.
  await wipe(page);
  await open(page);
  const card = page.getByRole("alert");
  await expect(card).toContainText("Your browser deleted your history: 1 chat");
  await page.clock.runFor(65_000);
  expect(readFileSync(file).includes("Dear.")).toBe(true);
  await card.getByRole("button", { name: "Restore chats" }).click();
  await expect(card).toBeHidden();
  await parts(page).sessions.first().click();
  await expect(page.getByText("Precious.")).toBeVisible();
  await expect(page.getByText("Dear.")).toBeVisible();

  await openSettings(page, "Data");
  await toggle.click();
  await expect(page.getByText("Copy deleted.")).toBeVisible();
  expect(copies()).toEqual([]);
});

test("a browser that remembers nothing is offered the copy, once", async ({ page }) => {
  await open(page);
  const sheet = await openSettings(page, "Data");
  await bringIn(page, chats(2));
  await expect(sheet.getByRole("status")).toContainText("2 chats");
  await sheet.getByRole("switch", { name: "Keep a copy on this computer" }).click();
  await expect(sheet.getByText(/^Last copy: /)).toBeVisible();

  const forget = () => page.evaluate(() => Object.keys(localStorage).forEach((key) => key !== "burrow.token" && localStorage.removeItem(key)));
  await forget();
  await wipe(page);
  await open(page);
  const card = page.getByRole("status").filter({ has: page.getByRole("heading", { name: "Restore your chats?" }) });
  await card.getByRole("button", { name: "Restore chats" }).click();
  await expect(parts(page).sessions).toHaveCount(2);
  await expect(card).toHaveCount(0);

  await forget();
  await wipe(page);
  await open(page);
  await card.getByRole("button", { name: "No, thanks" }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await openSettings(page, "Data");
  await expect(sheet).toContainText("No chats yet");
  await expect(sheet.getByRole("switch", { name: "Keep a copy on this computer" })).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(copies()).toHaveLength(1);
});

test("a copy is offered once, and not without the program", async ({ page }) => {
  await page.route("**/api/copy", (route) => route.fulfill({ json: {} }));
  await open(page);
  const sheet = await openSettings(page, "Data");
  await bringIn(page, chats(12));
  await expect(sheet.getByRole("status")).toContainText("12 chats");
  await expect(sheet.getByRole("switch", { name: "Keep a copy on this computer" })).toHaveCount(0);
  await page.unroute("**/api/copy");
  await page.reload();
  const offer = page.getByRole("status").filter({ has: page.getByRole("heading", { name: "Keep a copy of your chats?" }) });
  await expect(offer).toBeVisible();
  // Where an answer is read, it would lie over it.
  await parts(page).sessions.first().click();
  await expect(offer).toHaveCount(0);
  await page.goto("/");
  await offer.getByRole("button", { name: "No, thanks" }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(parts(page).sessions).toHaveCount(12);
  await expect(offer).toHaveCount(0);
  expect(() => copies()).toThrow();
});
