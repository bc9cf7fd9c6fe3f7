// The scripted model behind the server under test: tools/scriptedmodel says what it
// can be told.

import { modelOrigin } from "./ports.js";

type Errand = "title" | "summary" | "understanding" | "check";

/** What the model does with one request; tools/scriptedmodel refuses what it does not know. */
export interface Script {
  path?: string;
  /** What Burrow asks for itself: names, summaries, what a question means, whether an answer agrees with its sources. Without it, the answer is to a question. */
  for?: Errand;
  text?: string;
  reasoning?: string;
  finish?: string;
  model?: string;
  error?: string;
  status?: number;
  header?: Record<string, string>;
  body?: string;
  usage?: object;
  noDone?: boolean;
  everyMillis?: number;
  chunkBytes?: number;
  hangBefore?: boolean;
  hangAfterWord?: number;
  resetBefore?: boolean;
  resetAfterWord?: number;
}

export interface Asked {
  path: string;
  for?: Errand;
  body?: { model: string; messages: { role: string; content: string }[]; temperature?: number };
  over: boolean;
  gone: boolean;
}

async function tell(method: string, path: string, body?: string): Promise<Response> {
  const answer = await fetch(modelOrigin + path, { method, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Answers of the next requests, in their order. Without one the model repeats the question. */
export async function script(...answers: Script[]): Promise<void> {
  await tell("PUT", "/script", JSON.stringify(answers));
}

/** Answers that hang go on. */
export async function release(): Promise<void> {
  await tell("POST", "/release");
}

export async function resetModel(): Promise<void> {
  await tell("POST", "/reset");
}

/** The questions that reached the model, in their order. */
export async function asked(): Promise<Asked[]> {
  const all = (await (await tell("GET", "/requests")).json()) as Asked[];
  return all.filter((request) => request.path.endsWith("/chat/completions") && request.for === undefined);
}

/** What Burrow asked for itself, in its order. */
export async function askedFor(what: Errand): Promise<Asked[]> {
  const all = (await (await tell("GET", "/requests")).json()) as Asked[];
  return all.filter((request) => request.for === what);
}

/** All that the last question was sent with. */
export async function sent(): Promise<string> {
  return (await asked()).at(-1)?.body?.messages.map(({ content }) => content).join("\n") ?? "";
}
