// A temporary chat: marked as such, without a trace, kept if the reader wants it.

import type { Page } from "@playwright/test";
import { ask, expect, open, parts, test } from "./fixture.js";

/** Where a word is kept in this browser: files, storages, databases, caches, the tab's title and address. */
async function tracesOf(page: Page, word: string): Promise<string[]> {
  return await page.evaluate(async (word) => {
    const found: string[] = [];
    // Letter by letter: the index folds case.
    const has = (bytes: ArrayBuffer) => ["utf-8", "utf-16le", "utf-16be"].some((encoding) => new TextDecoder(encoding).decode(bytes).toLowerCase().includes(word));
    const look = (where: string, text: string) => text.toLowerCase().includes(word) && found.push(where);
    const walk = async (folder: FileSystemDirectoryHandle, path: string) => {
      for await (const [name, entry] of folder as unknown as AsyncIterable<[string, FileSystemHandle]>) {
        if (entry.kind === "directory") await walk(entry as FileSystemDirectoryHandle, `${path}${name}/`);
        else if (has(await (await (entry as FileSystemFileHandle).getFile()).arrayBuffer())) found.push("file");
      }
    };
    await walk(await navigator.storage.getDirectory(), "/");
    look("localStorage", JSON.stringify({ ...localStorage }));
    look("sessionStorage", JSON.stringify({ ...sessionStorage }));
    look("cookie", document.cookie);
    look("title", document.title);
    look("address", location.href + JSON.stringify(history.state));
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const all = await new Promise<unknown>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        look("database", JSON.stringify(all));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        look("cache", request.url);
        const kept = await cache.match(request);
        if (kept !== undefined && has(await kept.arrayBuffer())) found.push("cache");
      }
    }
    return [...new Set(found)];
  }, word.toLowerCase());
}

test("its empty page does not say that chats are kept", async ({ page }) => {
  await open(page);
  await expect(page.locator(".lead")).toHaveText(/Your chats stay in this browser\./, { useInnerText: true });
  await page.goto("/?temporary");
  await expect(page.locator(".lead")).toHaveText("Ask anything. This chat is gone when you leave.", { useInnerText: true });
});

test("a temporary chat leaves no trace, where an ordinary one does", async ({ page, context }) => {
  const { sessions } = await open(page);
  await ask(page, "Where do Zwiebelfische live?");
  await expect.poll(() => tracesOf(page, "Zwiebelfische")).toEqual(expect.arrayContaining(["file", "title"]));

  const other = await context.newPage();
  await open(other);
  await expect(parts(other).sessions).toHaveCount(1);

  await page.getByRole("link", { name: "Temporary chat" }).click();
  await expect(page).toHaveURL(/\/\?temporary$/);
  await expect(parts(page).status).toContainText("gpt-4");
  await expect(page.getByRole("note")).toContainText("isn’t saved");
  await expect(page.locator(".composer")).toHaveCSS("border-top-style", "dashed");
  await ask(page, "Where do Quastenflosser live?");
  await ask(page, "And young Quastenflosser?");
  await page.getByRole("button", { name: "Bad answer" }).last().click();
  await page.getByRole("textbox", { name: /^What went wrong/ }).fill("Quastenflosser!");
  await page.keyboard.press("Enter");
  await parts(page).field.fill("A draft of Quastenflosser");
  await parts(page).field.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Quastenflosser ".repeat(300));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(parts(page).files).toHaveCount(1);
  await expect(page).toHaveTitle("Temporary chat · Burrow");
  await expect(sessions).toHaveCount(0);
  // It is in this page all the same.
  await expect(parts(page).questions).toHaveText([/Quastenflosser/, /Quastenflosser/]);
  expect(await tracesOf(page, "Quastenflosser")).toEqual([]);
  await other.reload();
  await expect(parts(other).sessions).toHaveCount(1);
  await other.keyboard.press("Control+K");
  await other.getByRole("combobox", { name: "Search chats" }).fill("Quastenflosser");
  await expect(other.getByRole("dialog", { name: "Search chats" })).toContainText("No results.");

  // Leaving says what is lost; staying loses nothing.
  await page.getByRole("link", { name: "Back to your chats" }).click();
  const sheet = page.getByRole("dialog", { name: "Leave temporary chat?" });
  await expect(sheet).toContainText("4 messages will be lost.");
  await sheet.getByRole("button", { name: "Stay" }).last().click();
  await expect(parts(page).questions).toHaveCount(2);
  // So does the browser's own way out.
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(parts(page).questions).toHaveCount(2);
  await page.getByRole("link", { name: "Back to your chats" }).click();
  await sheet.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(sessions).toHaveCount(1);
  await expect(parts(page).field).toHaveValue("");
  expect(await tracesOf(page, "Quastenflosser")).toEqual([]);
  expect(await tracesOf(page, "Zwiebelfische")).toContain("file");
});

test("a temporary chat is kept by one button, with everything in it", async ({ page }) => {
  const { answers, questions, sessions } = await open(page);
  await page.keyboard.press("Alt+Shift+O");
  await expect(page).toHaveURL(/temporary/);
  // At once: the core need not be ready.
  await ask(page, "Is this worth keeping?");
  await ask(page, "And this?");
  await answers.first().getByRole("button", { name: "Good answer" }).click();
  await expect(answers.first().getByRole("button", { name: "Good answer" })).toHaveAttribute("aria-pressed", "true");
  await parts(page).field.fill("Half a thought");
  await page.getByRole("button", { name: "Save chat" }).click();
  await expect(page).toHaveURL(/\/c\/[0-9a-f]{32}$/);
  await expect(questions).toHaveText([/Is this worth keeping\?/, /And this\?/]);
  await expect(answers.first().getByRole("button", { name: "Good answer" })).toHaveAttribute("aria-pressed", "true");
  await expect(parts(page).field).toHaveValue("Half a thought");
  await expect(page.getByRole("note")).toBeHidden();
  await expect(sessions).toHaveCount(1);
  await answers.last().getByRole("button", { name: "Details" }).click();
  await answers.last().getByText("Steps").click();
  await expect(answers.last()).toContainText("Answer saved");
  await parts(page).field.fill("");
  await ask(page, "Does it go on?");
  await page.reload();
  await expect(questions).toHaveCount(3);
});

test("a temporary question that reaches nobody is refused and does not wait", async ({ page, guard }) => {
  guard.allowed.push(/Failed to load resource/);
  await open(page, "/?temporary");
  await page.route(/\/(v1|api)\//, (route) => route.abort("internetdisconnected"));
  await parts(page).field.fill("Is anybody there?");
  await parts(page).field.press("Enter");
  const answer = parts(page).answers.last();
  await expect(answer.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(answer).toContainText(/cannot be reached|does not answer|no connection/i);
  await expect(page.getByText(/waiting to be sent/i)).toHaveCount(0);
});
