// When a question passed each place on its way from the Enter key to the request, and
// when its turn was over. Page and core are left as they are: what they call is noted.

import type { Page, Request } from "@playwright/test";

/** Times in milliseconds, of the clock that requests are timed by. */
interface InPage {
  enter: number;
  sent: number;
  done: number;
}
interface InWorker {
  received: number;
  /** Begin and end of what the commit before the request does to its file. */
  writing: number;
  written: number;
  asked: number;
}

/** The parts of the way, one after another; together they are all of it. */
export const phases = {
  page: "Enter until the page has posted it",
  waiting: "until the core receives it",
  core: "until the core has read, searched and counted",
  commit: "the commit, on disk",
  request: "until the core calls fetch",
  browser: "until the browser begins the request",
} as const;
export type Phase = keyof typeof phases;

export interface Timed {
  phases: Record<Phase, number>;
  /** Enter until the request begins. */
  left: number;
  /** The turn without the time that its request took. */
  own: number;
}

/** Has a page that is loaded, and its core, note the times of turns; returns what reads those of the last. */
export async function notePhases(page: Page): Promise<(request: Request) => Promise<Timed | null>> {
  const worker = page.workers()[0];
  if (worker === undefined) throw new Error("the page has no worker yet");
  await page.evaluate(noteInPage);
  await worker.evaluate(noteInWorker);
  return async (request) => {
    await page.waitForFunction(() => (globalThis as unknown as { noted: InPage }).noted.done > 0);
    const { enter, sent, done } = await page.evaluate(() => (globalThis as unknown as { noted: InPage }).noted);
    const { received, writing, written, asked } = await worker.evaluate(() => (globalThis as unknown as { noted: InWorker }).noted);
    // The browser does not say of every request when it began and ended.
    const { startTime, responseEnd } = request.timing();
    if (startTime <= 0 || responseEnd <= 0) return null;
    const way = [enter, sent, received, writing, written, asked, startTime];
    const took = Object.keys(phases).map((phase, i) => [phase, (way[i + 1] ?? 0) - (way[i] ?? 0)]);
    return { phases: Object.fromEntries(took) as Timed["phases"], left: startTime - enter, own: done - sent - responseEnd };
  };
}

function noteInPage(): void {
  const noted: InPage = { enter: 0, sent: 0, done: 0 };
  Object.assign(globalThis, { noted });
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("keydown", (event) => (noted.enter = performance.timeOrigin + event.timeStamp), { capture: true });
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, ...passed: unknown[]) {
    const message = passed[0] as { id?: number; frame?: string } | null;
    if (message?.frame?.includes('"method":"turn.send"') === true) {
      const { id } = message;
      noted.sent = now();
      noted.done = 0;
      const hear = ({ data }: MessageEvent<unknown>) => {
        if (typeof data !== "string" || !data.startsWith('{"kind":"result"') || (JSON.parse(data) as { id: number }).id !== id) return;
        noted.done = now();
        this.removeEventListener("message", hear);
      };
      this.addEventListener("message", hear);
    }
    (post as (...passed: unknown[]) => void).apply(this, passed);
  };
}

function noteInWorker(): void {
  const noted: InWorker = { received: 0, writing: 0, written: 0, asked: 0 };
  Object.assign(globalThis, { noted });
  const now = () => performance.timeOrigin + performance.now();
  const receive = self.onmessage as unknown as (event: MessageEvent<unknown>) => void;
  self.onmessage = (event: MessageEvent<{ frame?: string }>) => {
    if (event.data?.frame?.includes('"method":"turn.send"') === true) Object.assign(noted, { received: now(), writing: 0, written: 0, asked: 0 });
    receive(event);
  };
  const isOnItsWay = () => noted.received > 0 && noted.asked === 0;
  const files = (globalThis as unknown as { FileSystemSyncAccessHandle: { prototype: Record<"write" | "flush", (...passed: unknown[]) => unknown> } }).FileSystemSyncAccessHandle.prototype;
  for (const name of ["write", "flush"] as const) {
    const does = files[name];
    files[name] = function (this: unknown, ...passed: unknown[]) {
      if (isOnItsWay() && noted.writing === 0) noted.writing = now();
      const result = does.apply(this, passed);
      if (isOnItsWay()) noted.written = now();
      return result;
    };
  }
  const { fetch } = self;
  self.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (isOnItsWay() && address.endsWith("/v1/chat/completions")) noted.asked = now();
    return fetch(input, init);
  };
}
