// Chats from other programs: what a file has is shown before anything is written.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { bringIn, fact, lookAt, openSheet } from "./data.js";
import { agree, ask, expect, open, parts, test } from "./fixture.js";

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

const chats = (page: Page) => fact(page, "Chats");
const export_ = () => zip({ "chat.html": "<html></html>", "conversations.json": fixture("chatgpt"), "user.json": "{}", "file-AbCd1234-fox.jpg": "JFIF" });

for (const colorScheme of ["light", "dark"] as const) {
  test(`what a file has is shown before anything is written, ${colorScheme}`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open(page);
    const sheet = await openSheet(page);
    await lookAt(page, export_(), "chatgpt-export.zip");
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
    await lookAt(page, export_(), "chatgpt-export.zip");
    await expect(report).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(report.locator("summary")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(report.getByRole("list")).toBeFocused();
    await agree(page);
    await expect(sheet.getByRole("status")).toHaveText(/^3 chats and 9 messages imported\./);
    await expect(chats(page)).toHaveText("3");

    // A second time there is nothing to ask.
    await lookAt(page, export_(), "again.zip");
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
    await lookAt(page, fixture(name), `${name}.json`);
    await expect(report).toContainText(said);
    await agree(page);
    await expect(sheet.getByRole("status")).toContainText("imported.");
  }
  await expect(chats(page)).toHaveText("8");
  const more = JSON.parse(fixture("claude").toString()) as { chat_messages: object[] }[];
  more[0]!.chat_messages.push({ uuid: "c5", sender: "human", text: "One more.", created_at: "2026-02-01T10:02:00Z" });
  await lookAt(page, Buffer.from(JSON.stringify(more)), "claude.json");
  await expect(report).toContainText("1 new message will be added to chats that are already here.");
  await expect(report).toContainText("4 messages are already here and won’t be added again.");
  await agree(page);
  await expect(sheet.getByRole("status")).toHaveText(/^1 message imported\. 4 messages were already here\./);
});

test("the sentence about an import passes once the sheet is closed", async ({ page }) => {
  await page.clock.install();
  const { status } = await open(page);
  const sheet = await openSheet(page);
  await lookAt(page, fixture("claude"), "claude.json");
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
  await lookAt(page, Buffer.from("Dear hare,"), "letter.txt");
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
  await lookAt(page, fixture("claude"), "claude.json");
  await expect(sheet.getByRole("alert")).toContainText("The import couldn’t be loaded. Check that Burrow is running, and try again.");
  await page.unroute(/\/assets\/reader-[^/]*\.wasm$/);

  let free = () => {};
  await page.route(/\/assets\/reader-[^/]*\.wasm$/, async (route) => {
    await new Promise<void>((resolve) => (free = resolve));
    await route.continue().catch(() => undefined);
  });
  await lookAt(page, fixture("claude"), "claude.json");
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet.getByRole("status")).toHaveText("Stopped. Nothing was changed.");
  free();
  await page.unroute(/\/assets\/reader-[^/]*\.wasm$/);
  await lookAt(page, fixture("claude"), "claude.json");
  await agree(page);
  await expect(chats(page)).toHaveText("1");
});

test("an imported chat goes on where it ended", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  await lookAt(page, fixture("librechat-list"), "librechat.json");
  await agree(page);
  await expect(sheet.getByRole("status")).toContainText("imported");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /Badger food/ }).click();
  await expect(parts(page).answers.last()).toContainText("Worms.");
  await ask(page, "And berries?");
});

test("imports ChatGPT's conversations.json", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  const node = (id: string, parent: string | null, children: string[], role?: string, words?: string) => ({
    id,
    parent,
    children,
    message: role === undefined ? null : { id, author: { role }, create_time: 1_770_000_000, content: { content_type: "text", parts: [words] } },
  });
  const tree = {
    title: "Digging",
    create_time: 1_770_000_000,
    update_time: 1_770_000_100,
    current_node: "c",
    mapping: {
      a: node("a", null, ["b"]),
      b: node("b", "a", ["c", "d"], "user", "Who digs?"),
      c: node("c", "b", [], "assistant", "Rabbits."),
      d: node("d", "b", [], "assistant", "Moles."),
    },
  };
  await bringIn(page, JSON.stringify([tree], null, 2), "conversations.json");
  await expect(sheet.getByRole("status")).toHaveText("1 chat and 3 messages imported.");
});

test("imports what Claude and Open WebUI export, twice without doubles, and says what was left out", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  const claude = [
    {
      uuid: "8c0b4f8e-1111-4222-8333-944455556666",
      name: "Tunnels",
      created_at: "2026-02-01T10:00:00.000000Z",
      chat_messages: [
        {
          uuid: "q",
          sender: "human",
          text: "How long is the tunnel?",
          parent_message_uuid: "00000000-0000-4000-8000-000000000000",
          attachments: [{ file_name: "plan.txt", extracted_content: "twelve metres" }],
        },
        { uuid: "a", sender: "assistant", parent_message_uuid: "q", content: [{ type: "tool_use" }, { type: "text", text: "Twelve metres." }] },
      ],
    },
    { uuid: "broken", chat_messages: 7 },
  ];
  const message = (id: string, parentId: string | null, childrenIds: string[], role: string, content: string) => ({ id, parentId, childrenIds, role, content, timestamp: 1_770_000_000 });
  const messages = {
    u: message("u", null, ["r", "s"], "user", "Who lives there?"),
    r: { ...message("r", "u", [], "assistant", "A badger."), model: "llama3" },
    s: { ...message("s", "u", [], "assistant", "A mole."), model: "llama3" },
  };
  const openWebUI = [{ id: "w", title: "Setts", pinned: true, created_at: 1_770_000_000, chat: { title: "Setts", history: { currentId: "r", messages } } }];
  // The same name for both: what a file is shows in what it says.
  await bringIn(page, JSON.stringify(claude), "conversations.json");
  await expect(sheet.getByRole("status")).toContainText("1 chat and 2 messages imported.");
  await sheet.getByText("Details", { exact: true }).click();
  await expect(sheet.locator(".storage-lines li")).toHaveText(/^Chat 2 was left out\. Its member "chat_messages" must be an array\.$/);
  await bringIn(page, JSON.stringify(openWebUI), "conversations.json");
  await expect(sheet.getByRole("status")).toHaveText("1 chat and 3 messages imported.");
  await lookAt(page, JSON.stringify(openWebUI), "again.json");
  await expect(sheet.getByRole("status")).toHaveText("Everything in this file is already here.");
  await expect(fact(page, "Messages")).toHaveText("5");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /Setts/ }).click();
  await expect(page.getByText("A badger.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Version 1 of 2" })).toBeVisible();
  await page.getByRole("link", { name: /Tunnels/ }).click();
  await expect(page.getByText("plan.txt:")).toBeVisible();
});
