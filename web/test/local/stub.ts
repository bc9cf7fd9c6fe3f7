// The borders of the models in the browser, for tests of the page: the server's list of
// model files, downloads that wait half-way, and a model that says what a test tells it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Page, type Route, expect } from "@playwright/test";
import { test as base } from "../fixture.js";
import { madeUpModel } from "./inside.js";
import type { Order } from "./modelworker.js";
import { addressOf } from "../built.js";

export const file = "tiny-model.gguf";
/** As the page calls it. */
export const name = file.replace(".gguf", "");
export const content = Buffer.from(madeUpModel(100_000));

export const test = base.extend({
  context: async ({ context }, use) => {
    // Chromium has a model of its own by name only, and complains when it is asked for.
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "LanguageModel"));
    await use(context);
  },
});

interface Offered {
  /** What comes of the file, for each request of it. */
  change?: (body: Buffer, request: number) => Buffer;
}

/** Offers a made-up model in the place of the server's; returns the ranges that were asked for. */
export async function offerModel(page: Page, { change = (body) => body }: Offered = {}): Promise<string[]> {
  const ranges: string[] = [];
  const sha256 = createHash("sha256").update(content).digest("hex");
  await page.route("**/models/", (route) => route.fulfill({ json: { models: [{ name: file, bytes: content.length, sha256 }] } }));
  await page.route(`**/models/${file}`, (route) => {
    const range = /bytes=(\d+)-/.exec(route.request().headers()["range"] ?? "");
    const from = Number(range?.[1] ?? 0);
    ranges.push(range?.[0] ?? "");
    const body = change(content, ranges.length).subarray(from);
    return route.fulfill({ status: from > 0 ? 206 : 200, headers: { ETag: '"1"' }, contentType: "application/octet-stream", body });
  });
  return ranges;
}

export async function offerNothing(page: Page): Promise<void> {
  await page.route("**/models/", (route) => route.fulfill({ json: { models: [] } }));
}

/** Lets the first part of a download come and then waits, until it is paused or released. What is asked for by a range comes whole. */
export const holding = `
    const whole = self.fetch.bind(self);
    self.fetch = async (input, init) => {
      const response = await whole(input, init);
      if (!String(input).endsWith(".gguf") || init?.headers?.Range !== undefined) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(bytes.slice(0, bytes.length / 2));
          new BroadcastChannel("downloads").onmessage = () => {
            controller.enqueue(bytes.slice(bytes.length / 2));
            controller.close();
          };
          init.signal.addEventListener("abort", () => controller.error(new DOMException("stopped", "AbortError")));
        },
      });
      return new Response(body, { status: response.status, headers: response.headers });
    };
  `;

export async function holdDownloads(page: Page): Promise<void> {
  await beforeModelWorker(page, holding);
}

/** Lets the rest of the downloads come that wait. */
export async function releaseDownloads(page: Page): Promise<void> {
  await page.evaluate(() => new BroadcastChannel("downloads").postMessage("go on"));
}

/** Runs a script in the model worker before its own. */
export async function beforeModelWorker(page: Page, script: string): Promise<void> {
  await page.route(`**${addressOf("model.js")}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: script + (await response.text()) });
  });
}

type Moment = "load" | "answer";

/** Runs the real model worker over a library that obeys: see modelworker.ts; and a script before it. */
export async function obeyingModel(page: Page, before = "") {
  const worker = before + readFileSync(join(import.meta.dirname, "../../../build/test/modelworker.js"), "utf8");
  const held: { moment: Moment; route: Route }[] = [];
  const holds = new Set<Moment>();
  await page.route(`**${addressOf("model.js")}`, async (route) => route.fulfill({ response: await route.fetch(), body: worker }));
  await page.route("**/test-model/*", (route) => {
    const moment = new URL(route.request().url()).pathname.split("/").at(-1) as Moment;
    return holds.has(moment) ? void held.push({ moment, route }) : route.fulfill({ body: "go on" satisfies Order });
  });
  return {
    /** From now on it waits at this moment. */
    hold: (moment: Moment) => void holds.add(moment),
    /** Resolves when it waits there. */
    reached: (moment: Moment) => expect.poll(() => held.some((one) => one.moment === moment)).toBe(true),
    /** What happens now, to whoever waits, and that nobody waits there from now on. */
    async order(moment: Moment, order: Order) {
      holds.delete(moment);
      for (const one of held.splice(0).filter((one) => one.moment === moment)) await one.route.fulfill({ body: order });
    },
  };
}

/** What the model in the browser was asked; the test answers, as a stream of the wire. */
interface Asked {
  body: { model: string; messages: { role: string; content: string }[] };
  say(lines: string): void;
  stopped: boolean;
}

declare global {
  // In the page.
  var asked: Asked[];
}

/** Puts a model "tiny" into the browser, which says what the test tells it. */
export async function speakForModel(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.asked = [];
    // Reason enough to load the script.
    if (location.protocol.startsWith("http")) localStorage.setItem("burrow.built-in-model", "available");
  });
  const address = addressOf("local.js");
  const spoken = `
    import { answerFetches, openLocal as open } from "${address}?real";
    export { answerFetches };
    export function openLocal(options) {
      return { ...open(options), fetch: answer };
    }
    async function answer(request) {
      if (request.method === "GET") return Response.json({ object: "list", data: [{ id: "tiny" }] });
      const body = await request.json();
      const stream = new ReadableStream({
        start(controller) {
          const one = { body, stopped: false, say: (lines) => controller.enqueue(new TextEncoder().encode(lines)) };
          request.signal.addEventListener("abort", () => {
            one.stopped = true;
            controller.error(new DOMException("stopped", "AbortError"));
          });
          asked.push(one);
        },
      });
      return new Response(stream, { headers: { "Content-Type": "text/event-stream" } });
    }
  `;
  await page.route(`**${address}`, (route) => route.fulfill({ contentType: "text/javascript", body: spoken }));
  await page.route(`**${address}?real`, async (route) => route.fulfill({ response: await route.fetch({ url: route.request().url().replace("?real", "") }) }));
}

/** Waits until the model was asked so many times. */
export async function untilAsked(page: Page, times = 1): Promise<void> {
  await page.waitForFunction((times) => asked.length >= times, times);
}

/** Says something in the place of the model, to the last question. */
export async function sayLines(page: Page, lines: string): Promise<void> {
  await page.evaluate((lines) => asked.at(-1)?.say(lines), lines);
}

/** The model's words, and the end of its answer. */
export async function answerAll(page: Page, words: string): Promise<void> {
  const chunk = (choice: object) => `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "tiny", choices: [choice] })}\n\n`;
  await sayLines(page, chunk({ index: 0, delta: { role: "assistant", content: words }, finish_reason: null }) + chunk({ index: 0, delta: {}, finish_reason: "stop" }) + "data: [DONE]\n\n");
}
