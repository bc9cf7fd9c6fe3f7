// How the history is kept, saved and brought back: the real core, SQLite and files.

import type { BrowserContext, Page } from "@playwright/test";
import { bringIn, download, fact, file, jsonl, lines, lookAt, openSheet, pick, wipe } from "./data.js";
import { agree, ask, expect, open, parts, settingsOf, test, unlock, workerFile } from "./fixture.js";
import { release, script } from "./model.js";

const sheetOf = settingsOf;

const third = jsonl([{ session: "burrows", role: "user", content: "How deep?", timestamp: "2026-03-03T10:00:00Z", id: "b1" }]);

/** Files are downloaded, as where the browser cannot ask for a place. */
test.beforeEach(({ context }) => context.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker")));

test("the sheet says how the history is kept", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  await expect(sheet).toContainText("Your history is saved in this browser, which may clear it when space runs low.");
  await expect(sheet).toContainText("No chats yet");
  await expect(sheet.getByRole("meter")).toHaveAttribute("aria-valuetext", /^[\d.]+ \S+ used, [\d.]+ \S+ free$/);
  await expect(sheet.getByRole("button", { name: /^Export/ })).toBeDisabled();
  await expect(sheet.getByRole("button", { name: "Protect my history" })).toBeHidden();
  await expect(parts(page).status).toHaveText(/ · gpt-4$/);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "Settings", exact: true })).toBeFocused();
});

/** Answers the page's questions about persistence, and counts them. */
async function spyOnPersist(context: BrowserContext, granted: boolean) {
  await context.addInitScript((granted) => {
    const spy = { asked: 0 };
    Object.assign(globalThis, { spy });
    navigator.storage.persist = async () => {
      spy.asked++;
      return granted;
    };
    navigator.storage.persisted = async () => granted && spy.asked > 0;
  }, granted);
  return (page: Page) => page.evaluate(() => (globalThis as unknown as { spy: { asked: number } }).spy.asked);
}

test("asks the browser to keep the first conversations, and not before", async ({ page, context }) => {
  const asked = await spyOnPersist(context, true);
  await open(page);
  const sheet = await openSheet(page);
  await expect(sheet).toContainText("No chats yet");
  expect(await asked(page)).toBe(0);
  await bringIn(page);
  await expect(sheet.getByRole("status")).toHaveText(/^2 chats and 5 messages imported\.$/);
  await expect(sheet).toContainText("which won’t clear it on its own");
  expect(await asked(page)).toBe(1);
  await expect(fact(page, "Chats")).toHaveText("2");
  await expect(fact(page, "Messages")).toHaveText("5");
  await expect(fact(page, "Last backup")).toHaveText("Never");
  await lookAt(page);
  await expect(sheet.getByRole("status")).toHaveText("Everything in this file is already here.");
  await bringIn(page, third);
  await expect(fact(page, "Chats")).toHaveText("3");
  expect(await asked(page)).toBe(1);
});

test("asks the browser to keep the first question, once it is kept", async ({ page, context }) => {
  const asked = await spyOnPersist(context, true);
  const { answers } = await open(page);
  expect(await asked(page)).toBe(0);
  await script({ text: "One two", hangAfterWord: 1 });
  await parts(page).field.fill("hello");
  await parts(page).field.press("Enter");
  await expect(answers).toContainText("One");
  await expect.poll(() => asked(page)).toBe(1);
  await release();
  await expect(answers).toContainText("One two");
  await ask(page, "And again");
  expect(await asked(page)).toBe(1);
});

test("a browser that promises nothing can be asked again", async ({ page, context }) => {
  const asked = await spyOnPersist(context, false);
  await open(page);
  const sheet = await openSheet(page);
  await bringIn(page);
  await expect(fact(page, "Messages")).toHaveText("5");
  expect(await asked(page)).toBe(1);
  await sheet.getByRole("button", { name: "Protect my history" }).click();
  await expect(sheet.getByRole("status")).toContainText("Your browser declined for now.");
  expect(await asked(page)).toBe(2);
  await sheet.getByRole("button", { name: "Dismiss" }).click();
  await expect(sheet.getByRole("status")).toBeHidden();
  await expect(sheet.getByRole("button", { name: /^Back up/ })).toBeFocused();
});

