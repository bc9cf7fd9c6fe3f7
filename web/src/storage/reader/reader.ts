// The worker that reads the files of other programs: Go's package foreign, as a module of
// its own that the page loads with the first import. It is asked for one part after
// another, and ends with the file.

import "wasm_exec";
import { reader as words } from "../../text/imports.js";
import type { Told } from "./parts.js";

/** Address of the module, with its hash; written by the bundler. */
declare const __READER__: string;

/** Defined by Go's wasm_exec.js. */
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** Reads at once, which only workers may. TODO: drop when TypeScript's DOM library has it. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** What the module finds as `globalThis.burrowReader`: see wasm/reader/main_js.go. */
interface Host {
  size: number;
  read(at: number, length: number): Uint8Array;
  /** Set by the module. */
  next?: () => Answer;
}
type Answer = { error: string } | { lines: string; first: number; progress: number; ended: boolean; report: string };
declare global {
  var burrowReader: Host;
}

let started: Promise<void> | undefined;

self.onmessage = async ({ data }: MessageEvent<File | null>) => {
  try {
    if (data !== null) started = start(data);
    await started;
  } catch {
    return tell({ kind: "failed", message: words.notLoaded });
  }
  tell(answer());
};

function answer(): Told {
  const said = globalThis.burrowReader.next?.();
  if (said === undefined) return { kind: "failed", message: words.failed };
  if ("error" in said) return { kind: "failed", message: said.error };
  const { lines, first, progress, ended, report } = said;
  return { kind: "part", lines, first, progress, ended, report: JSON.parse(report) };
}

function tell(told: Told): void {
  self.postMessage(told);
}

async function start(file: File): Promise<void> {
  const files = new FileReaderSync();
  globalThis.burrowReader = {
    size: file.size,
    read: (at, length) => new Uint8Array(files.readAsArrayBuffer(file.slice(at, at + length))),
  };
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch(__READER__), go.importObject);
  // It runs until this worker ends; if it ends before, there is no more to be read.
  void go.run(instance).finally(() => delete globalThis.burrowReader.next);
}
