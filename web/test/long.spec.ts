// Histories that take the core some time: a chat of many messages, and what is too large
// for one request. They run with the compiler that optimises: see playwright.config.ts.

import { download, fact, file, openSheet, pick } from "./data.js";
import { agree, expect, open, test } from "./fixture.js";

test.beforeEach(({ context }) => context.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker")));

const lines = (of: readonly object[]) => file("chats.jsonl", of.map((line) => JSON.stringify(line)).join("\n"));

test("a conversation of 10,000 messages opens at once and grows upwards without a jump", async ({ page }) => {
  test.setTimeout(180_000);
  const { sessions, log } = await open(page);
  const sheet = await openSheet(page);
  await pick(page, /^Import/, lines(Array.from({ length: 10_000 }, (_, i) => ({ session: "long", role: i % 2 === 0 ? "user" : "assistant", content: `Message number ${i}. ${"x ".repeat(i % 40)}`, id: `m${i}` }))));
  await agree(page, { timeout: 60_000 });
  await expect(sheet.getByRole("status")).toContainText("imported", { timeout: 30_000 });
  await sheet.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(sessions).toHaveCount(1, { timeout: 60_000 });
  await sessions.click();
  const rows = log.locator("article");
  await expect(rows).toHaveCount(60);
  const last = rows.filter({ hasText: "Message number 9999." });
  await expect(last).toBeInViewport();

  const box = page.locator(".read");
  await box.hover();
  const seen = rows.filter({ hasText: "Message number 9945." });
  for (let i = 0; i < 60 && !(await seen.isVisible().then(() => seen.evaluate((row) => row.getBoundingClientRect().top > 100))); i++) {
    await page.mouse.wheel(0, -400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect.poll(() => rows.count()).toBeGreaterThan(100);
  // What was in sight has not moved while 60 others came before it.
  const before = await seen.evaluate((row) => row.getBoundingClientRect().top);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(Math.abs((await seen.evaluate((row) => row.getBoundingClientRect().top)) - before)).toBeLessThan(2);
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await expect(last).toBeInViewport();
});

test("what is too large for one request goes in parts", async ({ page, context }) => {
  test.slow();
  const words = "The rabbit is the builder. ".repeat(200);
  const many = Array.from({ length: 900 }, (_, i) =>
    JSON.stringify({ session: `s${i % 20}`, role: i % 2 === 0 ? "user" : "assistant", content: `${i} ${words}`, id: `i${i}` }),
  );
  many[890] = "no JSON";
  await open(page);
  const sheet = await openSheet(page);
  await pick(page, /^Import/, file("conversations.jsonl", many.join("\n")));
  await expect(sheet.getByRole("group", { name: /^Import / })).toContainText("20 chats and 899 messages will be added.", { timeout: 80_000 });
  await agree(page);
  await expect(sheet.getByRole("status")).toContainText("20 chats and 899 messages imported.", { timeout: 80_000 });
  await sheet.getByText("Details", { exact: true }).click();
  await expect(sheet.locator(".storage-lines li")).toHaveText(/^Line 891 was left out/);

  const { bytes, name } = await download(page, /^Back up/);
  expect(bytes.length).toBeGreaterThan(4 << 20);
  await expect(sheet.getByRole("status")).toContainText("Saved as");
  const exported = await download(page, /^Export/);
  expect(exported.bytes.toString().trimEnd().split("\n")).toHaveLength(899);

  const other = await context.browser()!.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(page.url());
  await openSheet(elsewhere);
  await pick(elsewhere, /^Restore/, file(name, bytes));
  await elsewhere.getByRole("button", { name: "Merge" }).click();
  await expect(fact(elsewhere, "Messages")).toHaveText("899", { timeout: 80_000 });
  await other.close();
});
