// The dedicated worker in which the core runs. It loads the core, hands frames
// back and forth as the strings they are, and gets files for the core by name.
// The core's death, of whatever cause, reaches the page as a crash frame.

import "wasm_exec";
import type { CrashFrame, EncodingName } from "./protocol.gen.js";

/** Addresses of what the core is made of, with their hashes; written by the bundler. */
declare const __ASSETS__: Record<"core" | EncodingName, string>;

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
}
declare global {
  var burrow: Host;
}

// Both downloads begin at once: the first count needs both.
const coreResponse = fetch(__ASSETS__.core);
let earlyVocabulary: Promise<Uint8Array> | undefined = download("cl100k_base");
// Whoever asks for it learns of a failure; until then it is not unhandled.
earlyVocabulary.catch(() => undefined);

let deliver: ((event: MessageEvent<unknown>) => void) | null = null;
const early: MessageEvent<unknown>[] = [];
let death: CrashFrame | undefined;

globalThis.burrow = {
  port: {
    postMessage: (frame) => self.postMessage(frame),
    set onmessage(receiver: (event: MessageEvent<unknown>) => void) {
      deliver = receiver;
      for (const event of early.splice(0)) receiver(event);
    },
  },
  asset(name) {
    if (name !== "cl100k_base" && name !== "o200k_base") return Promise.reject(new Error(`there is no asset ${name}`));
    if (name !== "cl100k_base" || earlyVocabulary === undefined) return download(name);
    const vocabulary = earlyVocabulary;
    earlyVocabulary = undefined;
    return vocabulary;
  },
};

self.onmessage = (event: MessageEvent<unknown>) => {
  if (death !== undefined) {
    // The page may have sent this before it knew, and must not wait for ever.
    self.postMessage(JSON.stringify(death));
  } else if (deliver === null) {
    early.push(event);
  } else {
    deliver(event);
  }
};

// A trap of the module surfaces in whichever callback entered it.
self.addEventListener("error", (event) => {
  event.preventDefault();
  die("The core has stopped because of a bug.", describe(event.error));
});
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  die("The core has stopped because of a bug.", describe(event.reason));
});

const lastWords = captureStderr();
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
    instance = await instantiate(go.importObject);
  } catch (error) {
    die("The core could not be loaded. Check the connection.", describe(error));
    return;
  }
  await go.run(instance);
  die("The core has stopped because of a bug.", lastWords() || `exit code ${exitCode}`);
}

async function instantiate(imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  const response = checked(await coreResponse);
  // Compiling while it downloads wants the right type; a server without it costs
  // time, not the core.
  const streams = response.headers.get("content-type") === "application/wasm";
  const { instance } = streams
    ? await WebAssembly.instantiateStreaming(response, imports)
    : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  return instance;
}

async function download(name: EncodingName): Promise<Uint8Array> {
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
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
