// Chats from other programs: what a file has is shown before anything is written.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { agree, ask, expect, open, openSettings, parts, test } from "./fixture.js";

/** What the Go tests read, too. */
const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../../internal/foreign/testdata", `${name}.json`));

/** A ZIP file, as the services send them. */
function zip(entries: Record<string, Buffer | string>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const raw = Buffer.from(content as string);
    const packed = deflateRawSync(raw);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(raw.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), head, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), head, place, Buffer.from(name)]));
    files.push(local);
    at += local.length;
  }
  const entriesAt = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entriesAt.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, entriesAt, end]);
}

const openSheet = (page: Page) => openSettings(page, "Data");

async function pick(page: Page, name: string, buffer: Buffer) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Import/ }).click();
  await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer });
}

const chats = (page: Page) => page.locator(".storage-facts > div", { hasText: "Chats" }).locator("dd");
const export_ = () => zip({ "chat.html": "<html></html>", "conversations.json": fixture("chatgpt"), "user.json": "{}", "file-AbCd1234-fox.jpg": "JFIF" });

for (const colorScheme of ["light", "dark"] as const) {
  test(`what a file has is shown before anything is written, ${colorScheme}`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open(page);
    const sheet = await openSheet(page);
    await pick(page, "chatgpt-export.zip", export_());
    const report = sheet.getByRole("group", { name: "Import chatgpt-export.zip?" });
    await expect(report).toContainText("ChatGPT: 3 chats and 9 messages");
    await expect(report).toContainText("3 chats and 9 messages will be added.");
    await expect(report).toContainText("5 things will be left out or changed:");
    await expect(report.getByRole("listitem")).toHaveText([
      "2 images can’t be imported. Notes mark where they were.",
      "1 voice message without a transcript can’t be imported. A note marks where it was.",
      "1 attached file can’t be imported. A note marks where it was.",
      "1 hidden message was left out, such as instructions to the model.",
      "1 other file in the ZIP file was left out.",
    ]);
    await expect(report).toBeFocused();
    await info.attach("dry run", { body: await page.screenshot({ path: info.outputPath("dry-run.png") }), contentType: "image/png" });

    // Nothing is written unless the reader says so.
    await report.getByRole("button", { name: "Cancel" }).click();
    await expect(report).toBeHidden();
    await expect(sheet).toContainText("No chats yet");
    await pick(page, "chatgpt-export.zip", export_());
    await expect(report).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(report.locator("summary")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(report.getByRole("list")).toBeFocused();
    await agree(page);
    await expect(sheet.getByRole("status")).toHaveText(/^3 chats and 9 messages imported\./);
    await expect(chats(page)).toHaveText("3");

    // A second time there is nothing to ask.
    await pick(page, "again.zip", export_());
    await expect(sheet.getByRole("status")).toContainText("Everything in this file is already here.");
    await expect(chats(page)).toHaveText("3");
    await page.keyboard.press("Escape");
    const { answers, questions } = parts(page);
    await page.getByRole("link", { name: /Primes and a letter/ }).click();
    await expect(answers.first()).toContainText("2, 3, 5 and 7.");
    await answers.first().getByText("Reasoning", { exact: true }).click();
    await expect(answers.first()).toContainText("Counting primes");
    await page.getByRole("link", { name: /Otters by voice/ }).click();
    await expect(questions.first()).toContainText("How long can an otter hold its breath?");
    await expect(questions.last()).toContainText("[Voice message not imported]");
  });
}

test("every format is named, and a file adds only what is new", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  const report = sheet.getByRole("group", { name: /^Import / });
  for (const [name, said] of [
    ["claude", "Claude: 1 chat and 4 messages"],
    ["librechat-tree", "LibreChat: 1 chat and 4 messages"],
    ["lobehub", "LobeHub: 2 chats and 7 messages"],
    ["chatbox", "Chatbox: 2 chats and 6 messages"],
    ["sharegpt", "ShareGPT: 2 chats and 5 messages"],
  ] as const) {
    await pick(page, `${name}.json`, fixture(name));
    await expect(report).toContainText(said);
    await agree(page);
    await expect(sheet.getByRole("status")).toContainText("imported.");
  }
  await expect(chats(page)).toHaveText("8");
  const more = JSON.parse(fixture("claude").toString()) as { chat_messages: object[] }[];
  more[0]!.chat_messages.push({ uuid: "c5", sender: "human", text: "One more.", created_at: "2026-02-01T10:02:00Z" });
  await pick(page, "claude.json", Buffer.from(JSON.stringify(more)));
  await expect(report).toContainText("1 new message will be added to chats that are already here.");
  await expect(report).toContainText("4 messages are already here and won’t be added again.");
  await agree(page);
  await expect(sheet.getByRole("status")).toHaveText(/^1 message imported\. 4 messages were already here\./);
});

test("the sentence about an import passes once the sheet is closed", async ({ page }) => {
  await page.clock.install();
  const { status } = await open(page);
  const sheet = await openSheet(page);
  await pick(page, "claude.json", fixture("claude"));
  await agree(page);
  await expect(sheet.getByRole("status")).toContainText("1 chat and 4 messages imported.");
  // Whoever looks at it may take their time.
  await page.clock.runFor(60_000);
  await expect(sheet.getByRole("status")).toContainText("1 chat and 4 messages imported.");
  await page.keyboard.press("Escape");
  await expect(status).toContainText("1 chat and 4 messages imported.");
  await page.clock.runFor(13_000);
  await expect(status).not.toContainText("imported");
  await openSheet(page);
  await expect(sheet.getByRole("status")).toBeHidden();
  // Trouble stays until it is dismissed.
  await pick(page, "letter.txt", Buffer.from("Dear hare,"));
  await expect(sheet.getByRole("alert")).toContainText("Burrow can’t read this file.");
  await page.keyboard.press("Escape");
  await page.clock.runFor(60_000);
  await expect(status).toContainText("Burrow can’t read this file.");
});

test("an import can be stopped, and a reader that cannot be loaded is said", async ({ page, guard }) => {
  guard.allowed.push(/Failed to load resource/);
  await open(page);
  const sheet = await openSheet(page);
  await page.route(/\/assets\/reader-[^/]*\.wasm$/, (route) => route.abort());
  await pick(page, "claude.json", fixture("claude"));
  await expect(sheet.getByRole("alert")).toContainText("The import couldn’t be loaded. Check that Burrow is running, and try again.");
  await page.unroute(/\/assets\/reader-[^/]*\.wasm$/);

  let free = () => {};
  await page.route(/\/assets\/reader-[^/]*\.wasm$/, async (route) => {
    await new Promise<void>((resolve) => (free = resolve));
    await route.continue().catch(() => undefined);
  });
  await pick(page, "claude.json", fixture("claude"));
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet.getByRole("status")).toHaveText("Stopped. Nothing was changed.");
  free();
  await page.unroute(/\/assets\/reader-[^/]*\.wasm$/);
  await pick(page, "claude.json", fixture("claude"));
  await agree(page);
  await expect(chats(page)).toHaveText("1");
});

test("an imported chat goes on where it ended", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  await pick(page, "librechat.json", fixture("librechat-list"));
  await agree(page);
  await expect(sheet.getByRole("status")).toContainText("imported");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /Badger food/ }).click();
  await expect(parts(page).answers.last()).toContainText("Worms.");
  await ask(page, "And berries?");
});
