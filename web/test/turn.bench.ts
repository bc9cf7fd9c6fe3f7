// What a turn and a visit cost in Chromium: local work with 10,000 messages in the
// conversation, by somebody who pauses before Enter and by somebody who does not, the
// page's thread while a long answer comes in, opening and scrolling such a chat, and the
// first load with an empty cache. Prints tables and the goals, passed or missed: `make
// bench-turn`; `make bench-turn BESIDE=../other` also measures the build of another
// checkout, in turns with this one.

import { type Page, type Request, expect, test } from "@playwright/test";
import { agree, openSettings, parts } from "./fixture.js";
import { resetModel, script } from "./model.js";
import { type Phase, type Timed, notePhases, phases } from "./phases.js";
import { percentile, table, verdict, withBrowser, withBrowsers, withSides } from "./side.js";

const messages = 10_000;
const rounds = Number(process.env["ROUNDS"] ?? 100);
const loads = 7;
const openings = 7;
/** Frames in which the chat is scrolled: some parts of it are loaded meanwhile. */
const frames = 240;

const isQuestion = (request: Request) => request.url().endsWith("/v1/chat/completions");

/** Opens the page and waits until it can be asked. Older builds call the field otherwise. */
async function visit(page: Page, origin: string) {
  await page.goto(origin);
  const found = { ...parts(page), field: page.locator("#field") };
  await expect(found.status).toContainText("gpt-4");
  return found;
}

/** Where files are imported: a part of the settings, and a sheet of its own before. */
async function openData(page: Page) {
  const own = page.getByRole("button", { name: "Storage", exact: true });
  if (!(await own.isVisible())) return openSettings(page, "Data");
  await own.click();
  return page.getByRole("dialog", { name: "Storage" });
}

/** Imports a chat of so many messages and opens it. */
async function openLong(page: Page): Promise<void> {
  const { sessions, answers } = parts(page);
  const lines = Array.from({ length: messages }, (_, i) =>
    JSON.stringify({ session: "long", role: i % 2 === 0 ? "user" : "assistant", content: `Message ${i}: ${"a few words more ".repeat(i % 12)}`, id: `m${i}` }),
  );
  const sheet = await openData(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Import/ }).click();
  await (await chooser).setFiles({ name: "chats.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines.join("\n")) });
  // An older build imports without asking.
  const asks = page.getByRole("group", { name: /^Import / });
  const done = sheet.getByRole("status").filter({ hasText: "imported" });
  await expect(asks.or(done)).toBeVisible({ timeout: 120_000 });
  if (await asks.isVisible()) await agree(page);
  await expect(done).toBeVisible({ timeout: 120_000 });
  await sheet.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("Escape");
  await sessions.first().click();
  await expect(answers.last()).toContainText("Message 9999");
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
  test.setTimeout(40 * 60_000);
  await resetModel();
  await withSides((sides) =>
    withBrowsers(launchOptions, sides, async (pages) => {
      const readers = [];
      for (const [i, page] of pages.entries()) {
        await visit(page, sides[i]?.origin ?? "");
        await openLong(page);
        readers.push(await notePhases(page));
      }
      const goals: string[] = [];
      for (const [w, { name, pause }] of ways.entries()) {
        const timed: Timed[][] = pages.map(() => []);
        for (let i = 0; i < rounds; i++) {
          for (const [p, page] of pages.entries()) {
            const request = await askOnce(page, `Question ${w * rounds + i} of some words about the badger`, pause);
            const one = await readers[p]?.(request);
            if (one != null) timed[p]?.push(one);
          }
        }
        const row = (what: string, value: (one: Timed) => number): [string, ...string[]] => [
          what,
          ...timed.map((all) => [0.5, 0.95].map((share) => percentile(all.map(value), share).toFixed(1)).join(" / ")),
        ];
        console.log(
          table(`${name}, ${messages} messages; ms, p50 / p95`, sides, [
            row("**Enter to request**", ({ left }) => left),
            ...Object.entries(phases).map(([phase, what]) => row(what, (one) => one.phases[phase as Phase])),
            row("the whole turn without its request", ({ own }) => own),
            ["timed", ...timed.map((all) => `${all.length} of ${rounds}`)],
          ]),
        );
        const left = timed.at(-1)?.map((one) => one.left) ?? [];
        goals.push(`${name}: p95 to the request within 20 ms: ${verdict(percentile(left, 0.95) <= 20)}`);
      }
      console.log(`\n${goals.join("\n")}`);
    }),
  );
});

