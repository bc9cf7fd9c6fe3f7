// The libraries under test, each as a function from a text to its count. Where
// a library minds special tokens in the text it is told not to, which is also
// its fastest way.

import type { Encoding } from "./protocol.ts";

export type Library = {
  /** Milliseconds from the vocabulary's bytes to the table, where that is separate. */
  readyMs: number;
  count: (text: string) => number;
  /** The part of the last pass that was spent inside the core, if it can tell. */
  takeInside?: () => number;
  keystrokes?: (text: string, count: number) => number[] | string;
};

type Core = {
  load: (name: string, packed: Uint8Array) => string | null;
  takeInside: () => number;
  keystrokes: (text: string, length: number, count: number) => number[] | string;
};

declare const Go: new () => {
  importObject: WebAssembly.Imports;
  run: (instance: WebAssembly.Instance) => Promise<void>;
};

export async function load(lib: string, encoding: Encoding): Promise<Library> {
  switch (lib) {
    case "burrow count":
    case "burrow encode":
      return loadBurrow(lib, encoding);
    case "gpt-tokenizer count":
    case "gpt-tokenizer encode":
      return loadGptTokenizer(lib, encoding);
    case "ai-tokenizer encode":
      return loadAiTokenizer(encoding);
    case "tiktoken npm encode":
      return loadTiktoken(encoding);
  }
  throw new Error(`no library ${lib}`);
}

async function loadBurrow(lib: string, encoding: Encoding): Promise<Library> {
  const wasmExec = "/wasm_exec.js"; // not to be bundled: it belongs to the Go release
  await import(wasmExec);
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch("/core.wasm"), go.importObject);
  void go.run(instance);
  const core = (globalThis as unknown as { burrow: Core }).burrow;

  const packed = new Uint8Array(await bytes(`/vocab/${encoding}.bin`));
  const start = performance.now();
  const failure = core.load(encoding, packed);
  const readyMs = performance.now() - start;
  if (failure !== null) throw new Error(failure);
  return {
    readyMs,
    count: lib === "burrow count" ? countInside(instance) : encodeInside(instance),
    takeInside: core.takeInside,
    keystrokes: (text, count) => core.keystrokes(text, text.length, count),
  };
}

// What the core exports: texts and ids cross through its memory.
type Exports = {
  mem: WebAssembly.Memory;
  input: () => number;
  count: (bytes: number) => number;
  encode: (bytes: number) => number;
  output: () => number;
};

const largestText = 4 << 20;

/** Writes texts into the core's memory, which may have grown since the last. */
function writer(core: Exports): (text: string) => number {
  const encoder = new TextEncoder();
  let view = new Uint8Array();
  return (text) => {
    if (view.buffer !== core.mem.buffer) view = new Uint8Array(core.mem.buffer, core.input(), largestText);
    const { read, written } = encoder.encodeInto(text, view);
    if (read < text.length) throw new Error("the text does not fit the core's buffer");
    return written;
  };
}

function countInside(instance: WebAssembly.Instance): (text: string) => number {
  const core = instance.exports as unknown as Exports;
  const write = writer(core);
  return (text) => core.count(write(text));
}

function encodeInside(instance: WebAssembly.Instance): (text: string) => number {
  const core = instance.exports as unknown as Exports;
  const write = writer(core);
  return (text) => {
    const count = core.encode(write(text));
    return new Uint32Array(core.mem.buffer, core.output(), count).slice().length;
  };
}

async function loadGptTokenizer(lib: string, encoding: Encoding): Promise<Library> {
  const { countTokens, encode } =
    encoding === "cl100k_base"
      ? await import("gpt-tokenizer/encoding/cl100k_base")
      : await import("gpt-tokenizer/encoding/o200k_base");
  const plain = { disallowedSpecial: new Set<string>() };
  return {
    readyMs: 0,
    count:
      lib === "gpt-tokenizer count"
        ? (text) => countTokens(text, plain)
        : (text) => encode(text, plain).length,
  };
}

async function loadAiTokenizer(encoding: Encoding): Promise<Library> {
  const { Tokenizer } = await import("ai-tokenizer");
  const data =
    encoding === "cl100k_base"
      ? await import("ai-tokenizer/encoding/cl100k_base")
      : await import("ai-tokenizer/encoding/o200k_base");
  const tokenizer = new Tokenizer(data);
  return { readyMs: 0, count: (text) => tokenizer.encode(text, "all").length };
}

async function loadTiktoken(encoding: Encoding): Promise<Library> {
  const { init, Tiktoken } = await import("tiktoken/init");
  await init((imports) => WebAssembly.instantiateStreaming(fetch("/npm/tiktoken/tiktoken_bg.wasm"), imports));
  const file = await fetch(`/npm/tiktoken/encoders/${encoding}.json`);
  const data = (await file.json()) as { bpe_ranks: string; special_tokens: Record<string, number>; pat_str: string };
  const tiktoken = new Tiktoken(data.bpe_ranks, data.special_tokens, data.pat_str);
  return { readyMs: 0, count: (text) => tiktoken.encode_ordinary(text).length };
}

async function bytes(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.arrayBuffer();
}
