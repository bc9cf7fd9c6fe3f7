// A Chromium as people have it. Playwright starts its own with some sixty flags, one of
// which turns the back-forward cache off; this one gets only what it needs to run here,
// and is driven over a pipe.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { expect } from "@playwright/test";

const flags = [
  "--headless=new",
  "--no-sandbox",
  "--remote-debugging-pipe",
  // It talks to nobody on its own.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/** How a navigation ended. */
export type Arrival = "loaded" | "from the cache" | "crashed";

/** What comes over the pipe: the answer to a command, or an event. */
interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export class PlainBrowser {
  private readonly dir = mkdtempSync(join(tmpdir(), "plain-"));
  private readonly process: ChildProcess;
  readonly ended: Promise<string>;
  private readonly listeners = new Set<(message: Message) => void>();
  private lastId = 0;
  private unread = "";

  constructor(path: string) {
    this.process = spawn(path, [...flags, `--user-data-dir=${this.dir}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.ended = new Promise((resolve) => this.process.once("exit", (code, signal) => resolve(`the browser has ended: ${signal ?? code}`)));
    const output = this.process.stdio[4] as Readable;
    output.setEncoding("utf8");
    output.on("data", (part: string) => this.read(part));
  }

  async open(url: string): Promise<PlainPage> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new PlainPage(this, String(sessionId), String(targetId));
    await page.send("Page.enable");
    await page.send("Page.navigate", { url });
    return page;
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      void this.ended.then((how) => reject(new Error(`${method}: ${how}`)));
      const forget = this.on((message) => {
        if (message.id !== id) return;
        forget();
        if (message.error === undefined) resolve(message.result ?? {});
        else reject(new Error(`${method}: ${message.error.message}`));
      });
      const input = this.process.stdio[3] as Writable;
      input.write(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }) + "\0");
    });
  }

  on(listener: (message: Message) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.send("Browser.close").catch(() => undefined);
    await this.ended;
    // Helpers of the browser may still be writing.
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  private read(part: string): void {
    const messages = (this.unread + part).split("\0");
    this.unread = messages.pop() ?? "";
    for (const message of messages) for (const listener of [...this.listeners]) listener(JSON.parse(message) as Message);
  }
}

export class PlainPage {
  /** Why the browser did not take a page from its cache, the last time it did not. */
  refusals: unknown[] = [];

  constructor(
    private readonly browser: PlainBrowser,
    private readonly session: string,
    private readonly target: string,
  ) {
    browser.on(({ sessionId, method, params }) => {
      if (sessionId !== session) return;
      // Whether to leave: yes.
      if (method === "Page.javascriptDialogOpening") void this.send("Page.handleJavaScriptDialog", { accept: true });
      if (method === "Page.backForwardCacheNotUsed") this.refusals = params?.["notRestoredExplanations"] as unknown[];
    });
  }

  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.browser.send(method, params, this.session);
  }

  /** Runs a script that leads to another page, and waits until that is there. */
  go(script: string): Promise<Arrival> {
    return new Promise((resolve, reject) => {
      const forget = this.browser.on(({ sessionId, method, params }) => {
        if (sessionId !== this.session) return;
        const arrival = arrivalOf(method, params);
        if (arrival === null) return;
        forget();
        resolve(arrival);
      });
      void this.browser.ended.then((how) => reject(new Error(how)));
      // In a task of its own: the page has answered before it is gone.
      this.evaluate(`void setTimeout(() => { ${script} })`).catch((error: unknown) => {
        forget();
        reject(error);
      });
    });
  }

  async evaluate(script: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression: script, awaitPromise: true, returnByValue: true, userGesture: true });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value?: unknown }).value;
  }

  /** Waits until a condition holds in the page, or in the one that follows it. */
  async until(condition: string): Promise<void> {
    const holds = () => this.evaluate(`Boolean(${condition})`).catch(() => false);
    await expect.poll(holds, { message: condition }).toBe(true);
  }

  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    await this.send("Input.insertText", { text });
  }

  async press(key: "Enter"): Promise<void> {
    for (const type of ["keyDown", "keyUp"]) await this.send("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: 13, text: type === "keyDown" ? "\r" : "" });
  }

  async close(): Promise<void> {
    await this.browser.send("Target.closeTarget", { targetId: this.target });
  }
}

function arrivalOf(method: string | undefined, params: Record<string, unknown> | undefined): Arrival | null {
  if (method === "Inspector.targetCrashed") return "crashed";
  if (method === "Page.loadEventFired") return "loaded";
  return method === "Page.frameNavigated" && params?.["type"] === "BackForwardCacheRestore" ? "from the cache" : null;
}
