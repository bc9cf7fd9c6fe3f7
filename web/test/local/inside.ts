// The inner parts of models in the browser, for tests that need no model. It is both a
// script of the page and a worker's: files are written in workers only.

export { builtIn, builtInAvailability, builtInModel } from "../../src/models/local/built-in.js";
export { localFetch } from "../../src/models/local/chat.js";
export { LocalError } from "../../src/models/local/fault.js";
export { ModelFiles } from "../../src/models/local/files.js";
export { Fit } from "../../src/models/local/fit.js";
export { checkGguf } from "../../src/models/local/gguf.js";
export { grammarOf } from "../../src/models/local/grammar.js";
export { contextFor } from "../../src/models/local/ram.js";
export { Queue } from "../../src/models/local/queue.js";
export { Repeats } from "../../src/models/local/repeats.js";
export { answerFetches, fetchOver } from "../../src/core/relay.js";
export { Sha256 } from "../../src/models/local/sha256.js";

/** A made-up model: a header with a template, and one tensor of so many weights. */
export function madeUpModel(weights: number, architecture = "llama"): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const u32 = (n: number) => bytes.push(n & 255, (n >> 8) & 255, (n >> 16) & 255, (n >> 24) & 255);
  const u64 = (n: number) => (u32(n), u32(0));
  const text = (s: string) => {
    u64(s.length);
    for (const c of s) bytes.push(c.charCodeAt(0));
  };
  const pair = (key: string, value: number | string | string[]) => {
    text(key);
    if (typeof value === "number") return u32(4), u32(value);
    if (typeof value === "string") return u32(8), text(value);
    u32(9), u32(8), u64(value.length);
    value.forEach(text);
  };
  bytes.push(71, 71, 85, 70);
  u32(3), u64(1), u64(7);
  pair("general.architecture", architecture);
  pair(`${architecture}.context_length`, 8192);
  pair(`${architecture}.block_count`, 30);
  pair(`${architecture}.embedding_length`, 576);
  pair(`${architecture}.attention.head_count`, 9);
  pair(`${architecture}.attention.head_count_kv`, 3);
  pair("tokenizer.ggml.tokens", ["a", "b", "c"]);
  text("weights");
  u32(1), u64(weights), u32(0), u64(0);
  while (bytes.length % 32 !== 0) bytes.push(0);
  const file = new Uint8Array(bytes.length + 4 * weights);
  file.set(bytes);
  for (let i = bytes.length; i < file.length; i++) file[i] = (i * 7) & 255;
  return file;
}