test("a history that has vanished is missed, and a backup brings it back", async ({ page }) => {
  await open(page);
  let sheet = await openSheet(page);
  await bringIn(page);
  await expect(fact(page, "Messages")).toHaveText("5");
  const backup = await download(page, /^Back up/);
  expect(backup.name).toMatch(/^burrow-\d{4}-\d\d-\d\d\.sqlite$/);
  expect(backup.bytes.subarray(0, 16).toString("latin1")).toBe("SQLite format 3\0");
  await expect(sheet.getByRole("status")).toContainText(`Saved as ${backup.name}`);
  await expect(fact(page, "Last backup")).not.toHaveText("Never");

  await wipe(page);
  await open(page);
  const card = page.getByRole("alert");
  await expect(card).toContainText("Your browser deleted your history: 2 chats");
  // Whoever does not answer is told again.
  await page.reload();
  await expect(card).toContainText("2 chats");

  await pick(page, /^Restore a backup/, file(backup.name, backup.bytes));
  sheet = sheetOf(page);
  const report = sheet.getByRole("group", { name: `Restore ${backup.name}?` });
  await expect(report).toContainText("This backup has 2 chats and 5 messages.");
  await expect(report).toContainText("2 chats are new, with 5 new messages in total.");
  await expect(report).not.toContainText("checksum");
  await expect(report).toBeFocused();
  await report.getByRole("button", { name: "Merge" }).click();
  await expect(sheet.getByRole("status")).toHaveText("Restored. 2 chats and 5 messages added.");
  await expect(fact(page, "Messages")).toHaveText("5");
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await page.reload();
  await openSheet(page);
  await expect(fact(page, "Chats")).toHaveText("2");
  await expect(card).toBeHidden();
});

test("whoever starts anew is not told of the loss again", async ({ page }) => {
  await open(page);
  await openSheet(page);
  await bringIn(page);
  await expect(fact(page, "Messages")).toHaveText("5");
  await wipe(page);
  await open(page);
  await page.getByRole("alert").getByRole("button", { name: "Start over" }).click();
  await expect(page.getByRole("alert")).toBeHidden();
  await page.reload();
  await expect(await openSheet(page)).toContainText("No chats yet");
  await expect(page.getByRole("alert")).toBeHidden();
});

test("shows what a backup would do, and replaces only when asked twice", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  await bringIn(page);
  await expect(fact(page, "Messages")).toHaveText("5");
  const backup = await download(page, /^Back up/);
  await expect(sheet.getByRole("status")).toContainText("Saved as");
  await bringIn(page, third);
  await expect(fact(page, "Chats")).toHaveText("3");

  await pick(page, /^Restore/, file("old.sqlite", backup.bytes));
  const report = sheet.getByRole("group");
  await expect(report).toContainText("Everything in it is already here.");
  await report.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet.getByRole("button", { name: /^Back up/ })).toBeFocused();
  await expect(fact(page, "Chats")).toHaveText("3");

  await pick(page, /^Restore/, file("old.sqlite", backup.bytes));
  await report.getByRole("button", { name: "Replace everything" }).click();
  await expect(report).toHaveAccessibleName("Replace everything?");
  await expect(report).toContainText("This permanently deletes the 3 chats and 6 messages here now.");
  await report.getByRole("button", { name: "Go back" }).click();
  await expect(report).toHaveAccessibleName("Restore old.sqlite?");
  await report.getByRole("button", { name: "Replace everything" }).click();
  await report.getByRole("button", { name: "Replace everything" }).click();
  await expect(sheet.getByRole("status")).toHaveText("Restored. Your history now has 2 chats and 5 messages from the backup.");
  await expect(fact(page, "Chats")).toHaveText("2");
});

