// The dedicated worker in which the core runs. It loads SQLite and the core, hands
// frames back and forth as the strings they are, and gets files for the core by
// name. Requests to the store go by way of the tabs, of which one has the database.
// The core's death, of whatever cause, reaches the page as a crash frame.

import "wasm_exec";
import { fetchOver } from "./relay.js";
import type { CrashFrame, EncodingName, StoreInfo } from "./protocol.gen.js";
import { Reserve } from "./reserve.js";
import { SQLite, type Files, poolDirectory } from "./sqlite.js";
import { headOf, tabOf } from "./frames.js";
import { Tabs } from "./tabs.js";
import { history, worker as words } from "../text/core.js";
import type { FromWorker, ToWorker } from "./worker-message.js";

/** Addresses of what the core is made of, with their hashes; written by the bundler. */
declare const __ASSETS__: Record<"core" | "sqlite" | "related" | "languages" | EncodingName, string>;

/** Defined by Go's wasm_exec.js. */
declare class Go {
  importObject: WebAssembly.Imports;
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
}
declare const fs: { writeSync(fd: number, bytes: Uint8Array): number };

/** What the core finds as `globalThis.burrow`: see wasm/main_js.go. */
interface Host {
  port: {
    postMessage(frame: string): void;
    /** Messages that came before the core set this are kept for it. */
    onmessage: ((event: MessageEvent<unknown>) => void) | null;
  };
  asset(name: string): Promise<Uint8Array>;
  /** The name of the encoder that the page has, "" if it has none. */
  encoder: string;
  /** The vectors of texts, one behind the other. */
  encode(texts: string[], signal: AbortSignal): Promise<Float32Array>;
  /** Where databases can be kept, once this worker has the files. */
  files: Files;
}
declare global {
  var burrow: Host;
}

// What the core asks below this path is for a model in the browser, which the page has.
const localPath = "/local/";
const network = self.fetch.bind(self);
let local: ((request: Request) => Promise<Response>) | undefined;
self.fetch = (input: RequestInfo | URL, init?: RequestInit) => {
  const address = new URL(input instanceof Request ? input.url : input, location.href);
  if (address.origin !== location.origin || !address.pathname.startsWith(localPath)) return network(input, init);
  return local?.(new Request(input, init)) ?? Promise.resolve(Response.json({ object: "list", data: [] }));
};

// All downloads begin at once: the first count needs them.
const sqliteResponse = fetch(__ASSETS__.sqlite);
const coreResponse = fetch(__ASSETS__.core);
let earlyVocabulary: Promise<Uint8Array> | undefined = download("cl100k_base");
// Whoever asks for it learns of a failure; until then it is not unhandled.
earlyVocabulary.catch(() => undefined);

let deliver: ((event: MessageEvent<unknown>) => void) | null = null;
const early: MessageEvent<unknown>[] = [];
let death: CrashFrame | undefined;

globalThis.burrow = {
  port: {
    postMessage: fromCore,
    set onmessage(receiver: (event: MessageEvent<unknown>) => void) {
      deliver = receiver;
      for (const event of early.splice(0)) receiver(event);
    },
  },
  asset(name) {
    if (name !== "cl100k_base" && name !== "o200k_base" && name !== "related" && name !== "languages") return Promise.reject(new Error(`there is no asset ${name}`));
    if (name !== "cl100k_base" || earlyVocabulary === undefined) return download(name);
    const vocabulary = earlyVocabulary;
    earlyVocabulary = undefined;
    return vocabulary;
  },
  encoder: "",
  async encode(texts, signal) {
    const response = await local?.(new Request(`${localPath}encode`, { method: "POST", body: JSON.stringify(texts), signal }));
    if (response?.ok !== true) throw new Error((await response?.text()) ?? "nobody encodes");
    return new Float32Array(await response.arrayBuffer());
  },
  files: { kept: false, reason: history.notAsked },
};

const own = {
  /** Requests of the worker itself, by ids that neither pages nor tabs use. */
  lastId: 2 ** 32 - 2 ** 20,
  waiting: new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>(),
};
let flags: Int32Array | undefined;
let sqlite: SQLite | undefined;
let tabs: Tabs | undefined;
const reserve = new Reserve(poolDirectory, (written) => void ask("store.room", { written }).catch(() => undefined));
/** Whether the history is in memory. */
let temporary = false;

self.onmessage = (event: MessageEvent<unknown>) => {
  if (typeof event.data === "object" && event.data !== null) {
    fromPage(event.data as ToWorker);
  } else if (death !== undefined) {
    // The page may have sent this before it knew, and must not wait for ever.
    self.postMessage(JSON.stringify(death));
  } else {
    toCore(event);
  }
};

function toCore(event: MessageEvent<unknown>): void {
  if (deliver === null) early.push(event);
  else deliver(event);
}

function fromPage(message: ToWorker): void {
  switch (message.kind) {
    case "temporary":
      void openMemory();
      return;
    case "store":
      if (temporary && death === undefined) toCore(new MessageEvent("message", { data: message.frame }));
      else if (death === undefined) store().fromPage(message.id, message.frame);
      else self.postMessage(JSON.stringify(death));
      return;
    case "local":
      local = fetchOver(message.port);
      return;
    case "encoder":
      burrow.encoder = message.name;
      return;
    case "flags":
      flags = message.flags;
      sqlite?.setFlags(flags);
      return;
    case "rest":
      void tabs?.release();
      return;
    case "resume":
      tabs?.resume();
      return;
    default:
      message satisfies never;
  }
}

