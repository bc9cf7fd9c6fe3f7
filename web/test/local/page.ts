// What the tests of models in the browser share: an empty page of the origin, isolated
// as the real one is, with the scripts of the built page at hand.

import type { Page } from "@playwright/test";
import { addressOf } from "../built.js";

/** Without isolation there is no shared memory, and so but one thread. */
export async function emptyPage(page: Page, isolated = true): Promise<void> {
  const headers: Record<string, string> = isolated ? { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" } : {};
  await page.route("**/local-test", (route) =>
    route.fulfill({ headers, contentType: "text/html", body: "<!doctype html><title>Models in the browser</title>" }),
  );
  await page.goto("/local-test");
}

/** Opens the models in the page as `globalThis.models`, with helpers for asking. */
export async function openModels(page: Page, threads = 0): Promise<void> {
  await page.evaluate(
    async ({ script, threads }) => {
      const { openLocal } = (await import(script)) as typeof import("../../src/models/local/local.js");
      const local = openLocal({ threads });
      const phases: string[] = [];
      local.state.subscribe(({ models }) => {
        const line = models.map(({ file, phase }) => `${file}: ${phase.kind}${"paused" in phase && phase.paused ? " paused" : ""}`).join(", ");
        if (phases.at(-1) !== line) phases.push(line);
      });
      Object.assign(globalThis, { models: { local, phases } });
    },
    { script: addressOf("local.js"), threads },
  );
}

export type Local = import("../../src/models/local/local.js").Local;

declare global {
  // In the page.
  var models: { local: Local; phases: string[] };
}

export interface Turn {
  status: number;
  text: string;
  comments: string[];
  finish: string | null;
  usage: { prompt_tokens: number; completion_tokens: number; prompt_tokens_details: { cached_tokens: number } } | null;
  local: { dropped: number; read_tokens: number; read_chars_per_second: number } | null;
  error: { message: string; type: string; code: string } | null;
  /** Milliseconds from the request to the first text. */
  first: number;
  /** Whether the stream ended by an abort, and with its end mark. */
  stopped: boolean;
  done: boolean;
}

export interface Asking {
  messages: { role: string; content: string }[];
  model?: string;
  max_tokens?: number;
  response_format?: unknown;
  temperature?: number;
  /** Stops when a line begins so for the second time, as ": reading" or "data:". */
  stopAt?: string;
}

/** Asks in the page and collects the stream. */
export async function ask(page: Page, asking: Asking): Promise<Turn> {
  return page.evaluate(async ({ stopAt, ...asking }) => {
    const stop = new AbortController();
    const began = performance.now();
    const turn: Turn = { status: 0, text: "", comments: [], finish: null, usage: null, local: null, error: null, first: 0, stopped: false, done: false };
    interface Chunk extends Pick<Turn, "usage" | "local" | "error"> {
      choices?: { delta: { content?: string }; finish_reason: string | null }[];
    }
    const body = JSON.stringify({ stream: true, stream_options: { include_usage: true }, temperature: 0, ...asking });
    try {
      const response = await models.local.fetch(new Request("/local/v1/chat/completions", { method: "POST", body, signal: stop.signal }));
      turn.status = response.status;
      if (response.headers.get("Content-Type")?.startsWith("application/json") === true) {
        turn.error = ((await response.json()) as { error: Turn["error"] }).error;
        return turn;
      }
      let rest = "";
      let matched = 0;
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + piece).split("\n\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (stopAt !== undefined && line.startsWith(stopAt) && ++matched === 2) stop.abort();
          if (line.startsWith(":")) turn.comments.push(line);
          else if (line === "data: [DONE]") turn.done = true;
          else {
            const chunk = JSON.parse(line.slice("data: ".length)) as Chunk;
            const content = chunk.choices?.[0]?.delta.content ?? "";
            if (content !== "" && turn.first === 0) turn.first = performance.now() - began;
            turn.text += content;
            turn.finish = chunk.choices?.[0]?.finish_reason ?? turn.finish;
            turn.usage = chunk.usage ?? turn.usage;
            turn.local = chunk.local ?? turn.local;
            turn.error = chunk.error ?? turn.error;
          }
        }
      }
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "AbortError") throw error;
      turn.stopped = true;
    }
    return turn;
  }, asking);
}

/** The phases of the models, as lines, that the page was told since the last call. */
export async function phases(page: Page): Promise<string[]> {
  return page.evaluate(() => models.phases.splice(0));
}