test("a broken backup is refused with a sentence, and the history stays", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  await bringIn(page);
  await expect(fact(page, "Messages")).toHaveText("5");
  const { bytes } = await download(page, /^Back up/);
  await expect(sheet.getByRole("status")).toContainText("Saved as");
  const flipped = Buffer.from(bytes);
  const middle = flipped.length >> 1;
  flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle);

  const broken: [string, Buffer | string, RegExp][] = [
    ["flipped.sqlite", flipped, /^This backup is damaged\. Nothing was changed/],
    ["truncated.sqlite", bytes.subarray(0, bytes.length - 5000), /^This backup is damaged\. Nothing was changed/],
    ["head.sqlite", bytes.subarray(0, 100), /^This backup is damaged\. Nothing was changed/],
    ["zeros.sqlite", Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(100_000)]), /^This backup is damaged\. Nothing was changed/],
    ["letter.txt", "Dear hare,", /^This isn’t a backup: it’s not an SQLite file\.$/],
    ["empty.sqlite", "", /^This file is empty\.$/],
  ];
  for (const [name, content, sentence] of broken) {
    await pick(page, /^Restore/, file(name, content));
    await expect(sheet.getByRole("alert"), name).toHaveText(sentence);
    await expect(fact(page, "Messages"), name).toHaveText("5");
    await sheet.getByRole("button", { name: "Dismiss" }).click();
    await expect(sheet.getByRole("alert"), name).toBeHidden();
  }
  await sheet.getByRole("button", { name: /^Check/ }).click();
  await expect(sheet.getByRole("status")).toHaveText("No damage found.");
});

test("what was exported can be imported, and what cannot be is said", async ({ page, context }) => {
  await open(page);
  const sheet = await openSheet(page);
  await bringIn(page);
  await expect(fact(page, "Messages")).toHaveText("5");
  const exported = await download(page, /^Export/);
  expect(exported.name).toMatch(/^burrow-\d{4}-\d\d-\d\d\.jsonl$/);
  await expect(sheet.getByRole("status")).toHaveText(`2 chats saved as ${exported.name}.`);
  const written = exported.bytes.toString().trimEnd().split("\n").map((line) => JSON.parse(line) as { content?: string });
  expect(written.map(({ content }) => content).filter(Boolean).sort()).toEqual(lines.map(({ content }) => content).sort());
  await lookAt(page, exported.bytes.toString(), exported.name);
  await expect(sheet.getByRole("status")).toHaveText("Everything in this file is already here.");

  const other = await context.browser()!.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(page.url());
  await openSheet(elsewhere);
  await bringIn(elsewhere, exported.bytes.toString(), exported.name);
  await expect(fact(elsewhere, "Messages")).toHaveText("5");
  await other.close();

  await bringIn(page, "no JSON\n" + third);
  await expect(sheet.getByRole("status")).toContainText("1 chat and 1 message imported. Some parts had problems.");
  await sheet.getByText("Details", { exact: true }).click();
  await expect(sheet.locator(".storage-lines li")).toHaveCount(1);

  for (const [upload, sentence] of [
    [file("a.jsonl", ""), "This file is empty."],
    [file("b.jsonl", Buffer.from([0xff, 0xfe, 0, 1])), "Burrow can’t read this file. It can import exports of ChatGPT, Claude, Open WebUI, LibreChat, LobeHub, Chatbox and ShareGPT, as JSON or ZIP"],
    [file("letter.txt", "Dear hare,"), "Burrow can’t read this file. It can import exports of ChatGPT,"],
    [file("half.zip", "PK\x03\x04 and no more"), "This ZIP file is damaged or cut off. Download it again."],
    [file("c.jsonl", "SQLite format 3\0" + "x".repeat(100)), "This is a backup. Use Restore instead."],
  ] as const) {
    await pick(page, /^Import/, upload);
    await expect(sheet.getByRole("alert")).toContainText(sentence);
  }
  await expect(fact(page, "Messages")).toHaveText("6");
});