/** Asks a question and waits until it is answered; returns its request. */
async function askOnce(page: Page, question: string, pause: number): Promise<Request> {
  const { answers, send } = parts(page);
  const field = page.locator("#field");
  await field.fill(question);
  if (pause > 0) await page.waitForTimeout(pause);
  const [request] = await Promise.all([page.waitForRequest(isQuestion), field.press("Enter")]);
  await expect(answers.last()).toContainText(`You said: ${question}`);
  await expect(send).toBeVisible();
  return request;
}

test("the page's thread while an answer of 5,000 tokens comes in", async ({ launchOptions }) => {
  test.setTimeout(10 * 60_000);
  const found: { tasks: number[]; characters: number }[] = [];
  await withSides(async (sides) => {
    for (const side of sides) await withBrowser(launchOptions, side, async (_, page) => void found.push(await streamTo(page, side.origin)));
    console.log(
      table(`an answer of ${longAnswer.length} bytes`, sides, [
        ["characters shown", ...found.map(({ characters }) => String(characters))],
        ["tasks over 50 ms", ...found.map(({ tasks }) => String(tasks.length))],
        ["longest", ...found.map(({ tasks }) => `${Math.max(0, ...tasks).toFixed(0)} ms`)],
      ]),
    );
    console.log(`\nno task over 50 ms: ${verdict(found.at(-1)?.tasks.length === 0)}`);
  });
});

const longAnswer = Array.from(
  { length: 70 },
  (_, i) =>
    `## Part ${i}\n\nSome **bold** words and a [link](https://example.org/${i}), then \`code\` and more of the same kind to read.\n\n` +
    `- first item of part ${i}\n- second item\n  - nested\n\n| a | b |\n|---|---:|\n| ${i} | ${i * i} |\n\n\`\`\`go\nfunc part${i}() int { return ${i} }\n\`\`\`\n\n`,
).join("");

/** Has a long answer come in; returns the tasks of the page's thread that took long. */
async function streamTo(page: Page, origin: string): Promise<{ tasks: number[]; characters: number }> {
  await resetModel();
  const { field, answers } = await visit(page, origin);
  await script({ text: longAnswer, everyMillis: 2 });
  const stop = await noteTasks(page);
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
  const characters = await answers.evaluate((answer) => answer.textContent?.length ?? 0);
  return { tasks: await stop(), characters };
}

/** Notes tasks of the page's thread over 50 ms until the function it returns is called, which gives how long they took. */
async function noteTasks(page: Page): Promise<() => Promise<number[]>> {
  const observer = await page.evaluateHandle(() => {
    const tasks: number[] = [];
    const take = (list: readonly PerformanceEntry[]) => tasks.push(...list.map(({ duration }) => duration));
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: "longtask" });
    return { tasks, stop: () => take(observer.takeRecords()) };
  });
  return () =>
    observer.evaluate(({ tasks, stop }) => {
      stop();
      return tasks;
    });
}

test("a chat of 10,000 messages opens and scrolls", async ({ launchOptions }) => {
  test.setTimeout(20 * 60_000);
  await resetModel();
  await withSides((sides) =>
    withBrowsers(launchOptions, sides, async (pages) => {
      for (const [i, page] of pages.entries()) {
        await visit(page, sides[i]?.origin ?? "");
        await openLong(page);
      }
      const first: number[][] = pages.map(() => []);
      const again: number[][] = pages.map(() => []);
      for (let i = 0; i < openings; i++) {
        for (const [p, page] of pages.entries()) {
          const { sessions, answers } = await visit(page, sides[p]?.origin ?? "");
          await expect(sessions).toBeVisible();
          first[p]?.push(await openFromList(page));
          await page.getByRole("link", { name: "New chat" }).or(page.getByRole("button", { name: "New chat" })).first().click();
          await expect(answers).toHaveCount(0);
          again[p]?.push(await openFromList(page));
        }
      }
      const scrolls = [];
      for (const page of pages) scrolls.push(await scrollUp(page));
      console.log(
        table(`a chat of ${messages} messages`, sides, [
          [`opens, after a visit began; median of ${openings} / longest`, ...first.map(halfAndMost)],
          ["opens again", ...again.map(halfAndMost)],
          [`tasks over 50 ms in ${frames} frames of scrolling up`, ...scrolls.map(({ tasks }) => String(tasks.length))],
          ["longest", ...scrolls.map(({ tasks }) => `${Math.max(0, ...tasks).toFixed(0)} ms`)],
          ["scrolled as far up as message", ...scrolls.map(({ first }) => String(first))],
        ]),
      );
      const tasks = scrolls.at(-1)?.tasks.length;
      const halves = [first, again].map((all) => percentile(all.at(-1) ?? [], 0.5));
      console.log(`\nopens within 300 ms: ${verdict(Math.max(...halves) <= 300)}\nscrolls without a task over 50 ms: ${verdict(tasks === 0)}`);
    }),
  );
});

