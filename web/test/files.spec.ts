import { truncateSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { coreFile, expect, hold, metered, offer, open, parts, pickModel, row, test } from "./fixture.js";

const textFile = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const picker = (page: Page) => page.locator("input[type=file]");

test("counts picked files beside the text", async ({ page }) => {
  const { field, meter, number, files } = await open(page);
  await field.fill("hello world");
  await expect(number).toHaveText(metered(2));
  await picker(page).setInputFiles([textFile("fox.txt", "The quick brown fox jumps over the lazy dog."), textFile("notes.md", "# Hares\n\nThey rest.\n")]);
  await expect(files).toHaveText([/^fox\.txt44 bytes · 10 tokens$/, /^notes\.md20 bytes · \d tokens$/]);
  await meter.click();
  await expect(row(page, "Text")).toHaveText("2");
  // The words that introduce them, their names and the numbers of their parts are counted, too.
  await expect(row(page, "Documents")).toHaveText(/^\d\d\d?$/);
  const both = Number(await row(page, "Documents").textContent());
  await page.getByRole("button", { name: "Remove notes.md" }).click();
  await expect(files).toHaveCount(1);
  await meter.click();
  await expect.poll(async () => Number(await row(page, "Documents").textContent({ timeout: 1_000 }))).toBeLessThan(both);
  await page.getByRole("button", { name: "Remove fox.txt" }).click();
  await expect(number).toHaveText(metered(2));
});

test("says so if its tokens are those of another encoding", async ({ page }) => {
  await offer(page, "gpt-4", "gpt-4o");
  const { files } = await open(page);
  await picker(page).setInputFiles(textFile("a.txt", "日本語"));
  await expect(files).toHaveText(/9 bytes · 5 tokens/);
  await pickModel(page, "gpt-4o");
  await expect(files).toHaveText(/9 bytes · ~5 tokens/);
});

test("says why a file is not read", async ({ page }, info) => {
  const { files, number } = await open(page);
  const large = info.outputPath("large.txt");
  writeFileSync(large, "");
  truncateSync(large, 256_000_001);
  await picker(page).setInputFiles(large);
  await picker(page).setInputFiles([
    { name: "zero.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]) },
    textFile("empty.txt", ""),
  ]);
  await expect(files).toHaveText([/^large\.txtFiles over 256 MB can’t be attached\.$/, /^zero\.binThis /, /^empty\.txtThis file is empty\.$/]);
  await expect(number).toHaveText(metered(0));
  await expect(parts(page).send).toBeDisabled();
});

test("of many files those that could not be read stand first", async ({ page }) => {
  const { files } = await open(page);
  const names = Array.from({ length: 18 }, (_, i) => `note-${i}.txt`);
  await picker(page).setInputFiles(names.map((name, i) => textFile(name, i % 9 === 8 ? "" : `Note ${i}.`)));
  await expect(files.filter({ hasText: "tokens" })).toHaveCount(16);
  await expect(files.first()).toHaveText(/^note-8\.txtThis file is empty\.$/);
  await expect(files.nth(1)).toHaveText(/^note-17\.txtThis file is empty\.$/);
  await expect(files.nth(2)).toHaveText(/^note-0\.txt.*tokens$/);
  await expect(files.nth(1)).toBeInViewport();
});

test("reading can be stopped", async ({ page }) => {
  const releaseCore = await hold(page, coreFile);
  await page.goto("/");
  const { files, number } = parts(page);
  await picker(page).setInputFiles(textFile("fox.txt", "hello world"));
  await expect(files).toHaveText(/Reading 0%/);
  await page.getByRole("button", { name: "Stop reading fox.txt" }).click();
  await expect(files).toHaveCount(0);
  await releaseCore();
  await expect(number).toHaveText(metered(0));
});

test("shows how far it has come with a large file", async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const bar = document.querySelector("progress");
      if (bar !== null) seen.push(String(bar.value));
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(globalThis, { seen });
  });
  const { files } = await open(page);
  await picker(page).setInputFiles(textFile("large.txt", `${" hello".repeat(100)}\n`.repeat(5_000)));
  await expect(files).toHaveText(/3 MB · [\d,]+ tokens/, { timeout: 30_000 });
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect(new Set(seen).size).toBeGreaterThan(2);
});

test("a large file that has been read says that it is saved, and that can be stopped", async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const state = document.querySelector(".file-state")?.textContent ?? "";
      if (state === seen.at(-1)) return;
      seen.push(state);
      // At once: the test would come too late.
      if (/^Saving [3-9]\d%$/.test(state)) document.querySelector<HTMLElement>("[aria-label='Stop saving large.txt']")?.click();
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(globalThis, { seen });
  });
  const { files } = await open(page);
  await picker(page).setInputFiles(textFile("large.txt", `${" hello".repeat(100)}\n`.repeat(5_000)));
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.some((state) => /^Saving [3-9]\d%$/.test(state)))).toBe(true);
  await expect(files).toHaveCount(0);
  await picker(page).setInputFiles(textFile("small.txt", "hello"));
  await expect(files).toHaveText([/^small\.txt5 bytes · 2 tokens$/]);
});

/** Hands files to the page the way a drop or a paste does. */
async function hand(page: Page, kind: "drop" | "paste") {
  await page.evaluate((type) => {
    const data = new DataTransfer();
    data.items.add(new File(["hello world"], "dropped.txt", { type: "text/plain" }));
    const field = document.getElementById("field")!;
    const init = { bubbles: true, cancelable: true };
    if (type === "paste") field.dispatchEvent(new ClipboardEvent("paste", { ...init, clipboardData: data }));
    else field.dispatchEvent(new DragEvent("drop", { ...init, dataTransfer: data }));
  }, kind);
}

test("takes a pasted file", async ({ page }) => {
  const { files } = await open(page);
  await hand(page, "paste");
  await expect(files).toHaveText(/^dropped\.txt11 bytes · 3 tokens$/);
});

test("takes a dropped file, and says so while it hovers", async ({ page }) => {
  const { files } = await open(page);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], "x"));
    document.body.dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer }));
  });
  await expect(page.getByText("Drop files here to attach them")).toBeVisible();
  await hand(page, "drop");
  await expect(page.getByText("Drop files here to attach them")).toBeHidden();
  await expect(files).toHaveText(/^dropped\.txt11 bytes · 3 tokens$/);
});