test("takes a dropped file for what it is, and the page behind does not count it", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  const drop = (name: string, base64: string) =>
    sheet.evaluate(
      (element, [name, base64]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
        const event = { bubbles: true, cancelable: true, dataTransfer: transfer };
        element.dispatchEvent(new DragEvent("dragover", event));
        element.dispatchEvent(new DragEvent("drop", event));
      },
      [name, base64] as const,
    );
  await drop("conversations.jsonl", Buffer.from(jsonl()).toString("base64"));
  await agree(page);
  await expect(sheet.getByRole("status")).toContainText("2 chats and 5 messages imported.");
  const { bytes } = await download(page, /^Back up/);
  await expect(sheet.getByRole("status")).toContainText("Saved as");
  await drop("b.sqlite", bytes.toString("base64"));
  await expect(sheet.getByRole("group", { name: "Restore b.sqlite?" })).toBeVisible();
  await expect(parts(page).files).toHaveCount(0);
});

test("writes into the file that the reader has chosen, or none", async ({ page, context }) => {
  await context.addInitScript(() => {
    const picker = { cancel: false };
    const showSaveFilePicker = async () => {
      if (picker.cancel) throw new DOMException("closed", "AbortError");
      return (await navigator.storage.getDirectory()).getFileHandle("mine.sqlite", { create: true });
    };
    Object.assign(globalThis, { picker, showSaveFilePicker });
  });
  await open(page);
  const sheet = await openSheet(page);
  await bringIn(page);
  await expect(fact(page, "Messages")).toHaveText("5");
  const setCancel = (cancel: boolean) => page.evaluate((cancel) => Object.assign((globalThis as unknown as { picker: object }).picker, { cancel }), cancel);
  await setCancel(true);
  await sheet.getByRole("button", { name: "Dismiss" }).click();
  await sheet.getByRole("button", { name: /^Back up/ }).click();
  await expect(sheet.getByRole("button", { name: /^Back up/ })).toBeVisible();
  await expect(fact(page, "Last backup")).toHaveText("Never");
  await setCancel(false);
  await sheet.getByRole("button", { name: /^Back up/ }).click();
  await expect(sheet.getByRole("status")).toContainText("Saved as mine.sqlite");
  const head = await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle("mine.sqlite");
    return (await handle.getFile()).slice(0, 15).text();
  });
  expect(head).toBe("SQLite format 3");
});

/** Keeps the page's requests of a method from its worker. */
async function holdMethod(context: BrowserContext, method: string) {
  await context.addInitScript((method) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: unknown[]) {
      const { frame } = Object(message) as { frame?: string };
      if (!frame?.includes(`"method":"${method}"`)) Reflect.apply(post, this, [message, ...rest]);
    } as typeof post;
  }, method);
}

