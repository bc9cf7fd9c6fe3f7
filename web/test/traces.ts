// What a page leaves behind in its browser.

import type { Page } from "@playwright/test";

/** Where a word is kept in this browser: files, storages, databases, caches, the tab's title and address. */
export async function tracesOf(page: Page, word: string): Promise<string[]> {
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