const halfAndMost = (all: readonly number[]) => `${percentile(all, 0.5).toFixed(0)} / ${Math.max(...all).toFixed(0)} ms`;

/** Opens the chat from the list; returns the milliseconds from the click to the frame with its last message, timed inside. */
function openFromList(page: Page): Promise<number> {
  return page.evaluate(
    (last) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        document.querySelector<HTMLElement>(".sessions a.session-name")?.click();
        const look = () => {
          const found = [...document.querySelectorAll("article.answer")].at(-1)?.textContent?.includes(last) ?? false;
          requestAnimationFrame(found ? () => setTimeout(() => resolve(performance.now() - began)) : look);
        };
        look();
      }),
    `Message ${messages - 1}`,
  );
}

/** Scrolls the open chat up, 300 pixels a frame, so that earlier parts of it are loaded meanwhile. */
async function scrollUp(page: Page): Promise<{ tasks: number[]; first: number }> {
  const stop = await noteTasks(page);
  const first = await page.evaluate(
    (frames) =>
      new Promise<number>((resolve) => {
        const box = document.querySelector<HTMLElement>("[role=log]");
        let left = frames;
        const move = () => {
          box?.scrollBy(0, -300);
          if (--left > 0) return requestAnimationFrame(move);
          const first = /Message (\d+)/.exec(box?.querySelector("article")?.textContent ?? "")?.[1];
          return setTimeout(() => resolve(Number(first)), 500);
        };
        requestAnimationFrame(move);
      }),
    frames,
  );
  return { tasks: await stop(), first };
}

test("first load with an empty cache", async ({ launchOptions }) => {
  test.setTimeout(10 * 60_000);
  await withSides(async (sides) => {
    const typing: number[][] = sides.map(() => []);
    const asking: number[][] = sides.map(() => []);
    for (let i = 0; i < loads; i++) {
      for (const [s, side] of sides.entries()) {
        await withBrowser(launchOptions, side, async (_, page) => {
          const { typed, asked } = await firstLoad(page, side.origin);
          typing[s]?.push(typed);
          if (asked !== null) asking[s]?.push(asked);
        });
      }
    }
    const median = (all: readonly number[]) => percentile(all, 0.5);
    console.log(
      table(`first load, empty cache, median of ${loads}, ms`, sides, [
        ["typing possible", ...typing.map((all) => median(all).toFixed(0))],
        ["first question has left", ...asking.map((all) => median(all).toFixed(0))],
      ]),
    );
    const [t, a] = [median(typing.at(-1) ?? []), median(asking.at(-1) ?? [])];
    console.log(`\ntyping within 500 ms: ${verdict(t <= 500)}\nfirst question within 1,500 ms: ${verdict(a <= 1500)}`);
  });
});

/** Asks as soon as the page takes Enter; returns when one could type and when the question left, the latter unless the browser did not say. */
async function firstLoad(page: Page, origin: string): Promise<{ typed: number; asked: number | null }> {
  await resetModel();
  await page.addInitScript(() => {
    // The field takes keys from the moment it is there.
    new MutationObserver((_, observer) => {
      if (document.getElementById("field") === null) return;
      observer.disconnect();
      requestAnimationFrame(() => Object.assign(globalThis, { typing: performance.now() }));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(origin, { waitUntil: "commit" });
  const field = page.locator("#field");
  const asked = page.waitForRequest(isQuestion);
  await page.locator("html[data-live]").waitFor({ state: "attached" });
  await field.fill("Are you there?");
  await field.press("Enter");
  const request = await asked;
  const times = await page.evaluate(() => ({ typing: (globalThis as unknown as { typing: number }).typing, origin: performance.timeOrigin }));
  const began = request.timing().startTime;
  return { typed: times.typing, asked: began > 0 ? began - times.origin : null };
}