test("a backup under way shows outside of the sheet, and can be stopped", async ({ page, context }) => {
  await holdMethod(context, "backup.read");
  const { status } = await open(page);
  const sheet = await openSheet(page);
  await bringIn(page);
  await expect(fact(page, "Messages")).toHaveText("5");
  await sheet.getByRole("button", { name: /^Back up/ }).click();
  await expect(sheet.getByRole("progressbar", { name: "Copying your history" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(status).toContainText("Copying your history");
  await status.getByRole("button", { name: "Details" }).click();
  let downloads = 0;
  page.on("download", () => downloads++);
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet.getByRole("status")).toHaveText("Stopped. Nothing was changed.");
  await expect(fact(page, "Last backup")).toHaveText("Never");
  expect(downloads).toBe(0);
});

test("only one tab at a time makes or restores a backup", async ({ page, context }) => {
  await open(page);
  await openSheet(page);
  await bringIn(page);
  await expect(fact(page, "Messages")).toHaveText("5");
  const { bytes } = await download(page, /^Back up/);
  await pick(page, /^Restore/, file("b.sqlite", bytes));
  await expect(page.getByRole("button", { name: "Merge" })).toBeVisible();
  const other = await context.newPage();
  await open(other);
  const sheet = await openSheet(other);
  await sheet.getByRole("button", { name: /^Back up/ }).click();
  await expect(sheet.getByRole("alert")).toHaveText("Another tab is making or restoring a backup. Finish there first.");
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(sheetOf(page).getByRole("status")).toContainText("Restored.");
  await download(other, /^Back up/);
});

test("where files are refused the history says that it ends with the tab, and can be saved", async ({ page, guard }) => {
  // Firefox and Safari do so in private windows.
  await page.route(workerFile, async (route) => {
    const answer = await route.fetch();
    const refusal = `navigator.storage.getDirectory = () => Promise.reject(new DOMException("Security error", "SecurityError"));\n`;
    await route.fulfill({ response: answer, body: refusal + (await answer.text()) });
  });
  guard.allowed.push(/OPFS|SecurityError/);
  await open(page);
  const card = page.getByRole("status", { name: "Your history will be lost when you close this tab" });
  await expect(card.locator("p")).toHaveText(/^[A-Z].*\.$/);
  const sheet = await openSheet(page);
  await expect(sheet).toContainText("Your history will be lost when you close this tab.");
  await bringIn(page);
  await expect(fact(page, "Messages")).toHaveText("5");
  await page.keyboard.press("Escape");
  const backup = await download(page, /^Download a backup/);
  expect(backup.bytes.subarray(0, 15).toString()).toBe("SQLite format 3");
  await expect(parts(page).status).toContainText(`Saved as ${backup.name}`);
  await page.reload();
  await expect(card).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
  await openSheet(page);
  await pick(page, /^Restore/, file(backup.name, backup.bytes));
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(fact(page, "Messages")).toHaveText("5");
});

test("a second tab sees what the first one changes, and goes on when it is closed or frozen", async ({ page, context }) => {
  await open(page);
  await openSheet(page);
  const second = await context.newPage();
  await open(second);
  const sheet = await openSheet(second);
  await expect(sheet).toContainText("No chats yet");
  await bringIn(page);
  await expect(fact(second, "Chats")).toHaveText("2");
  await bringIn(second, third);
  await expect(fact(page, "Chats")).toHaveText("3");

  const session = await context.newCDPSession(page);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await sheet.getByRole("button", { name: /^Check/ }).click();
  await expect(sheet.getByRole("status")).toHaveText("No damage found.");
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await second.close();
  await sheetOf(page).getByRole("button", { name: /^Check/ }).click();
  await expect(sheetOf(page).getByRole("status")).toHaveText("No damage found.");
  await expect(fact(page, "Chats")).toHaveText("3");
});

test("a history that another tab withholds is said in words", async ({ page, context }) => {
  const holder = await context.newPage();
  await holder.goto("/healthz");
  await holder.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request("burrow-store", () => {
          held();
          return new Promise<void>((release) => Object.assign(globalThis, { release }));
        });
      }),
  );
  const { status } = await open(page);
  await expect(status).toContainText("Another Burrow tab isn’t responding. Close it, or wait. Nothing is lost.");
  const sheet = await openSheet(page);
  await expect(sheet).toContainText("Another Burrow tab isn’t responding.");
  await holder.evaluate(() => (globalThis as unknown as { release(): void }).release());
  await expect(sheet).toContainText("No chats yet");
  await expect(status).not.toContainText("Another Burrow tab");
});

