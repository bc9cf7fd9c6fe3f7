// The built worker on a page that has nothing else: the server's health check, with
// the headers that every answer of it has.

import { join } from "node:path";
import type { Page } from "@playwright/test";
import { addressOf } from "../built.js";
import { coreFile } from "../fixture.js";

/** What the script below leaves on the page. */
interface Bare {
  send(line: string): void;
  next(): Promise<string>;
}
declare global {
  interface Window {
    bare: Bare;
  }
}

/** The core with the methods that break it. */
export const faultyCore = join(import.meta.dirname, "../../../build/test/core-faults.wasm");

/** Serves another core in place of the built one. */
export async function replaceCore(page: Page, path: string): Promise<void> {
  await page.route(coreFile, (route) => route.fulfill({ path, contentType: "application/wasm" }));
}

export async function openBare(page: Page): Promise<void> {
  // Browsers look for this where a page names no icon.
  await page.route("/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await page.goto("/healthz");
}

/** Starts the worker; the first frames may be sent at once. */
export async function startWorker(page: Page): Promise<void> {
  await openBare(page);
  await page.evaluate((address) => {
    const policy = (
      window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } }
    ).trustedTypes.createPolicy("burrow", { createScriptURL: (url: string) => url });
    const worker = new Worker(policy.createScriptURL(address), { type: "module" });
    const frames: string[] = [];
    const waiting: ((frame: string) => void)[] = [];
    const take = (frame: string) => {
      const first = waiting.shift();
      if (first === undefined) frames.push(frame);
      else first(frame);
    };
    worker.onmessage = (event: MessageEvent<string>) => take(event.data);
    worker.onerror = (event) => take(`worker error: ${event.message}`);
    window.bare = {
      send: (line) => worker.postMessage(line.replace(/\{\{(\d+)\*(.*?)\}\}/g, (_, n: string, text: string) => text.repeat(Number(n)))),
      next: () => {
        const frame = frames.shift();
        return frame === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(frame);
      },
    };
  }, addressOf("worker.js"));
}

/** Sends a line, in which {{N*TEXT}} is repeated on the page: long texts do not travel. */
export function send(page: Page, line: string): Promise<void> {
  return page.evaluate((text) => window.bare.send(text), line);
}

export function next(page: Page): Promise<string> {
  return page.evaluate(() => window.bare.next());
}
