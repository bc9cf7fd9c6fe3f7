// Reads the header of a GGUF file: "GGUF", a version, key-value pairs, and the list of
// tensors with their shapes, types and offsets; their data follows. From the list
// follows how long the file must be, so that half a file is told before it is loaded.

import { local as text } from "../../text/local.js";
import { LocalError } from "./fault.js";

export interface GgufInfo {
  architecture: string;
  /** Tokens that the model was trained for, 0 if the file does not say. */
  contextLength: number;
  hasTemplate: boolean;
  /** Bytes that the conversation takes for each token, as 16-bit floats. */
  cacheBytesPerToken: number;
  /** How long the file must be. */
  bytes: number;
}

/** Weights in a block and its bytes, by ggml's number of the type. */
const blocks: Record<number, readonly [weights: number, bytes: number]> = {
  0: [1, 4], 1: [1, 2], 2: [32, 18], 3: [32, 20], 6: [32, 22], 7: [32, 24], 8: [32, 34], 9: [32, 36],
  10: [256, 84], 11: [256, 110], 12: [256, 144], 13: [256, 176], 14: [256, 210], 15: [256, 292],
  16: [256, 66], 17: [256, 74], 18: [256, 98], 19: [256, 50], 20: [32, 18], 21: [256, 110], 22: [256, 82], 23: [256, 136],
  24: [1, 1], 25: [1, 2], 26: [1, 4], 27: [1, 8], 28: [1, 8], 29: [256, 56], 30: [1, 2], 34: [256, 54], 35: [256, 66], 39: [32, 17],
};

/** Vocabularies make headers of a few megabytes; one of more than this is none. */
const longestHeader = 64 << 20;

/** Says that the bytes at hand end within the header. */
class Short extends Error {}

/** Checks a file and returns what its header says. Throws a LocalError with a sentence. */
export async function checkGguf(file: Blob, name: string): Promise<GgufInfo> {
  for (let size = 4 << 20; ; size *= 2) {
    const bytes = new Uint8Array(await file.slice(0, size).arrayBuffer());
    try {
      const info = readHeader(bytes, name);
      if (file.size < info.bytes) throw new LocalError("invalid", text.notWhole(file.size, info.bytes));
      return info;
    } catch (error) {
      if (!(error instanceof Short)) throw error;
      if (bytes.length < 4) throw new LocalError("invalid", text.notGguf(name));
      if (bytes.length >= file.size || size > longestHeader) throw new LocalError("invalid", text.damaged);
    }
  }
}

function readHeader(bytes: Uint8Array<ArrayBuffer>, name: string): GgufInfo {
  const r = new Reader(bytes);
  if (r.chars(4) !== "GGUF") throw new LocalError("invalid", text.notGguf(name));
  const version = r.u32();
  if (version !== 2 && version !== 3) throw new LocalError("invalid", text.oldGguf(version));
  const tensors = r.u64();
  const pairs = r.u64();
  const values = new Map<string, string | number>();
  for (let i = 0; i < pairs; i++) {
    const key = r.text();
    const value = r.value(r.u32());
    if (value !== undefined) values.set(key, value);
  }
  let data = 0;
  for (let i = 0; i < tensors; i++) data = Math.max(data, tensorEnd(r));
  const alignment = number(values, "general.alignment") || 32;
  const start = Math.ceil(r.at / alignment) * alignment;
  const architecture = String(values.get("general.architecture") ?? "");
  const of = (key: string) => number(values, `${architecture}.${key}`);
  const heads = of("attention.head_count");
  const headWidth = of("attention.key_length") || (heads > 0 ? of("embedding_length") / heads : 0);
  return {
    architecture,
    contextLength: of("context_length"),
    hasTemplate: values.has("tokenizer.chat_template"),
    cacheBytesPerToken: of("block_count") * (of("attention.head_count_kv") || heads) * headWidth * 2 * 2,
    bytes: start + data,
  };
}

/** Where a tensor's data ends, behind the header. Of a type we do not know, where it begins. */
function tensorEnd(r: Reader): number {
  r.text();
  let weights = 1;
  for (let dims = r.u32(); dims > 0; dims--) weights *= r.u64();
  const block = blocks[r.u32()];
  const offset = r.u64();
  return block === undefined ? offset : offset + (weights / block[0]) * block[1];
}

function number(values: Map<string, string | number>, key: string): number {
  const value = values.get(key);
  return typeof value === "number" ? value : 0;
}

const widths: Record<number, number> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };

class Reader {
  at = 0;
  private readonly view: DataView;
  private readonly decoder = new TextDecoder();
  constructor(private readonly bytes: Uint8Array<ArrayBuffer>) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  /** Passes over so many bytes and returns where they began. */
  private take(size: number): number {
    if (this.at + size > this.bytes.length) throw new Short();
    this.at += size;
    return this.at - size;
  }
  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }
  /** Exact up to 2^53, which no length in a file that exists reaches. */
  u64(): number {
    return Number(this.view.getBigUint64(this.take(8), true));
  }
  chars(size: number): string {
    const from = this.take(size);
    return this.decoder.decode(this.bytes.subarray(from, from + size));
  }
  text(): string {
    return this.chars(this.u64());
  }
  /** A value that may matter here: texts and whole numbers. Others are passed over. */
  value(type: number): string | number | undefined {
    if (type === 8) return this.text();
    if (type === 9) {
      const element = this.u32();
      const count = this.u64();
      const width = widths[element];
      if (width !== undefined) this.take(width * count);
      else for (let i = 0; i < count; i++) this.value(element);
      return undefined;
    }
    const width = widths[type];
    if (width === undefined) throw new LocalError("invalid", text.damaged);
    const from = this.take(width);
    if (type === 4 || type === 5) return this.view.getUint32(from, true);
    return type === 10 ? Number(this.view.getBigUint64(from, true)) : undefined;
  }
}
