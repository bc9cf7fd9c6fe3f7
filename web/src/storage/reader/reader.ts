// The worker that reads files: Go's packages foreign and document/read, as a module of its
// own that the page loads with the first file. It is asked for one part after another, and
// ends with the file.

import "wasm_exec";
import { reader as ofChats } from "../../text/imports.js";
import { reading } from "../../text/reading.js";
import type { Asked, Modules, ReadDocument, Told, ToldOfDocument } from "./parts.js";
import { type PDFium, startPDFium } from "./pdfium.js";

/** Addresses of the modules, with their hashes; written by the bundler. */
declare const __READER__: string;
declare const __PDFIUM__: string;

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
  kind: "chats" | "document";
  name: string;
  size: number;
  read(at: number, length: number): Uint8Array;
  /** Takes how much of a document has been read. */
  tell(done: number): void;
  /** Reads PDF files, if this is one. */
  pdfium: PDFium | undefined;
  /** Set by the module. */
  next?: () => Answer;
}
type Answer =
  | { error: string }
  | { crashed: true }
  | { lines: string; first: number; progress: number; ended: boolean; report: string }
  | { blocks: string; progress: number; end?: ReadDocument };
declare global {
  var burrowReader: Host;
}

let started: Promise<void> | undefined;
let words = { notLoaded: ofChats.notLoaded, crashed: ofChats.failed };

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
  try {
    if (data !== "next") started = start(data.kind, data.file, data.modules ?? {});
    await started;
  } catch (error) {
    // There may be no room for a module's memory.
    return tell({ kind: "failed", message: error instanceof RangeError ? words.crashed : words.notLoaded });
  }
  tell(answer());
};

function answer(): Told | ToldOfDocument {
  const crashed = { kind: "failed", message: words.crashed } as const;
  let said: Answer | undefined;
  try {
    said = globalThis.burrowReader.next?.();
  } catch {
    return crashed; // a trap of the module
  }
  if (said === undefined || "crashed" in said) return crashed;
  if ("error" in said) return { kind: "failed", message: said.error };
  if ("blocks" in said) return { kind: "blocks", ...said };
  const { lines, first, progress, ended, report } = said;
  return { kind: "part", lines, first, progress, ended, report: JSON.parse(report) };
}

function tell(told: Told | ToldOfDocument): void {
  self.postMessage(told);
}

async function start(kind: Host["kind"], file: File, modules: Modules): Promise<void> {
  if (kind === "document") words = reading;
  const files = new FileReaderSync();
  const read = (at: number, length: number) => new Uint8Array(files.readAsArrayBuffer(file.slice(at, at + length)));
  const isPDF = kind === "document" && mayBePDF(read);
  const [reader, pdfium] = await Promise.all([
    modules.reader ?? WebAssembly.compileStreaming(fetch(__READER__)),
    isPDF ? (modules.pdfium ?? WebAssembly.compileStreaming(fetch(__PDFIUM__))) : undefined,
  ]);
  globalThis.burrowReader = {
    kind,
    name: file.name,
    size: file.size,
    read,
    tell: (done) => tell({ kind: "progress", done }),
    pdfium: pdfium && (await startPDFium(pdfium)),
  };
  const go = new Go();
  const instance = await WebAssembly.instantiate(reader, go.importObject);
  // It runs until this worker ends; if it ends before, there is no more to be read.
  void go.run(instance).finally(() => delete globalThis.burrowReader.next);
  if (kind === "document") tell({ kind: "started", modules: { reader, ...(pdfium && { pdfium }) } });
}

/** Whether Go may find that a file is a PDF: see package document/read. */
function mayBePDF(read: Host["read"]): boolean {
  try {
    return new TextDecoder("latin1").decode(read(0, headSize)).includes("%PDF-");
  } catch {
    return false; // Go says why it cannot be read
  }
}

/** As much as Go looks at. */
const headSize = 8 << 10;