/** Opens a history that neither files nor other tabs know of. Its requests wait behind this one. */
async function openMemory(): Promise<void> {
  temporary = true;
  const opened = (await ask("store.open", { name: ":memory:" }).catch(() => null)) as StoreInfo | null;
  if (opened !== null) self.postMessage({ kind: "store", status: { kind: "leading", opened } } satisfies FromWorker);
}

/** Answers of the store belong to one of the tabs, which their ids tell; all else to this page. */
function fromCore(frame: string): void {
  const head = headOf(frame);
  const mine = head === null ? undefined : own.waiting.get(head.id);
  if (head !== null && mine !== undefined) {
    own.waiting.delete(head.id);
    const answer = JSON.parse(frame) as { result?: unknown; message?: string };
    if (head.kind === "result") mine.resolve(answer.result);
    else mine.reject(new Error(answer.message));
  } else if (tabs !== undefined && head !== null && (tabOf(head.id) !== 0 || (head.kind === "event" && head.id === 0))) {
    tabs.fromCore(head.id, frame);
  } else {
    self.postMessage(frame);
  }
}

/** Asks the core on the worker's own behalf. */
function ask(method: string, params: object): Promise<unknown> {
  if (death !== undefined) return Promise.reject(new Error(death.message));
  const id = own.lastId++;
  return new Promise((resolve, reject) => {
    own.waiting.set(id, { resolve, reject });
    toCore(new MessageEvent("message", { data: JSON.stringify({ kind: "request", id, method, params }) }));
  });
}

/** The way to the store. A page that never asks for it does not stand for the lead. */
function store(): Tabs {
  tabs ??= new Tabs(
    {
      async open() {
        const engine = await engineReady;
        burrow.files = await engine.takeFiles();
        try {
          const opened = (await ask("store.open", { name: "burrow.db" })) as StoreInfo;
          if (opened.kept) reserve.keep();
          return opened;
        } catch (error) {
          engine.releaseFiles();
          throw error;
        }
      },
      async close() {
        reserve.release();
        // The core answers this after all requests before it. A dead one holds nothing.
        if (death === undefined) await ask("store.close", {}).catch(() => undefined);
        (await engineReady).releaseFiles();
      },
      handle(frame) {
        if (death === undefined) toCore(new MessageEvent("message", { data: frame }));
      },
    },
    {
      post: (frame) => self.postMessage(frame),
      status: (status) => self.postMessage({ kind: "store", status } satisfies FromWorker),
    },
  );
  return tabs;
}

// A trap of the module surfaces in whichever callback entered it.
self.addEventListener("error", (event) => {
  event.preventDefault();
  die(words.stopped, describe(event.error));
});
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  die(words.stopped, describe(event.reason));
});

const lastWords = captureStderr();
// Both begin at once, one on another thread while the other starts on this one.
const coreModule = compileCore();
const engineReady = loadEngine();
// Whoever needs them learns of a failure; until then it is not unhandled.
coreModule.catch(() => undefined);
engineReady.catch(() => undefined);
// Not awaited: a module that does not end gets no messages.
void start();

async function start(): Promise<void> {
  const go = new Go();
  let exitCode = 0;
  go.exit = (code) => {
    exitCode = code;
  };
  let instance: WebAssembly.Instance;
  try {
    const engine = await engineReady;
    instance = await WebAssembly.instantiate(await coreModule, { ...go.importObject, ...engine.imports() });
    engine.connect(instance.exports["mem"] as WebAssembly.Memory);
  } catch (error) {
    die(words.notLoaded, describe(error));
    return;
  }
  await go.run(instance);
  die(words.stopped, lastWords() || `exit code ${exitCode}`);
}

async function loadEngine(): Promise<SQLite> {
  sqlite = await SQLite.load(checked(await sqliteResponse));
  if (flags !== undefined) sqlite.setFlags(flags);
  sqlite.onShortWrite(() => reserve.give());
  return sqlite;
}

async function compileCore(): Promise<WebAssembly.Module> {
  const response = checked(await coreResponse);
  // Compiling while it downloads wants the right type; a server without it costs
  // time, not the core.
  const streams = response.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

async function download(name: EncodingName | "related" | "languages"): Promise<Uint8Array> {
  const response = checked(await fetch(__ASSETS__[name]));
  return new Uint8Array(await response.arrayBuffer());
}

function checked(response: Response): Response {
  if (!response.ok) throw new Error(`${new URL(response.url).pathname} was answered with status ${response.status}`);
  return response;
}

/** Passes what the core prints on to the console, and returns a function that gives its end. */
function captureStderr(): () => string {
  const kept = 16_384;
  const decoder = new TextDecoder();
  let tail = "";
  let line = "";
  fs.writeSync = (_, bytes) => {
    const text = decoder.decode(bytes, { stream: true });
    tail = (tail + text).slice(-kept);
    const lines = (line + text).split("\n");
    line = lines.pop() ?? "";
    for (const whole of lines) console.log(whole);
    return bytes.length;
  };
  return () => tail;
}

/** Only the first cause of death counts; what follows comes of it. */
function die(message: string, detail: string): void {
  if (death !== undefined) return;
  death = { kind: "crash", message, detail };
  self.postMessage(JSON.stringify(death));
  for (const { reject } of own.waiting.values()) reject(new Error(message));
  own.waiting.clear();
  // Another tab's core takes the history over.
  tabs?.close();
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
