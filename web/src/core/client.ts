// The page's end of the protocol. Everything that the worker sends enters here
// as `unknown`, and leaves typed by decode.ts.

import { decode } from "./decode.js";
import { flagCount, flagOf, place } from "./flags.js";
import { idOf, newTabNumber, tabOf } from "./frames.js";
import type { ChangedEvent, Code, CondenseEvent, CoreEvent, Methods, OutboxEvent, RequestFrame, ToCore } from "./protocol.gen.js";
import { type Early, scriptURL } from "./script-url.js";
import type { StoreStatus } from "./store-status.js";
import { client as words } from "../text/core.js";
import type { FromWorker, ToWorker } from "./worker-message.js";

/** What a crash leaves behind: a sentence for the reader, detail for a bug report. */
export interface Crash {
  message: string;
  detail: string;
}

export interface ClientHooks {
  /** A bug stopped the core or one of its requests. Everything outstanding has been rejected. */
  onCrash: (crash: Crash) => void;
  /** The core reads requests from now on, after a start or a restart. */
  onReady?: (version: string) => void;
  /** Where the history is, and whether it can be reached. */
  onStore?: (status: StoreStatus) => void;
  /** The history has changed, here or in another tab. */
  onChanged?: (event: ChangedEvent) => void;
  /** A conversation is being condensed in the background. */
  onCondense?: (event: CondenseEvent) => void;
  /** Something has happened to a question that waits to be sent. */
  onOutbox?: (event: OutboxEvent) => void;
  /** The page is back from the back-forward cache, with a new core that knows nothing of the old one's drafts. */
  onBack?: () => void;
}

export interface CallOptions {
  /** Aborting rejects the call at once with code "cancelled" and stops the core's work on it. */
  signal?: AbortSignal | undefined;
  onEvent?: ((event: CoreEvent) => void) | undefined;
}

/** An answer that is not a result. `message` is a sentence that the reader may see. */
export class CoreError extends Error {
  override readonly name = "CoreError";

  constructor(
    readonly code: Code,
    message: string,
  ) {
    super(message);
  }
}

/** A request without an answer. */
interface Outstanding {
  request: RequestFrame;
  resolve: (result: unknown) => void;
  reject: (error: CoreError) => void;
  onEvent: ((event: CoreEvent) => void) | undefined;
}

/**
 * Owns the worker in which the core runs, from construction until `close`.
 *
 * The worker ends whenever the page goes. Chromium may keep the page in its
 * back-forward cache and freeze its workers; a core frozen in the middle of its work
 * crashed the whole tab, about once in ten navigations (Chromium 156). A page that
 * comes back gets a new core, which is sent what the old one had not answered.
 */
export class Client {
  private worker: Worker;
  private lastId = 0;
  /** Set if the worker's script never ran: nothing would answer. */
  private stillborn: CoreError | null = null;
  private readonly outstanding = new Map<number, Outstanding>();
  private tab = newTabNumber();
  /** Whether the page has gone, and the worker with it. */
  private gone = false;
  /** Tells a statement that runs to end; the worker itself cannot be told meanwhile. */
  private readonly flags = typeof SharedArrayBuffer === "undefined" ? undefined : new Int32Array(new SharedArrayBuffer(4 * flagCount));

  /** @param url address of the worker's script, with its hash */
  constructor(
    private readonly url: string,
    private readonly hooks: ClientHooks,
    /** Whether its history is in memory and its own alone. */
    private readonly temporary = false,
  ) {
    this.worker = this.start();
    addEventListener("pagehide", this.leave);
    addEventListener("pageshow", this.comeBack);
  }

  /**
   * Runs a method of the core. May be called before the core is ready: the
   * worker keeps requests until then.
   */
  async call<M extends keyof Methods>(
    method: M,
    params: Methods[M]["params"],
    options: CallOptions = {},
  ): Promise<Methods[M]["result"]> {
    const { signal, onEvent } = options;
    if (signal?.aborted) throw cancelled();
    if (this.stillborn !== null) throw this.stillborn;
    const request: RequestFrame = { kind: "request", id: this.nextId(method), method, params };
    const abort = () => {
      const flag = flagOf(request.id);
      if (this.flags !== undefined) Atomics.store(this.flags, place(flag), flag);
      this.post({ kind: "cancel", id: request.id });
      this.take(request.id)?.reject(cancelled());
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const result = await new Promise<unknown>((resolve, reject) => {
        this.outstanding.set(request.id, { request, resolve, reject, onEvent });
        this.post(request);
      });
      // The core and these types come from one build, and the transcripts hold
      // both to them: the shape is not checked again for every keystroke.
      return result as Methods[M]["result"];
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Ends the core and starts a new one, which knows nothing of the old one's drafts. */
  restart(): void {
    this.worker.terminate();
    this.rejectAll(new CoreError("cancelled", words.restarted));
    this.worker = this.start();
  }

  /** Ends the core. */
  close(): void {
    removeEventListener("pagehide", this.leave);
    removeEventListener("pageshow", this.comeBack);
    this.worker.terminate();
    this.rejectAll(new CoreError("cancelled", words.closed));
  }

  /** Gives the core a way to the models that the page has. */
  lend(port: MessagePort): void {
    this.worker.postMessage({ kind: "local", port } satisfies ToWorker, [port]);
  }

  /** Tells the core which encoder the page has, "" for none. */
  setEncoder(name: string): void {
    this.tell({ kind: "encoder", name });
  }

  /** Lets another tab have the history while this one is frozen. */
  rest(): void {
    this.tell({ kind: "rest" });
  }

  /** Stands for the history again. */
  resume(): void {
    this.tell({ kind: "resume" });
  }

  /** Another tab takes the history over, as it does from a closed one. */
  private readonly leave = (): void => {
    this.gone = true;
    this.worker.terminate();
  };

  private readonly comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted || !this.gone) return;
    this.gone = false;
    // The tab that has the history may still be working for the old number.
    this.tab = newTabNumber();
    const unanswered = [...this.outstanding.values()];
    this.outstanding.clear();
    this.worker = this.start();
    for (const waiting of unanswered) {
      const { request, reject } = waiting;
      if (isLocal(request.method)) {
        reject(new CoreError("cancelled", words.restarted));
        continue;
      }
      // Sent again, a write with a key is answered and not applied a second time.
      request.id = this.nextId(request.method);
      this.outstanding.set(request.id, waiting);
      this.post(request);
    }
    this.hooks.onBack?.();
  };

