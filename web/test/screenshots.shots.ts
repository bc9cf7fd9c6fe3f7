// The pictures of the page in docs/. `make screenshots` takes them.

import { expect, open, test } from "./fixture.js";

const prose =
  "A hare does not dig. It rests in a shallow form pressed into the grass, ears flat, eyes open, and trusts to stillness. " +
  "The rabbit is the builder: its burrow has rooms, back doors and a bolt hole for bad days.\n\n" +
  "Tokenisers divide such sentences into pieces: common words stay whole, rarer ones like bioluminescence or Straße come apart.";

test.use({ deviceScaleFactor: 2 });

test("light", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const { field, gauge, breakdown, pieces } = await open(page);
  await field.fill(prose);
  await expect(pieces).toBeVisible();
  await gauge.hover();
  await expect(breakdown).toBeVisible();
  await page.screenshot({ path: "../docs/page-light.png" });
});

test("dark", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const { field, pieces } = await open(page);
  await field.fill(prose);
  await pieces.getByRole("option").filter({ hasText: "uild" }).first().hover();
  await expect(page.locator(".pieces-detail")).toContainText("bytes");
  await page.screenshot({ path: "../docs/page-dark.png" });
});

test("phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.clock.setFixedTime(new Date(2026, 4, 4, 9));
  await open(page);
  await page.screenshot({ path: "../docs/page-phone.png" });
});

test("storage", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await open(page);
  await page.getByRole("button", { name: "Storage", exact: true }).click();
  const lines = Array.from({ length: 340 }, (_, n) => JSON.stringify({ session: `s${n % 12}`, role: n % 2 === 0 ? "user" : "assistant", content: `Message ${n}` }));
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Import/ }).click();
  await (await chooser).setFiles({ name: "conversations.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines.join("\n")) });
  const sheet = page.getByRole("dialog", { name: "Storage" });
  await expect(sheet.getByRole("status")).toContainText("340 messages imported");
  await page.screenshot({ path: "../docs/storage.png" });
});
