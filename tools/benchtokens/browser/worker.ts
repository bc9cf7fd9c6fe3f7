// Runs one function of one library with one encoding. Nothing is shared between
// workers, so no cache knows a text that another worker was given.

import { load, type Library } from "./libraries.ts";
import type { Answer, Question } from "./protocol.ts";

let library: Library | undefined;

addEventListener("message", async (event: MessageEvent<Question>) => {
  let answer: Answer;
  try {
    answer = await reply(event.data);
  } catch (err) {
    answer = { kind: "failed", message: err instanceof Error ? err.message : String(err) };
  }
  postMessage(answer);
});

async function reply(question: Question): Promise<Answer> {
  if (question.kind === "load") {
    library = await load(question.lib, question.encoding);
    return { kind: "loaded", ms: library.readyMs };
  }
  if (library === undefined) throw new Error("no library was loaded");
  const messages = await read(question.url);
  if (question.kind === "run") {
    if (question.warmup !== undefined) run(library, await read(question.warmup), 0);
    return run(library, messages, question.leastMs);
  }
  const ms = library.keystrokes?.(messages.join(""), question.count) ?? "the library has no draft";
  if (typeof ms === "string") throw new Error(ms);
  return { kind: "typed", ms };
}

async function read(url: string): Promise<string[]> {
  const response = await fetch(url);
  return (await response.json()) as string[];
}

// The same loop as in package peer: passes over all messages until leastMs.
function run(library: Library, messages: string[], leastMs: number): Answer {
  const passes: number[] = [];
  const inside: number[] = [];
  let tokens = 0;
  const start = performance.now();
  for (;;) {
    tokens = 0;
    const pass = performance.now();
    for (const message of messages) tokens += library.count(message);
    const now = performance.now();
    passes.push(now - pass);
    if (library.takeInside) inside.push(library.takeInside());
    if (now - start >= leastMs) return { kind: "ran", tokens, passes, inside };
  }
}
