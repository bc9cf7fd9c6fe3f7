// What is left of the history when the browser's disk is filled to its last byte, with the
// profile on a real small file system: `make test-full` makes one and names it here. Half of
// the runs go on asking on the full disk, half leave the page alone.

import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, type Page, chromium, expect, test } from "@playwright/test";
import { ask, parts } from "./fixture.js";
import { resetModel, script } from "./model.js";
import { origin, token } from "./ports.js";

const disk = process.env["FULL_DISK"] ?? "";
const runs = Number(process.env["FULL_RUNS"] ?? 20);
/** How long the disk stays full, in milliseconds: without a reserve Chromium deletes the history within seconds. */
const patience = 30_000;

const profile = join(disk, "profile");
const filler = join(disk, "filler");

/** Writes until nothing fits any more; the file stays open for more. */
function fill(): () => void {
  const file = openSync(filler, "a");
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size, 0x5a));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  return () => {
    closeSync(file);
    rmSync(filler);
  };
}

const free = () => {
  const { bavail, bsize } = statfsSync(disk);
  return Math.round((bavail * bsize) / 2 ** 20);
};

async function withPage<T>(executablePath: string, work: (page: Page, context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await chromium.launchPersistentContext(profile, { executablePath, chromiumSandbox: false, args: ["--disk-cache-size=1000000"], serviceWorkers: "block" });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${origin}/#token=${token()}`);
    await parts(page).field.waitFor();
    return await work(page, context);
  } finally {
    await context.close();
  }
}

const kept = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const file = await root.getFileHandle(".burrow-reserve").catch(() => null);
    return file === null ? 0 : (await file.getFile()).size;
  });

for (let run = 0; run < runs; run++) {
  const busy = run % 2 === 0;
  test(`run ${run + 1}: a disk that fills up under ${busy ? "questions" : "a page that rests"} costs no history`, async ({ launchOptions }) => {
    test.skip(disk === "", "FULL_DISK names no file system: make test-full");
    test.setTimeout(patience + 120_000);
    rmSync(profile, { recursive: true, force: true });
    rmSync(filler, { force: true });
    await resetModel();
    await script(...Array.from({ length: 20 }, (_, n) => ({ text: `Answer ${n + 1}.` })));
    const chromiumPath = launchOptions.executablePath ?? "";
    const before = free();
    await withPage(chromiumPath, async (page) => {
      for (const question of ["First?", "Second?", "Third?"]) await ask(page, question);
      await expect.poll(() => kept(page), { timeout: 60_000 }).toBe(32 << 20);
      const empty = fill();
      const card = page.getByRole("heading", { name: "Your disk is full" });
      const { field } = parts(page);
      const until = Date.now() + patience;
      for (let n = 0; Date.now() < until; n++) {
        if (busy && n % 5 === 0) {
          await field.fill(`More ${n}?`);
          await field.press("Enter");
        }
        await page.waitForTimeout(1000);
      }
      await expect(card).toBeVisible();
      console.log(`run ${run + 1}: ${before} MiB free before, ${free()} while full`);
      empty();
    });
    await withPage(chromiumPath, async (page) => {
      await page.getByRole("link", { name: "First?" }).click();
      await expect(page.locator("article.answer").filter({ hasText: /Answer [123]\./ })).toHaveCount(3);
    });
  });
}
