// A tab's worker with a scripted core. Its database is one file that gets a line for
// each write; the file's sync access handle is exclusive, so a second owner fails.

import { Tabs } from "../../src/core/tabs.js";
import type { Owner, StoreOpened } from "../../src/core/lead.js";
import type { FromWorker, Line, ToWorker, Write, Written } from "./messages.js";

// TODO: drop when TypeScript's DOM library has it; it is only in that for workers.
interface SyncHandle {
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

interface Job {
  id: number;
  method: string;
  params: Write;
  cancelled: boolean;
}

class LineFile implements Owner {
  private access: SyncHandle | null = null;
  private name = "";
  private lines = 0;
  private keys = new Map<string, number>();
  private jobs: Job[] = [];
  private working: Promise<void> | null = null;
  private interrupt = () => {};
  /** How many of the next attempts to open fail. */
  failures = 0;
  /** What an attempt waits for. */
  gate: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly answer: (id: number, frame: string) => void,
  ) {}

  async open(): Promise<StoreOpened> {
    send({ kind: "attempt", at: performance.now() });
    await this.gate;
    if (this.failures > 0) {
      this.failures--;
      throw new Error("The file could not be opened.");
    }
    const root = await navigator.storage.getDirectory();
    const file = await root.getFileHandle(this.file, { create: true });
    this.access = await (file as unknown as { createSyncAccessHandle(): Promise<SyncHandle> }).createSyncAccessHandle();
    this.read(this.access);
    this.name = crypto.randomUUID().slice(0, 8);
    this.append({ owner: this.name });
    return { by: this.name };
  }

  async close(): Promise<void> {
    // What has not begun is not begun any more; what has is interrupted.
    for (const job of this.jobs) job.cancelled = true;
    this.interrupt();
    await this.working;
    this.access?.close();
    this.access = null;
  }

  handle(frame: string): void {
    const { kind, id, method, params }: { kind: string; id: number; method: string; params: Write } = JSON.parse(frame);
    if (kind === "cancel") {
      for (const job of this.jobs) if (job.id === id) job.cancelled = true;
      return;
    }
    if (this.jobs.some((job) => job.id === id)) {
      // As the real core answers what it cannot tell apart.
      this.answer(0, JSON.stringify({ kind: "error", id: 0, code: "invalid", message: `Request ${id} is under way.` }));
      return;
    }
    this.jobs.push({ id, method, params, cancelled: false });
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    for (let job = this.jobs[0]; job !== undefined; job = this.jobs[0]) {
      await this.run(job);
      this.jobs.shift();
    }
    this.working = null;
  }

  private async run(job: Job): Promise<void> {
    const { id, method, params } = job;
    if (method === "dump") {
      this.answer(id, JSON.stringify({ kind: "result", id, result: this.text() }));
      return;
    }
    if (params.before > 0) await this.pass(params.before);
    if (job.cancelled) {
      this.answer(id, JSON.stringify({ kind: "error", id, code: "cancelled", message: "The request was cancelled." }));
      return;
    }
    let line = this.keys.get(params.key);
    if (line === undefined) {
      line = this.append({ key: params.key, by: this.name });
      this.keys.set(params.key, line);
      this.answer(0, JSON.stringify({ kind: "event", id: 0, event: { kind: "changed", key: params.key } }));
    }
    if (params.after > 0) await this.pass(params.after);
    const result: Written = { line, by: this.name };
    this.answer(id, JSON.stringify({ kind: "result", id, result }));
  }

  private pass(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.interrupt = resolve;
      setTimeout(resolve, ms);
    });
  }

  private read(access: SyncHandle): void {
    const text = this.text();
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    // A line that was torn by a crash was never acknowledged.
    if (whole.length < text.length) access.truncate(whole.length);
    this.keys.clear();
    this.lines = 0;
    for (const line of whole.split("\n").slice(0, -1)) {
      const value: Line = JSON.parse(line);
      this.lines++;
      if ("key" in value) this.keys.set(value.key, this.lines);
    }
  }

  private text(): string {
    if (this.access === null) throw new Error("the file is not open");
    const bytes = new Uint8Array(this.access.getSize());
    this.access.read(bytes, { at: 0 });
    return new TextDecoder().decode(bytes);
  }

  private append(line: Line): number {
    if (this.access === null) throw new Error("the file is not open");
    const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`);
    this.access.write(bytes, { at: this.access.getSize() });
    this.access.flush();
    return ++this.lines;
  }
}

function send(message: FromWorker): void {
  self.postMessage(message);
}

let file: LineFile | undefined;
let tabs: Tabs | undefined;
let openGate = () => {};

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case "start": {
      const started = new LineFile(data.file, (id, frame) => tabs?.fromCore(id, frame));
      file = started;
      setOpening(started, data.failures, data.held);
      tabs = new Tabs(
        started,
        { post: (frame) => send({ kind: "frame", frame }), status: (status) => send({ kind: "status", status }) },
        data.options,
      );
      return;
    }
    case "frame":
      tabs?.fromPage(data.id, data.frame);
      return;
    case "release":
      void tabs?.release().then(() => send({ kind: "released" }));
      return;
    case "resume":
      tabs?.resume();
      return;
    case "close":
      tabs?.close();
      return;
    case "hang":
      hang(data.ms);
      return;
    case "open":
      if (file !== undefined) setOpening(file, data.failures, data.held);
      return;
    default:
      data satisfies never;
  }
};

function setOpening(file: LineFile, failures: number, held: boolean): void {
  file.failures = failures;
  openGate();
  file.gate = held ? new Promise((resolve) => (openGate = resolve)) : Promise.resolve();
}

/** Really loops: a frozen page would not stop its worker. */
function hang(ms: number | null): void {
  const end = ms === null ? Infinity : performance.now() + ms;
  while (performance.now() < end);
}
