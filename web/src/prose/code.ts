// The page's end of the worker that reads code: a script of its own, fetched with the first
// code of a language that is known. The worker is asked for one text at a time, and ended
// when a text takes it too long or nobody has asked for a while. Whatever fails leaves the
// text as it is.

import type { Run } from "../markdown/signs.js";
import { type Asked, type Row, type Told, colours } from "./colour.js";
import type { Language } from "./languages.js";

/** Address of the worker's script, with its hash; written by the bundler. */
declare const __HIGHLIGHT__: string;

/** How long a text may take, and how long the worker waits for the next, in milliseconds. */
const longestWork = 1_500;
const longestRest = 60_000;
/** So many texts are remembered, so that a chat that is opened again has its colours at once. */
const mostKept = 300;

interface Wanted {
  language: Language;
  text: string;
  done: () => void;
}

/** By language and text; null for a text that could not be read. */
const kept = new Map<string, Row | null>();
const keyOf = (language: Language, text: string) => `${language}\n${text}`;

/** Addresses that workers may be started from: the page's policy, which exists once. */
let address: (url: string) => string = (url) => url;

export function startBy(trusted: typeof address): void {
  address = trusted;
}

const waiting: Wanted[] = [];
let asked: Wanted | undefined;
let worker: Worker | undefined;
let ready = false;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

// No worker may be alive in a page that goes into the back-forward cache: see client.ts.
addEventListener("pagehide", () => {
  if (asked !== undefined) waiting.unshift(asked);
  end();
});
addEventListener("pageshow", askNext);

/** The colours of a text; undefined if nobody has asked for them. */
export function rowOf(language: Language, text: string): Row | null | undefined {
  return kept.get(keyOf(language, text));
}

/** Asks for the colours of a text, if nobody has; what it returns takes that back. */
export function wantRow(language: Language, text: string, done: () => void): (() => void) | undefined {
  if (rowOf(language, text) !== undefined) return undefined;
  const wanted = { language, text, done };
  waiting.push(wanted);
  askNext();
  return () => {
    const at = waiting.indexOf(wanted);
    if (at >= 0) waiting.splice(at, 1);
    wanted.done = () => undefined;
  };
}

function askNext(): void {
  if (asked !== undefined || waiting.length === 0) return;
  if (worker === undefined) return start();
  if (!ready) return;
  asked = waiting.shift();
  if (asked === undefined) return;
  const { language, text } = asked;
  if (rowOf(language, text) !== undefined) return finish();
  worker.postMessage({ id: ++lastId, language, text } satisfies Asked);
  wait(longestWork);
}

function start(): void {
  try {
    worker = new Worker(address(__HIGHLIGHT__), { type: "module", name: "burrow code" });
  } catch {
    waiting.length = 0;
    return;
  }
  worker.onmessage = ({ data }: MessageEvent<Told>) => take(data);
  worker.onerror = (event) => {
    event.preventDefault();
    // Its script cannot be had: the next text tries again.
    waiting.length = 0;
    end();
  };
}

function take(told: Told): void {
  if (told.kind === "ready") {
    ready = true;
    wait(longestRest);
    return askNext();
  }
  if (asked === undefined || told.id !== lastId) return;
  keep(asked, told.row);
}

function keep({ language, text }: Wanted, row: Row | null): void {
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  kept.set(keyOf(language, text), row !== null && lengthOf(row) === text.length ? row : null);
  finish();
}

function finish(): void {
  const done = asked?.done;
  asked = undefined;
  wait(longestRest);
  done?.();
  askNext();
}

function wait(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const late = asked;
    end();
    if (late !== undefined) {
      asked = late;
      keep(late, null);
    }
  }, ms);
}

function end(): void {
  clearTimeout(timer);
  worker?.terminate();
  worker = undefined;
  ready = false;
  asked = undefined;
}

function lengthOf(row: Row): number {
  let sum = 0;
  for (let i = 0; i < row.length; i += 2) sum += row[i] ?? 0;
  return sum;
}

/**
 * The runs of a text, divided where the colour changes, as `draw` makes them. A run of
 * hidden characters stays whole.
 */
export function painted<T>(runs: readonly Run[], row: Row, draw: (run: Run, colour: string) => T): T[] {
  const drawn: T[] = [];
  let [next, left, colour] = [0, 0, ""];
  /** How many of so many characters have the same colour. */
  const take = (most: number): number => {
    while (left === 0 && next < row.length) {
      left = row[next] ?? 0;
      const at = row[next + 1] ?? 0;
      colour = at === 0 ? "" : (colours[at] ?? "");
      next += 2;
    }
    const length = Math.min(left, most);
    left -= length;
    // The lengths were checked; nothing may hang on that.
    return length === 0 ? most : length;
  };
  for (const run of runs) {
    if (run.hidden) drawn.push(draw(run, ""));
    for (let from = 0; from < run.text.length; ) {
      const text = run.text.slice(from, (from += take(run.text.length - from)));
      if (!run.hidden) drawn.push(draw({ text, hidden: false }, colour));
    }
  }
  return drawn;
}
