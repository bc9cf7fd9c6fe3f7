// How long a search takes when 10,000 passages are kept, in the page's own worker on a
// profile on disk: what it adds to the making of a prompt, and how long a reader who
// searches in all documents waits.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Page, expect, test } from "@playwright/test";
import type { Methods } from "../src/core/protocol.gen.js";
import { addressOf } from "./built.js";
import { token } from "./ports.js";
import { openBare } from "./rpc/core.js";
import { type Side, percentile, table, verdict, withBrowser, withSides } from "./side.js";

const root = join(import.meta.dirname, "../..");
const documents = 100;
const sections = 100;
const collection = "manuals";

test("a search in 10,000 passages", async ({ launchOptions }) => {
  test.setTimeout(30 * 60_000);
  await withSides(async (sides) => {
    for (const side of sides.slice(-1)) await withBrowser(launchOptions, side, async (_, page) => measure(page, side));
  });
});

async function measure(page: Page, side: Side): Promise<void> {
  const { texts, sentences } = manuals();
  const questions = [...asked(), ...spread(sentences, 60).map((words) => `What do we say about ${words.slice(0, 4).join(", ")}?`)];
  await openStore(page);
  let passages = 0;
  const began = performance.now();
  for (const [i, text] of texts.entries()) passages += await keep(page, `manual-${i}.md`, text);
  const each = (performance.now() - began) / texts.length;
  const { bytes } = (await call(page, "store.info", {})).result;
  const places = await searchPlaces(page, spread(sentences, questions.length));
  const { without, within, found } = await askBoth(page, questions);
  const added = within.map((ms, i) => ms - (without[i] ?? 0));
  const row = (what: string, times: readonly number[]) => [what, [0.5, 0.95].map((share) => percentile(times, share).toFixed(1)).join(" / ")] as const;
  console.log(
    table(`${passages} passages; ms, p50 / p95 of ${questions.length} questions`, [side], [
      row("documents.search, one word", places.one),
      row("documents.search, two words", places.two),
      row("turn.context without documents", without),
      row("turn.context with all of them", within),
      row("**what the search adds**", added),
      ["questions with passages", `${found} of ${questions.length}`],
      ["the database", `${(bytes / 1e6).toFixed(0)} MB for ${(texts.join("").length / 1e6).toFixed(1)} MB of text`],
      [`adding a document of ${sections} passages, each`, `${each.toFixed(0)} ms`],
    ]),
  );
  console.log(`\na search in 10,000 passages, p95 below 30 ms: ${verdict(percentile(added, 0.95) < 30)}`);
  expect(passages).toBeGreaterThan(9_000);
  expect(found).toBeGreaterThan(questions.length / 2);
}

/** Searches as from the list of chats, for one and two words of each sentence. */
async function searchPlaces(page: Page, sentences: readonly string[][]): Promise<{ one: number[]; two: number[] }> {
  const times = { one: [] as number[], two: [] as number[] };
  for (const words of sentences) {
    for (const [kind, query] of [["one", words.slice(0, 1).join(" ")], ["two", words.slice(0, 2).join(" ")]] as const) {
      const { ms, result } = await call(page, "documents.search", { query });
      expect(result.places, query).not.toHaveLength(0);
      times[kind].push(ms);
    }
  }
  return times;
}

/** Has the prompts of questions made in a chat without documents and in one that asks the collection, in turns. */
async function askBoth(page: Page, questions: readonly string[]): Promise<{ without: number[]; within: number[]; found: number }> {
  const out = { without: [] as number[], within: [] as number[], found: 0 };
  const chats = { without: await newChat(page, []), within: await newChat(page, [`collection/${collection}`]) };
  // What reads questions is loaded with the first.
  for (const session of Object.values(chats)) await call(page, "turn.context", { session, question: "Who may sign for the company?" });
  for (const question of questions) {
    for (const kind of ["without", "within"] as const) {
      const { ms, result } = await call(page, "turn.context", { session: chats[kind], question });
      out[kind].push(ms);
      if (kind === "within" && result.parts?.some(({ passages = 0 }) => passages > 0) === true) out.found++;
    }
  }
  return out;
}

