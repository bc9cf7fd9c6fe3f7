// The page of a tab under test: what client.ts is in the product, reduced to writes
// that are numbered, and to words for the worker.

import { headOf, idOf, newTabNumber } from "../../src/core/frames.js";
import type { StoreStatus } from "../../src/core/store-status.js";
import type { TabsOptions } from "../../src/core/tabs.js";
import type { FromWorker, Opening, ToWorker, Write, Written } from "./messages.js";

/** What tests call on the page. */
export interface Tab {
  readonly number: number;
  readonly statuses: StoreStatus[];
  /** Keys of writes that any tab's core said were applied. */
  readonly changed: string[];
  /** Times at which this tab's worker tried to open the file. */
  readonly attempts: number[];
  start(setup: Setup): void;
  /** Starts n writes and returns their keys, without waiting for answers. */
  burst(n: number, how?: { before?: number; after?: number }): string[];
  write(how?: { before?: number; after?: number }): Promise<Written>;
  /** Gives up the n-th request of this tab. */
  cancel(n: number): void;
  /** The whole file, read by the leader. */
  dump(): Promise<string>;
  /** Resolves when all writes have been answered. */
  settled(): Promise<void>;
  /** Resolves when the status is of this kind. */
  reached(kind: StoreStatus["kind"]): Promise<StoreStatus>;
  release(): Promise<void>;
  resume(): void;
  close(): void;
  hang(ms: number | null): void;
  opening(how: Opening): void;
  /** Ends the worker and starts another, as the client's `restart` does. */
  restart(): void;
}

export interface Setup {
  file: string;
  options?: TabsOptions;
  number?: number;
  opening?: Opening;
}

/** Set by the test, if it wants to know while the page may die. */
type Report = (kind: "acked" | "failed", value: string, written?: Written) => void;

declare global {
  interface Window {
    tab: Tab;
    report?: Report;
  }
}

let worker: Worker | undefined;
let started: Setup | undefined;
let tabNumber = 0;
let lastRequest = 0;
let lastWrite = 0;
let ended = () => {};
const statuses: StoreStatus[] = [];
const changed: string[] = [];
const attempts: number[] = [];
const open = new Map<number, { key: string; resolve: (result: unknown) => void; reject: (error: Error) => void }>();
/** Tests that wait for something look again after every message. */
const waiting = new Set<() => void>();

function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      waiting.delete(look);
      resolve();
    };
    waiting.add(look);
    look();
  });
}

function tell(message: ToWorker): void {
  worker?.postMessage(message);
}

function call(method: string, params: object, key: string): Promise<unknown> {
  const id = idOf(tabNumber, ++lastRequest);
  return new Promise((resolve, reject) => {
    open.set(id, { key, resolve, reject });
    tell({ kind: "frame", id, frame: JSON.stringify({ kind: "request", id, method, params }) });
  });
}

async function write({ before = 0, after = 0 } = {}, n = ++lastWrite): Promise<Written> {
  const params: Write = { key: `${tabNumber}-${n}`, before, after };
  return (await call("write", params, params.key)) as Written;
}

function receive(message: FromWorker): void {
  switch (message.kind) {
    case "frame":
      takeFrame(message.frame);
      break;
    case "status":
      statuses.push(message.status);
      if (message.status.kind === "failed") window.report?.("failed", message.status.message);
      break;
    case "released":
      ended();
      break;
    case "attempt":
      attempts.push(message.at);
      break;
    default:
      message satisfies never;
  }
  for (const look of [...waiting]) look();
}

function takeFrame(text: string): void {
  const frame = JSON.parse(text) as { kind: string; result: unknown; code: string; message: string; event: { key: string } };
  const id = headOf(text)?.id;
  if (id === undefined) throw new Error(`no frame: ${text}`);
  if (id === 0) {
    if (frame.kind === "error") throw new Error(frame.message);
    changed.push(frame.event.key);
    return;
  }
  const request = open.get(id);
  // The product's client ignores it; here it would hide that something came twice.
  if (request === undefined) throw new Error(`nobody asked for ${text}`);
  open.delete(id);
  if (frame.kind === "error") {
    request.reject(new Error(`${frame.code}: ${frame.message}`));
    return;
  }
  if (request.key !== "") window.report?.("acked", request.key, frame.result as Written);
  request.resolve(frame.result);
}

window.tab = {
  get number() {
    return tabNumber;
  },
  statuses,
  changed,
  attempts,
  start(setup) {
    started = setup;
    tabNumber ||= setup.number ?? newTabNumber();
    worker = new Worker("/tabs-test/test/tabs/worker.js", { type: "module" });
    worker.onmessage = (event: MessageEvent<FromWorker>) => receive(event.data);
    worker.onerror = (event) => window.report?.("failed", `worker: ${event.message}`);
    tell({ kind: "start", file: setup.file, options: setup.options ?? {}, ...(setup.opening ?? { failures: 0, held: false }) });
  },
  burst(n, how) {
    return Array.from({ length: n }, () => {
      const number = ++lastWrite;
      // A write that a restart rejects was not acknowledged: nothing to do.
      write(how, number).catch(() => undefined);
      return `${tabNumber}-${number}`;
    });
  },
  write,
  cancel(n) {
    const id = idOf(tabNumber, n);
    open.get(id)?.reject(new Error("cancelled by the page"));
    open.delete(id);
    tell({ kind: "frame", id, frame: JSON.stringify({ kind: "cancel", id }) });
  },
  async dump() {
    return (await call("dump", {}, "")) as string;
  },
  settled: () => until(() => open.size === 0),
  async reached(kind) {
    await until(() => statuses.at(-1)?.kind === kind);
    const status = statuses.at(-1);
    if (status === undefined) throw new Error("no status");
    return status;
  },
  release() {
    const released = new Promise<void>((resolve) => (ended = resolve));
    tell({ kind: "release" });
    return released;
  },
  resume: () => tell({ kind: "resume" }),
  close: () => tell({ kind: "close" }),
  hang: (ms) => tell({ kind: "hang", ms }),
  opening: (how) => tell({ kind: "open", ...how }),
  restart() {
    worker?.terminate();
    for (const { reject } of open.values()) reject(new Error("restarted"));
    open.clear();
    if (started !== undefined) window.tab.start(started);
  },
};

// As the product's page does.
document.addEventListener("freeze", () => tell({ kind: "release" }));
document.addEventListener("resume", () => tell({ kind: "resume" }));
window.addEventListener("pagehide", () => tell({ kind: "release" }));
