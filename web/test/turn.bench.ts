// What a turn and a visit cost in Chromium: local work with 10,000 messages in the
// conversation, the page's thread while a long answer comes in, and the first load
// with an empty cache. Prints tables and the goals, passed or missed: `make
// bench-turn`.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type LaunchOptions, type Page, type Request, chromium, expect, test } from "@playwright/test";
import { agree, openSettings, parts, unlock } from "./fixture.js";
import { resetModel, script } from "./model.js";
import { origin } from "./ports.js";

const messages = 10_000;
const rounds = 100;
const loads = 7;

/** A browser with a profile on disk: without one it keeps files in the memory of another process. */
async function withBrowser(launchOptions: LaunchOptions, work: (context: BrowserContext, page: Page) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "burrow-bench-"));
  const context = await chromium.launchPersistentContext(profile, launchOptions);
  try {
    await unlock(context);
    await work(context, context.pages()[0] ?? (await context.newPage()));
  } finally {
    await context.close();
    rmSync(profile, { recursive: true });
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

const verdict = (ok: boolean) => (ok ? "passed" : "MISSED");
const isQuestion = (request: Request) => request.url().endsWith("/v1/chat/completions");

/** Notes when the last Enter was pressed, in the clock that requests are timed by. */
async function noteEnter(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    addEventListener("keydown", (event) => Object.assign(globalThis, { enter: performance.timeOrigin + event.timeStamp }), { capture: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { enter: number }).enter);
}

test("local work of a turn with 10,000 messages", async ({ launchOptions }) => {
  test.setTimeout(20 * 60_000);
  await withBrowser(launchOptions, async (_, page) => {
    await resetModel();
    await page.goto(origin);
    const { field, sessions, answers, status, send } = parts(page);
    await expect(status).toContainText("gpt-4");
    const lines = Array.from({ length: messages }, (_, i) =>
      JSON.stringify({ session: "long", role: i % 2 === 0 ? "user" : "assistant", content: `Message ${i}: ${"a few words more ".repeat(i % 12)}`, id: `m${i}` }),
    );
    const sheet = await openSettings(page, "Data");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /^Import/ }).click();
    await (await chooser).setFiles({ name: "chats.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines.join("\n")) });
    await agree(page, { timeout: 120_000 });
    await expect(sheet.getByRole("status")).toContainText("imported", { timeout: 120_000 });
    await sheet.getByRole("button", { name: "Dismiss" }).click();
    await page.keyboard.press("Escape");
    await sessions.first().click();
    await expect(answers.last()).toContainText("Message 9999");

    const enter = await noteEnter(page);
    const took: number[] = [];
    for (let i = 0; i < rounds; i++) {
      await field.fill(`Question ${i} of some words about the badger`);
      // Whoever has written a question has taken that long at least: what the last
      // answer left to do is done, and what the meter asks for while one types.
      await page.waitForTimeout(1000);
      const [request] = await Promise.all([page.waitForRequest(isQuestion), field.press("Enter")]);
      // The browser does not say of every request when it began.
      const began = request.timing().startTime;
      if (began > 0) took.push(began - (await enter()));
      await expect(answers.last()).toContainText(`You said: Question ${i} `);
      await expect(send).toBeVisible();
    }
    const [p50, p95] = [percentile(took, 0.5), percentile(took, 0.95)];
    console.log(`\n| Enter to request, ${messages} messages, ${took.length} of ${rounds} timed | ms |\n|---|---:|\n| p50 | ${p50.toFixed(1)} |\n| p95 | ${p95.toFixed(1)} |`);
    console.log(`\np95 within 15 ms: ${verdict(p95 <= 15)}`);
  });
});

test("the page's thread while an answer of 5,000 tokens comes in", async ({ launchOptions }) => {
  test.setTimeout(10 * 60_000);
  await withBrowser(launchOptions, async (_, page) => {
    await resetModel();
    await page.goto(origin);
    const { field, answers, status } = parts(page);
    await expect(status).toContainText("gpt-4");
    const block = (i: number) =>
      `## Part ${i}\n\nSome **bold** words and a [link](https://example.org/${i}), then \`code\` and more of the same kind to read.\n\n` +
      `- first item of part ${i}\n- second item\n  - nested\n\n| a | b |\n|---|---:|\n| ${i} | ${i * i} |\n\n\`\`\`go\nfunc part${i}() int { return ${i} }\n\`\`\`\n\n`;
    const text = Array.from({ length: 70 }, (_, i) => block(i)).join("");
    await script({ text, everyMillis: 2 });
    await page.evaluate(() => {
      const tasks: number[] = [];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
      Object.assign(globalThis, { tasks });
    });
    await field.fill("Tell me all.");
    // What looks at the page from outside takes longer than the page: this waits inside.
    const shown = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const look = () => {
            const answer = document.querySelector(".answer");
            if (answer?.textContent?.includes("part69") && answer.querySelector("[aria-label=Details]") !== null) resolve();
            else setTimeout(look, 250);
          };
          look();
        }),
    );
    await field.press("Enter");
    await shown;
    const shownCharacters = await answers.evaluate((answer) => answer.textContent?.length ?? 0);
    const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);
    const longest = Math.max(0, ...tasks);
    console.log(`\n| an answer of ${text.length} bytes, ${shownCharacters} characters shown | |\n|---|---:|\n| tasks over 50 ms | ${tasks.length} |\n| longest | ${longest.toFixed(0)} ms |`);
    console.log(`\nno task over 50 ms: ${verdict(tasks.length === 0)}`);
  });
});

test("first load with an empty cache", async ({ launchOptions }) => {
  test.setTimeout(10 * 60_000);
  const typing: number[] = [];
  const asking: number[] = [];
  for (let i = 0; i < loads; i++) {
    await withBrowser(launchOptions, async (context, page) => {
      await resetModel();
      await context.addInitScript(() => {
        // The field takes keys from the moment it is there.
        new MutationObserver((_, observer) => {
          if (document.getElementById("field") === null) return;
          observer.disconnect();
          requestAnimationFrame(() => Object.assign(globalThis, { typing: performance.now() }));
        }).observe(document, { childList: true, subtree: true });
      });
      await page.goto(origin, { waitUntil: "commit" });
      const { field } = parts(page);
      // As soon as the page takes Enter, the question goes.
      const asked = page.waitForRequest(isQuestion);
      await page.locator("html[data-live]").waitFor({ state: "attached" });
      await field.fill("Are you there?");
      await field.press("Enter");
      const request = await asked;
      const times = await page.evaluate(() => ({ typing: (globalThis as unknown as { typing: number }).typing, origin: performance.timeOrigin }));
      typing.push(times.typing);
      const began = request.timing().startTime;
      if (began > 0) asking.push(began - times.origin);
    });
  }
  const [t, a] = [percentile(typing, 0.5), percentile(asking, 0.5)];
  console.log(`\n| first load, empty cache, median of ${loads} | ms |\n|---|---:|\n| typing possible | ${t.toFixed(0)} |\n| first question has left | ${a.toFixed(0)} |`);
  console.log(`\ntyping within 500 ms: ${verdict(t <= 500)}\nfirst question within 1,500 ms: ${verdict(a <= 1500)}`);
});
