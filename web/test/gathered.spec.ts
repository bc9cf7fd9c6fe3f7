// What sources and tools have to show: steps while they are asked, cards above the
// answer, receipts in its details. No source ships with one yet. So a kept answer comes
// by an import, as any history does, and the steps of a running one are put in among
// the frames of the real core.

import type { Page } from "@playwright/test";
import type { Gathered, GatherEvent } from "../src/core/protocol.gen.js";
import { agree, expect, open, openSettings, parts, test } from "./fixture.js";
import { release, script } from "./model.js";

const levels: Gathered = {
  from: "gauges",
  label: "River gauges",
  took: 1200,
  receipt: [{ label: "Rows", text: "4 of 340" }],
  card: {
    title: "Water levels on 5 March",
    text: "Measured at 07:00, in centimetres.",
    columns: ["Gauge", "River", "Level", "Change", "Remark"],
    rows: [
      ["Dresden", "Elbe", "312", "+18", "rising since Monday"],
      ["Bad Schandau", "Elbe", "341", "+22", "first warning level"],
      ["<b>Pirna</b>", "Elbe", "298"],
      ["会議‮室", "Müglitz", "57", "−3", ""],
    ],
  },
};
const stock = (n: number): Gathered => ({ from: "stock", label: "stock", took: 3, card: { title: `Umbrellas ${n}`, text: `${n} left` } });
const failed: Gathered = { from: "weather", label: "Weather station", took: 30_000, problem: "It took too long." };

/** Brings a chat in whose answer draws on these, and opens it. */
async function show(page: Page, gathered: Gathered[]) {
  const lines = [
    { session: "river", role: "user", content: "How high is the Elbe?", timestamp: "2026-03-05T08:00:00Z", id: "r1" },
    { session: "river", role: "assistant", content: "It rises, by 22 cm at Bad Schandau.", timestamp: "2026-03-05T08:00:02Z", id: "r2", metadata: { model: "gpt-4o-mini", gathered } },
  ];
  const found = await open(page);
  const sheet = await openSettings(page, "Data");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Import/ }).click();
  await (await chooser).setFiles({ name: "river.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n")) });
  await agree(page);
  await expect(sheet.getByRole("status")).toContainText("1 chat and 2 messages imported.");
  await sheet.getByRole("button", { name: "Close" }).click();
  await found.sessions.first().click();
  await expect(found.answers).toHaveCount(1);
  return found;
}

test("an answer shows the cards of its sources, as text, and the receipts in its details", async ({ page }) => {
  const { answers } = await show(page, [levels, stock(3), stock(2), failed]);
  const card = answers.getByRole("region", { name: "Water levels on 5 March" });
  await expect(card.getByRole("heading")).toHaveText("Water levels on 5 March");
  await expect(card.getByText("Measured at 07:00, in centimetres.")).toBeVisible();
  await expect(card.getByRole("columnheader")).toHaveText(["Gauge", "River", "Level", "Change", "Remark"]);
  await expect(card.getByRole("row")).toHaveCount(5);
  await expect(card.getByRole("row").nth(3).getByRole("cell")).toHaveText(["<b>Pirna</b>", "Elbe", "298", "", ""]);
  await expect(card.locator("b")).toHaveCount(0);
  // A sign that turns text around turns nothing.
  expect(await card.getByRole("row").nth(4).getByRole("cell").first().textContent()).not.toContain("‮");

  // A tool that was asked twice shows both, and what failed says why.
  await expect(answers.getByRole("region", { name: /^Umbrellas/ })).toHaveText([/3 left/, /2 left/]);
  await expect(answers.getByText("Weather station: It took too long.")).toBeVisible();
  await expect(answers.locator(".gathered")).toHaveCount(3);

  // They stand above the answer.
  const [above, below] = [(await card.boundingBox())!, (await answers.getByText("It rises, by 22 cm").boundingBox())!];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);

  await answers.getByRole("button", { name: "Details" }).click();
  const row = (name: string) => answers.locator("dl > div", { hasText: name }).locator("dd").first();
  await expect(row("River gauges")).toHaveText("1.2s");
  await expect(row("Rows")).toHaveText("4 of 340");

  await page.reload();
  await expect(card).toBeVisible();
});

test("a wide table scrolls within its card on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { answers } = await show(page, [levels]);
  const table = answers.locator(".gathered .table");
  const [inside, outside] = await table.evaluate((box) => [box.scrollWidth, box.clientWidth] as const);
  expect(inside).toBeGreaterThan(outside);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // By the keyboard, too.
  await table.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
});

test("what is being looked up is said while it goes on", async ({ page }) => {
  // What the core would say of a turn with two sources, behind what it says itself.
  await page.addInitScript(() => {
    const Real = Worker;
    globalThis.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
          if (typeof data !== "string" || !data.includes('"kind":"started"')) return;
          const { id } = JSON.parse(data) as { id: number };
          (globalThis as { say?: (event: object) => void }).say = (event) =>
            void this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ kind: "event", id, event }) }));
        });
      }
    };
  });
  const say = (event: Omit<GatherEvent, "kind">) =>
    page.evaluate((event) => (globalThis as unknown as { say: (event: object) => void }).say({ kind: "gather", ...event }), event);

  const { field, answers } = await open(page);
  await script({ text: "It rises.", hangBefore: true });
  await field.fill("How high is the Elbe?");
  await field.press("Enter");
  await page.waitForFunction(() => "say" in globalThis);
  const steps = answers.last().locator(".tool-runs li");
  await say({ from: "gauges", label: "River gauges", state: "started" });
  await expect(steps).toHaveText(["Searching River gauges…"]);
  await say({ from: "gauges", label: "River gauges", state: "step", step: "Reading 12 tables" });
  await say({ from: "weather", label: "Weather\u202e station", state: "started" });
  await expect(steps).toHaveText(["River gauges: Reading 12 tables…", "Searching Weather station…"]);
  await say({ from: "weather", label: "Weather station", state: "done", took: 5, problem: "It took too long." });
  await say({ from: "gauges", label: "River gauges", state: "done", took: 9 });
  await expect(steps).toHaveText(["Weather station: It took too long.", "Searched River gauges"]);
  await release();
  await expect(answers.last().getByText("It rises.")).toBeVisible();
  await expect(steps).toHaveCount(0);
  await expect(parts(page).answers).toHaveCount(1);
});