/** The page's worker on a page that does nothing else, with its history. */
async function openStore(page: Page): Promise<void> {
  await openBare(page);
  await page.evaluate((address) => {
    const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } };
    const worker = new Worker(trustedTypes.createPolicy("burrow", { createScriptURL: (url: string) => url }).createScriptURL(address), { type: "module" });
    let last = 7 * 2 ** 32;
    const call = (method: string, params: object) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        const frame = JSON.stringify({ kind: "request", id, method, params });
        const began = performance.now();
        const hear = ({ data }: MessageEvent<unknown>) => {
          const ms = performance.now() - began;
          if (typeof data !== "string") return;
          const answer = JSON.parse(data) as { kind: string; id?: number; result?: unknown };
          if (answer.kind !== "crash" && answer.id !== id) return;
          worker.removeEventListener("message", hear);
          if (answer.kind === "result") resolve({ ms, result: answer.result });
          else reject(new Error(data));
        };
        worker.addEventListener("message", hear);
        worker.postMessage({ kind: "store", id, frame });
      });
    Object.assign(window, { call });
  }, addressOf("worker.js"));
  await call(page, "host.connect", { token: token() });
  expect((await call(page, "store.info", {})).result.kept).toBe(true);
}

/** Calls a method; returns also how long the page waited for its answer. */
function call<M extends keyof Methods>(page: Page, method: M, params: Methods[M]["params"]): Promise<{ ms: number; result: Methods[M]["result"] }> {
  type Call = (method: string, params: object) => Promise<{ ms: number; result: Methods[M]["result"] }>;
  return page.evaluate(([method, params]) => (window as unknown as { call: Call }).call(method, params), [method, params] as const);
}

async function newChat(page: Page, sources: string[]): Promise<string> {
  const { uid: session } = (await call(page, "sessions.create", {})).result;
  await call(page, "settings.set", { session, settings: { sources } });
  return session;
}

/** Adds a document to the collection as the library does; returns how many passages it has. */
async function keep(page: Page, name: string, text: string): Promise<number> {
  const file = Buffer.from(text);
  await call(page, "documents.begin", { upload: name, name, bytes: file.length });
  await call(page, "documents.write", { upload: name, offset: 0, data: file.toString("base64") });
  return (await call(page, "documents.end", { upload: name, text, collection })).result.chunks;
}

/** Documents with the chapters' headings and sentences of the demo company's manual, but other numbers, names and words; also the longer words of each sentence. */
function manuals(): { texts: string[]; sentences: string[][] } {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const among = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const syllables = [..."bdfgklmnprstvz"].flatMap((first) => [..."aeiou"].map((second) => first + second));
  // Of so many words, the nth is drawn with a share of 1/n, as in natural text.
  const coined = (of: number) => {
    const n = Math.floor(of ** random()) * 104_729;
    return [1, 70, 4900].map((place) => syllables[Math.floor(n / place) % 70]).join("");
  };
  const named = () => coined(4000).replace(/^./, (first) => first.toUpperCase());
  const folder = join(root, "internal/demo/manual");
  const chapters = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  const headings = chapters.map((lines) => lines.flatMap((line) => /^##+ (.*)/.exec(line)?.[1] ?? []));
  const said = chapters.map((lines) => lines.filter((line) => /^[\w-]/.test(line)).flatMap((line) => line.replace(/^(- |\d+\. )/, "").split(/(?<=[.:;]) /)));
  const sentences: string[][] = [];
  const varied = (sentence: string) => {
    let text = sentence.replace(/\d/g, () => String(Math.floor(random() * 10)));
    const long = text.match(/\b[a-z]{6,}\b/g) ?? [];
    if (long.length > 0 && random() < 0.5) text = text.replace(among(long), coined(6000));
    const words = text.match(/\p{L}{5,}/gu) ?? [];
    if (words.length > 3) sentences.push(words);
    return text;
  };
  const section = (chapter: number) => {
    const own = said[chapter] ?? [];
    const length = 800 + 500 * random();
    // Sentences that stand near each other speak of one thing.
    let at = Math.floor(random() * own.length);
    let body = `In ${named()}, ${named()} ${named()} sees to this.`;
    while (body.length < length) body += ` ${varied(random() < 0.8 ? (own[at++ % own.length] ?? "") : among(among(said)))}`;
    return `## ${among(headings[chapter] ?? [])} in ${named()}\n\n${body}\n`;
  };
  const texts = Array.from({ length: documents }, (_, i) => [`# Manual of ${named()}\n`, ...Array.from({ length: sections }, () => section(i % chapters.length))].join("\n"));
  return { texts, sentences };
}

/** What people who had not seen the code asked about the manual. */
function asked(): string[] {
  const lines = readFileSync(join(root, "tools/evalknowledge/testdata/manual-questions.tsv"), "utf8").trim().split("\n");
  return lines.map((line) => line.split("\t")).flatMap(([text = "", kind]) => (kind === "none" ? [] : [text]));
}

/** So many of all, from beginning to end. */
const spread = <T>(all: readonly T[], many: number): T[] => all.filter((_, i) => Math.floor((i * many) / all.length) !== Math.floor(((i - 1) * many) / all.length));