test("every control of the sheet has a name", async ({ page }) => {
  await open(page);
  const sheet = await openSheet(page);
  await bringIn(page, "no JSON\n" + jsonl());
  await expect(sheet.getByRole("status")).toContainText("Some parts had problems.");
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const controls = ["button", "dialog", "group", "meter", "progressbar", "status", "list"];
  const shown = nodes.filter((node) => !node.ignored && controls.includes(String(node.role?.value)));
  expect(shown.length).toBeGreaterThan(8);
  const nameless = shown.filter((node) => ["button", "dialog", "meter", "progressbar"].includes(String(node.role?.value)) && !node.name?.value);
  expect(nameless).toEqual([]);
  expect(nodes.filter((node) => !node.ignored && ["image", "img", "SvgRoot"].includes(String(node.role?.value)))).toEqual([]);
});

test("works with the keyboard alone", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Settings", exact: true }).focus();
  await page.keyboard.press("Enter");
  const sheet = sheetOf(page);
  await expect(sheet.getByRole("tab", { name: "General" })).toBeFocused();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  await expect(sheet.getByRole("tab", { name: "Data" })).toBeFocused();
  await expect(sheet).toContainText("No chats yet");
  await expect(sheet.getByRole("switch", { name: "Keep a copy on this computer" })).toBeVisible();
  for (let i = 0; i < 3; i++) await page.keyboard.press("Tab"); // over the licences and the switch
  await expect(sheet.getByRole("button", { name: /^Back up/ })).toBeFocused();
  for (let i = 0; i < 3; i++) await page.keyboard.press("Tab"); // Export is disabled
  await expect(sheet.getByRole("button", { name: /^Check/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(sheet.getByRole("status")).toBeFocused();
  await expect(sheet.getByRole("status")).toHaveText("No damage found.");
  await page.keyboard.press("Tab");
  await expect(sheet.getByRole("button", { name: "Dismiss" })).toBeFocused();
});

for (const size of [{ width: 360, height: 640 }, { width: 640, height: 400 }, { width: 1280, height: 800 }] as const) {
  test(`the sheet fits ${size.width} × ${size.height}`, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page);
    const sheet = await openSheet(page);
    await bringIn(page, "no JSON\n" + jsonl(), `${"long-name-".repeat(12)}.jsonl`);
    await expect(fact(page, "Messages")).toHaveText("5");
    const { bytes } = await download(page, /^Back up/);
    const check = async () => {
      const { wide, small } = await sheet.evaluate((dialog) => {
        const small: string[] = [];
        for (const control of dialog.querySelectorAll("button, summary")) {
          const { width, height } = control.getBoundingClientRect();
          if (width > 0 && (width < 44 || height < 44)) small.push(`${control.className} ${width} × ${height}`);
        }
        return { wide: dialog.scrollWidth - dialog.clientWidth, small };
      });
      expect(small).toEqual([]);
      expect(wide).toBeLessThanOrEqual(0);
      const box = (await sheet.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
      expect(box.y + box.height).toBeLessThanOrEqual(size.height);
    };
    await check();
    await pick(page, /^Restore/, file(`${"long-name-".repeat(12)}.sqlite`, bytes));
    await expect(sheet.getByRole("button", { name: "Merge" })).toBeVisible();
    await check();
  });
}

test("fingers find the sheet too", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await unlock(context);
  const page = await context.newPage();
  await open(page);
  await page.getByRole("button", { name: "Show sidebar" }).tap();
  await page.getByRole("button", { name: "Settings", exact: true }).tap();
  await sheetOf(page).getByRole("button", { name: "Data" }).tap();
  await expect(sheetOf(page)).toContainText("No chats yet");
  await sheetOf(page).getByRole("button", { name: "Back to settings" }).tap();
  await expect(sheetOf(page).getByRole("button", { name: "Data" })).toBeVisible();
  await context.close();
});

test("nothing moves for those who asked for that", async ({ page, context }) => {
  await holdMethod(context, "store.check");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  const sheet = await openSheet(page);
  await sheet.getByRole("button", { name: /^Check/ }).click();
  await expect(sheet.getByRole("progressbar")).toHaveCSS("animation-name", "none");
});