  /** Requests to the store may be answered by another tab's core, so their ids name this tab. */
  private nextId(method: string): number {
    return isLocal(method) ? ++this.lastId : idOf(this.tab, ++this.lastId);
  }

  private start(): Worker {
    const early = takeEarly(this.url);
    const worker = early?.worker ?? new Worker(scriptURL(this.url), { type: "module", name: "burrow core" });
    worker.onmessage = (message: MessageEvent<unknown>) => this.receive(message.data);
    // Only the script itself fails this way; what goes wrong inside it arrives
    // as a crash frame.
    worker.onerror = (event) => {
      const message = words.notStarted;
      this.stillborn = new CoreError("internal", message);
      this.crash({ message, detail: event.message ?? "" });
    };
    this.stillborn = null;
    if (early !== undefined && early.events.length > 0) {
      // Whoever makes a client gets it before it says anything.
      queueMicrotask(() => {
        for (const event of early.events) worker.dispatchEvent(event instanceof MessageEvent ? new MessageEvent("message", { data: event.data }) : new ErrorEvent("error", { message: event.message }));
      });
    }
    if (this.temporary) worker.postMessage({ kind: "temporary" } satisfies ToWorker);
    if (this.flags !== undefined) worker.postMessage({ kind: "flags", flags: this.flags } satisfies ToWorker);
    return worker;
  }

  private post(frame: ToCore): void {
    // A page that comes back sends what is outstanding.
    if (this.gone) return;
    const text = JSON.stringify(frame);
    if (tabOf(frame.id) === 0) this.worker.postMessage(text);
    else this.tell({ kind: "store", id: frame.id, frame: text });
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private receive(data: unknown): void {
    if (typeof data === "object" && data !== null) {
      this.hooks.onStore?.((data as FromWorker).status);
      return;
    }
    const frame = decode(data);
    if (frame === "skipped") return;
    if (frame === null) {
      this.crash({ message: words.unreadable, detail: String(data).slice(0, 200) });
      return;
    }
    switch (frame.kind) {
      case "ready":
        this.hooks.onReady?.(frame.version);
        return;
      case "result":
        this.take(frame.id)?.resolve(frame.result);
        return;
      case "error":
        this.take(frame.id)?.reject(new CoreError(frame.code, frame.message));
        return;
      case "event":
        if (frame.event.kind === "changed") this.hooks.onChanged?.(frame.event);
        else if (frame.event.kind === "condense" && frame.id === 0) this.hooks.onCondense?.(frame.event);
        else if (frame.event.kind === "outbox") this.hooks.onOutbox?.(frame.event);
        else this.outstanding.get(frame.id)?.onEvent?.(frame.event);
        return;
      case "crash":
        this.crash(frame);
        return;
      default:
        frame satisfies never;
    }
  }

  /** Forgets a request and returns it. An answer may come after its request was aborted: then there is none. */
  private take(id: number): Outstanding | undefined {
    const found = this.outstanding.get(id);
    this.outstanding.delete(id);
    return found;
  }

  private crash({ message, detail }: Crash): void {
    this.rejectAll(new CoreError("internal", message));
    this.hooks.onCrash({ message, detail });
  }

  private rejectAll(error: CoreError): void {
    const all = [...this.outstanding.values()];
    this.outstanding.clear();
    for (const { reject } of all) reject(error);
  }
}

/** Whether every tab's own core answers a method. */
function isLocal(method: string): boolean {
  return /^(core|tokens|draft|host)\./.test(method);
}

/** A key for a request that writes: sent again, it is answered and not applied again. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");
}

function cancelled(): CoreError {
  return new CoreError("cancelled", words.cancelled);
}

/** Hands the worker out that the shell has started, once, if it runs this script. */
function takeEarly(url: string): (Early & { worker: Worker }) | undefined {
  const early = globalThis.burrowEarly;
  if (early?.worker === undefined || early.url !== url) return undefined;
  const taken = { ...early, worker: early.worker };
  delete early.worker;
  return taken;
}
