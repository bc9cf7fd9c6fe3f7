// The sheet by which a history is kept, saved and brought back, as tests use it.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { agree, expect, openSettings } from "./fixture.js";

/** The value of one row of facts. */
export const fact = (page: Page, name: string) => page.locator(".storage-facts > div", { hasText: name }).locator("dd");

export const openSheet = (page: Page) => openSettings(page, "Data");

export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const file = (name: string, content: string | Buffer): Upload => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content as string),
});

/** Picks a file for an action of the sheet, or a button elsewhere. */
export async function pick(page: Page, action: RegExp, upload: Upload) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: action }).click();
  await (await chooser).setFiles(upload);
}

/** Saves something by a button and returns the file. */
export async function download(page: Page, button: RegExp) {
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const saved = await started;
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}

/** Two conversations, five messages. */
export const lines = [
  { session: "hares", role: "user", content: "Do hares dig?", timestamp: "2026-03-01T10:00:00Z", id: "h1" },
  { session: "hares", role: "assistant", content: "No, they rest in forms.", timestamp: "2026-03-01T10:00:02Z", id: "h2" },
  { session: "moss", role: "user", content: "苔は生きていますか", timestamp: "2026-03-02T10:00:00Z", id: "m1" },
  { session: "moss", role: "assistant", content: "Yes. 🌿", timestamp: "2026-03-02T10:00:02Z", id: "m2" },
  { session: "moss", role: "user", content: "Thank you.", timestamp: "2026-03-02T10:01:00Z", id: "m3" },
];
export const jsonl = (of = lines) => of.map((line) => JSON.stringify(line)).join("\n") + "\n";

/** Shows what a file has, before it is imported. */
export const lookAt = (page: Page, text: string | Buffer = jsonl(), name = "conversations.jsonl") => pick(page, /^Import/, file(name, text));

/** Imports a file. */
export async function bringIn(page: Page, text?: string | Buffer, name?: string, options?: { timeout: number }) {
  await lookAt(page, text, name);
  await agree(page, options);
}

/** Removes what the browser keeps for the origin, but not localStorage, as eviction may. */
export async function wipe(page: Page) {
  await page.goto("about:blank");
  const other = await page.context().newPage();
  await other.goto("/healthz"); // the same origin without the program
  const remove = () =>
    other.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) await root.removeEntry(name, { recursive: true });
      return true;
    });
  // The worker that is gone may hold its files for a moment.
  await expect.poll(() => remove().catch(() => false)).toBe(true);
  await other.close();
}
