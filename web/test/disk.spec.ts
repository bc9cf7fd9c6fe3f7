// The history on a disk that fills up, or is full, and on its way between the browser and
// the terminal.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { program } from "./built.js";
import { agree, ask, expect, open, openSettings, parts, test } from "./fixture.js";
import { script } from "./model.js";

const fact = (page: Page, name: string) => page.locator(".storage-facts > div", { hasText: name }).locator("dd");

test.beforeEach(({ context }) => context.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker")));

async function openSheet(page: Page) {
  await open(page);
  return openSettings(page, "Data");
}

async function pick(page: Page, action: RegExp, name: string, buffer: Buffer) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: action }).click();
  await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer });
}

async function download(page: Page, button: RegExp): Promise<Buffer> {
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return readFileSync(await (await started).path());
}

const diskCard = (page: Page) => page.getByRole("alert").filter({ has: page.getByRole("heading", { name: "Your disk is" }) });

/** How much room is kept for a full disk, in MiB. */
const reserve = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const file = await root.getFileHandle(".burrow-reserve").catch(() => null);
    return file === null ? 0 : (await file.getFile()).size / 2 ** 20;
  });

/** Waits until room is kept, then lets the browser give the page so many bytes more. */
async function limit(page: Page, more: number): Promise<(more: number) => Promise<void>> {
  await expect.poll(() => reserve(page), { timeout: 30_000 }).toBe(32);
  const protocol = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const { usage } = await protocol.send("Storage.getUsageAndQuota", { origin });
  const give = async (more: number) => void (await protocol.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + more }));
  await give(more);
  return give;
}

/** Lines to import: words that do not compress into nothing, in two conversations. */
function lines(from: number, to: number): string {
  let text = "";
  for (let n = from; n < to; n++) {
    const content = Array.from({ length: 60 }, (_, i) => `word${(n * 7919 + i * 104729) % 50_000}`).join(" ");
    text += `${JSON.stringify({ session: n % 2 === 0 ? "even" : "odd", role: n % 3 === 0 ? "user" : "assistant", content, id: `n${n}`, timestamp: new Date(1.76e12 + n * 1000).toISOString() })}\n`;
  }
  return text;
}

test("a full disk is said, what is there stays readable, and writing goes on when there is room", async ({ page, guard }) => {
  test.setTimeout(180_000);
  guard.allowed.push(/^error: opfs-sahpool: .*write/); // SQLite's file system tells the console too
  const sheet = await openSheet(page);
  await pick(page, /^Import/, "first.jsonl", Buffer.from(lines(0, 200)));
  await agree(page);
  await expect(sheet.getByRole("status")).toHaveText(/^2 chats and 200 messages imported\.$/);

  const give = await limit(page, 1_500_000);
  await pick(page, /^Import/, "more.jsonl", Buffer.from(lines(200, 8_000)));
  // A look at what would come in needs room for a part of it.
  const yes = page.getByRole("button", { name: "Import", exact: true });
  await expect(yes.or(sheet.getByRole("alert"))).toBeVisible({ timeout: 120_000 });
  if (await yes.isVisible()) await yes.click();
  await expect(sheet.getByRole("alert")).toContainText("The storage is full, so this was not saved.", { timeout: 120_000 });
  expect(await reserve(page), "the browser has its room").toBe(0);
  const kept = Number((await fact(page, "Messages").textContent())?.replaceAll(",", ""));
  expect(kept).toBeGreaterThanOrEqual(200);

  // Reading and saving still work, and what is there is sound. Nothing comes in.
  await sheet.getByRole("button", { name: /Dismiss|Close this/ }).click();
  const exported = (await download(page, /^Export/)).toString();
  expect(exported.trim().split("\n")).toHaveLength(kept);
  await sheet.getByRole("button", { name: /^Check/ }).click();
  await expect(sheet.getByRole("status")).toContainText(/No damage|All is well|sound/i);
  await pick(page, /^Import/, "refused.jsonl", Buffer.from(lines(200, 201)));
  await expect(sheet.getByRole("alert")).toContainText("The disk is full. Free some space, then try again.");
  await sheet.getByRole("button", { name: /Dismiss|Close this/ }).click();

  await give(500_000_000);
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(diskCard(page)).toContainText("All 2 chats are still here.");
  await diskCard(page).getByRole("button", { name: "Check again" }).click();
  await expect(diskCard(page)).toHaveCount(0);
  expect(await reserve(page)).toBe(32);
  await openSettings(page, "Data");
  await pick(page, /^Import/, "again.jsonl", Buffer.from(lines(200, 2_000)));
  await agree(page, { timeout: 120_000 });
  await expect(sheet.getByRole("status")).toContainText("imported", { timeout: 120_000 });
  await expect(fact(page, "Messages")).not.toHaveText(String(kept));
});

