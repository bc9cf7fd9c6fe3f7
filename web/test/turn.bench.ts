// What a turn and a visit cost in Chromium: local work with 10,000 messages in the
// conversation, by somebody who pauses before Enter and by somebody who does not, the
// page's thread while a long answer comes in, and the first load with an empty cache.
// Prints tables and the goals, passed or missed: `make bench-turn`.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type LaunchOptions, type Page, type Request, chromium, expect, test } from "@playwright/test";
import { openSettings, parts, unlock } from "./fixture.js";
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

/** When the last Enter was pressed, and when the core had finished its turn, in the clock that requests are timed by. */
interface Noted {
  enter: number;
  sent: number;
  done: number;
}

/** Has the page note the times of its last turn, from its next load on. */
async function noteTurns(page: Page): Promise<() => Promise<Noted>> {
  await page.addInitScript(() => {
    const noted = { enter: 0, sent: 0, done: 0 };
    Object.assign(globalThis, { noted });
    const now = () => performance.timeOrigin + performance.now();
    addEventListener("keydown", (event) => (noted.enter = performance.timeOrigin + event.timeStamp), { capture: true });
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...passed: unknown[]) {
      const message = passed[0] as { id?: number; frame?: string } | null;
      if (message?.frame?.includes('"method":"turn.send"') === true) {
        const { id } = message;
        noted.sent = now();
        noted.done = 0;
        const hear = ({ data }: MessageEvent<unknown>) => {
          if (typeof data !== "string" || !data.startsWith('{"kind":"result"') || (JSON.parse(data) as { id: number }).id !== id) return;
          noted.done = now();
          this.removeEventListener("message", hear);
        };
        this.addEventListener("message", hear);
      }
      (post as (...passed: unknown[]) => void).apply(this, passed);
    };
  });
  return async () => {
    await page.waitForFunction(() => (globalThis as unknown as { noted: Noted }).noted.done > 0);
    return page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);
  };
}

/**
 * How somebody sends a question. With a pause before Enter, what the meter asks for while one types is done, the search
 * for what the question needs among it, and so is what the last answer left to do. Without one, neither has to be.
 */
const ways = [
  { name: "1 s between the last key and Enter", pause: 1000 },
  { name: "Enter at once, as after pasting", pause: 0 },
];

test("local work of a turn with 10,000 messages", async ({ launchOptions }) => {
  test.setTimeout(20 * 60_000);
  await withBrowser(launchOptions, async (_, page) => {
    await resetModel();
    const noted = await noteTurns(page);
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
    await expect(sheet.getByRole("status")).toContainText("imported", { timeout: 120_000 });
    await sheet.getByRole("button", { name: "Dismiss" }).click();
    await page.keyboard.press("Escape");
    await sessions.first().click();
    await expect(answers.last()).toContainText("Message 9999");

    console.log(`\n| ${messages} messages, ms | timed | Enter to request, p50 | p95 | a turn without its request, p50 | p95 |\n|---|---:|---:|---:|---:|---:|`);
    const goals: string[] = [];
    for (const [w, { name, pause }] of ways.entries()) {
      const left: number[] = [];
      const own: number[] = [];
      for (let i = 0; i < rounds; i++) {
        const question = `Question ${w * rounds + i} of some words about the badger`;
        await field.fill(question);
        if (pause > 0) await page.waitForTimeout(pause);
        const [request] = await Promise.all([page.waitForRequest(isQuestion), field.press("Enter")]);
        await expect(answers.last()).toContainText(`You said: ${question}`);
        await expect(send).toBeVisible();
        const { enter, sent, done } = await noted();
        // The browser does not say of every request when it began and ended.
        const { startTime, responseEnd } = request.timing();
        if (startTime <= 0) continue;
        left.push(startTime - enter);
        if (responseEnd > 0) own.push(done - sent - responseEnd);
      }
      const shown = [percentile(left, 0.5), percentile(left, 0.95), percentile(own, 0.5), percentile(own, 0.95)].map((ms) => ms.toFixed(1));
      console.log(`| ${name} | ${left.length} of ${rounds} | ${shown.join(" | ")} |`);
      goals.push(`${name}: p95 to the request within 15 ms: ${verdict(percentile(left, 0.95) <= 15)}`);
    }
    console.log(`\n${goals.join("\n")}`);
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
