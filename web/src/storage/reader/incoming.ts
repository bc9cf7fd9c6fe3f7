// Imports chats from a file, as a script of its own that is fetched with the first import:
// the file is read once to say what would come in, and once more if the reader wants that.
// Nothing of the file stays in memory but the part at hand.

import type { Client } from "../../core/client.js";
import type { Imported } from "../../core/protocol.gen.js";
import { plainName } from "../../markdown/signs.js";
import { imports as words } from "../../text/imports.js";
import type { Asked, Part, Report, Told } from "./parts.js";

/** Address of the worker's script, with its hash; written by the bundler. */
declare const __READER_WORKER__: string;

/** What a question before an import says. */
export interface ImportQuestion {
  title: string;
  lines: readonly string[];
  /** What will be left out or changed. */
  changes: { title: string; lines: readonly string[] };
  yes: string;
}

/** What the page does for an import. */
export interface ImportPage {
  client: Client;
  show(words: string, share: number | null): void;
  ask(question: ImportQuestion): Promise<boolean>;
  adding(work: () => Promise<void>): Promise<void>;
  sentenceOf(error: unknown): string;
  /** Refuses with a sentence. */
  refuse(sentence: string): Error;
  scriptURL(url: string): string;
}

interface Outcome {
  words: string;
  trouble: boolean;
  details: readonly string[];
}

interface Sum extends Omit<Imported, "made"> {
  report: Report;
  made: Set<string>;
}
const nothing = (): Sum => ({ made: new Set(), sessions: 0, messages: 0, known: 0, problems: [], report: { formats: [], refused: 0, problems: [] } });
const detailsOf = ({ problems, report }: Sum) => [...report.problems, ...problems];

/** Says what is in a file, asks, and imports it. Null if the reader does not want it. */
export async function importChats(page: ImportPage, file: File, signal: AbortSignal): Promise<Outcome | null> {
  const foretold = nothing();
  await eachPart(page, file, signal, async (part) => {
    page.show(words.reading(plainName(file.name)), part.progress);
    await take(page, part, foretold, { preview: true }, signal);
  });
  const { sessions, messages, known } = foretold;
  if (sessions + messages === 0) return { words: words.done(0, 0, known), trouble: false, details: detailsOf(foretold) };
  page.show(words.answer, null);
  if (!(await page.ask(questionOf(file.name, foretold)))) return null;

  const sum = nothing();
  try {
    page.show(words.importing, null);
    await page.adding(() =>
      eachPart(page, file, signal, async (part) => {
        // A part under way is finished: otherwise nobody could say what was imported.
        await take(page, part, sum, {});
        page.show(words.importing, part.progress);
      }),
    );
  } catch (error) {
    const why = signal.aborted ? words.stopped : page.sentenceOf(error);
    return { words: words.doneInPart(sum.sessions, sum.messages, why), trouble: !signal.aborted, details: detailsOf(sum) };
  }
  const details = detailsOf(sum);
  const said = words.done(sum.sessions, sum.messages, sum.known);
  return { words: sum.report.refused + sum.problems.length === 0 ? said : `${said} ${words.someProblems}`, trouble: false, details };
}

function questionOf(name: string, foretold: Sum): ImportQuestion {
  const { sessions, messages, known, report } = foretold;
  const changes = detailsOf(foretold);
  return {
    title: words.question(plainName(name)),
    lines: [
      ...report.formats.map(({ format, chats, messages }) => words.found(format, chats, messages)),
      words.new(sessions, messages),
      ...(known === 0 ? [] : [words.known(known)]),
    ],
    changes: { title: words.changes(changes.length), lines: changes },
    yes: words.import,
  };
}

async function take(page: ImportPage, part: Part, sum: Sum, how: { preview?: boolean }, signal?: AbortSignal): Promise<void> {
  sum.report = part.report;
  if (part.lines === "") return;
  const first = part.first === 0 ? {} : { first: part.first };
  const added = await page.client.call("sessions.import", { text: part.lines, ...first, ...how }, { signal });
  // A chat that is in several parts would be added once.
  const made = added.made?.filter((name) => !sum.made.has(name));
  for (const name of made ?? []) sum.made.add(name);
  sum.sessions += made?.length ?? added.sessions;
  sum.messages += added.messages;
  sum.known += added.known;
  sum.problems.push(...added.problems);
}

/** Has a file read by a worker of its own, one part after another. */
async function eachPart(page: ImportPage, file: File, signal: AbortSignal, take: (part: Part) => Promise<void>): Promise<void> {
  const worker = new Worker(page.scriptURL(__READER_WORKER__), { type: "module", name: "burrow reader" });
  const end = () => worker.terminate();
  // No worker may be alive in a page that goes into the back-forward cache: see client.ts.
  addEventListener("pagehide", end);
  try {
    for (let part = await ask(page, worker, { kind: "chats", file }, signal); ; part = await ask(page, worker, "next", signal)) {
      signal.throwIfAborted();
      await take(part);
      if (part.ended) return;
    }
  } finally {
    removeEventListener("pagehide", end);
    end();
  }
}

/** Asks for a file's first part, or the next. */
function ask(page: ImportPage, worker: Worker, asked: Asked, signal: AbortSignal): Promise<Part> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.onmessage = ({ data }: MessageEvent<Told>) => (data.kind === "part" ? resolve(data) : reject(page.refuse(data.message)));
    worker.onerror = (event) => {
      event.preventDefault();
      reject(page.refuse(words.notLoaded));
    };
    worker.postMessage(asked);
  });
}