test("a page that rests notices a full disk, and gives its room back", async ({ page }) => {
  await open(page);
  await limit(page, 0);
  await expect(diskCard(page)).toBeVisible();
  expect(await reserve(page)).toBe(0);
});

test("a history that the browser deletes is said while it can still be saved", async ({ page }) => {
  await script({ text: "Precious." });
  await open(page);
  await ask(page, "Remember this.");
  await expect.poll(() => reserve(page), { timeout: 30_000 }).toBe(32);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Storage.clearDataForOrigin", { origin: new URL(page.url()).origin, storageTypes: "file_systems" });
  const card = page.getByRole("alert").filter({ has: page.getByRole("heading", { name: "Your browser has deleted your history" }) });
  await expect(card).toContainText("1 chat can be read until you close this tab.");
  const copy = await download(page, /^Download a backup/);
  expect(copy.includes("Precious.")).toBe(true);
});

test("writing stops before the disk is full, and a copy is offered", async ({ page }) => {
  let free = 1 << 30;
  await page.route("**/api/status", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), free } });
  });
  await script({ text: "One." }, { text: "Two." }, { text: "Three." });
  const { field, answers } = parts(page);
  await open(page);
  await ask(page, "First?");

  free = 150 << 20;
  await page.reload();
  await expect(diskCard(page)).toContainText("Your disk is almost full");
  await ask(page, "Second?");

  free = 50 << 20;
  await diskCard(page).getByRole("button", { name: "Check again" }).click();
  await expect(diskCard(page)).toContainText("Your chat is still here. Burrow adds nothing new until there is room again.");
  await field.fill("Third?");
  await field.press("Enter");
  const refused = page.getByRole("log").getByText("The disk is full. Free some space, then try again.");
  await expect(refused).toBeVisible();
  expect((await download(page, /^Download a backup/)).includes("Second?")).toBe(true);

  free = 1 << 30;
  await diskCard(page).getByRole("button", { name: "Check again" }).click();
  await expect(diskCard(page)).toHaveCount(0);
  await page.getByRole("log").getByRole("button", { name: "Try again" }).click();
  await expect(answers.last()).toContainText("Three.");
});

test("a backup goes from the browser to the terminal and back, and nothing of it changes", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "burrow-round-"));
  const terminal = (...args: string[]) => execFileSync(program, ["sessions", ...args], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  try {
    const sheet = await openSheet(page);
    await pick(page, /^Import/, "first.jsonl", Buffer.from(lines(0, 300)));
    await agree(page);
    await expect(sheet.getByRole("status")).toContainText("300 messages imported");
    const here = (await download(page, /^Export/)).toString();

    // The browser's file, read natively.
    writeFileSync(join(folder, "browser.sqlite"), await download(page, /^Back up/));
    expect(sorted(terminal("export", "--db", "browser.sqlite"))).toEqual(sorted(here));
    expect(terminal("check", "--db", "browser.sqlite")).toBe("No problems found.\n");

    // Changed there, in a database with a write-ahead log, and back in two ways:
    // as a backup, and as the plain file.
    terminal("rename", "--db", "browser.sqlite", "even", "Named on a terminal");
    const there = terminal("export", "--db", "browser.sqlite");
    terminal("backup", "--db", "browser.sqlite", "native.sqlite");
    for (const name of ["native.sqlite", "browser.sqlite"]) {
      await pick(page, /^Restore/, name, readFileSync(join(folder, name)));
      await page.getByRole("button", { name: "Replace everything" }).click();
      await page.getByRole("button", { name: /^Replace/ }).last().click();
      await expect(sheet.getByRole("status")).toContainText("restored", { ignoreCase: true });
      expect(sorted((await download(page, /^Export/)).toString())).toEqual(sorted(there));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Sessions may come in another order; their lines may not differ. */
function sorted(text: string): string[] {
  return text.trim().split("\n").toSorted();
}
