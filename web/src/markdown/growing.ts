// An answer that grows. What no further line can change is settled: it is divided
// once and stays the same object. Only what follows is divided again.

import { finished } from "./drafts.js";
import { isTableHead, shownOf } from "./hold.js";
import { Reader } from "./reader.js";
import type { Block, Definitions } from "./tree.js";

/** A block with so many parts, or so long, is shown as it was written. */
const mostParts = 6_000;
const longest = 200_000;

/** A block and where it begins: what identifies it while it grows. */
export interface Placed {
  at: number;
  block: Block;
}

export interface Divided {
  blocks: readonly Placed[];
  definitions: Definitions;
}

export class Growing {
  private source = "";
  private settled: Placed[] = [];
  private definitions: Definitions = new Map();
  /** Where the settled blocks end. */
  private rest = 0;
  private last: (Divided & { streaming: boolean }) | null = null;

  /**
   * The blocks of a text. If it goes on after the one of the last call, the work is in
   * proportion to its last block. While it streams, the end of the last line may be
   * held back, and definitions count once they are settled.
   */
  read(text: string, streaming: boolean): Divided {
    const source = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
    if (this.last !== null && this.last.streaming === streaming && source === this.source) return this.last;
    if (!source.startsWith(this.source)) this.forget();
    this.source = source;

    const reader = new Reader();
    const starts: number[] = [];
    let at = this.rest;
    for (let end; (end = source.indexOf("\n", at)) >= 0; at = end + 1) {
      starts.push(at);
      reader.read(source.slice(at, end));
    }
    const closed = reader.closed;
    const open = reader.drafts.length > closed;
    starts.push(at);
    const line = source.slice(at);
    const shown = streaming ? shownOf(line, reader.fenced) : line;
    if (shown !== "") reader.read(shown);
    if (!streaming) reader.end();

    const settled = new Map(this.definitions);
    for (let i = 0; i < closed; i++) this.settled.push(...this.place(reader, starts, i, settled));
    if (settled.size > this.definitions.size) this.definitions = settled;
    this.rest = open ? startOf(reader, starts, closed) : at;
    const all = new Map(this.definitions);
    const live: Placed[] = [];
    if (!streaming || !isTableHead(source.slice(this.rest, at), line)) {
      for (let i = closed; i < reader.drafts.length; i++) live.push(...this.place(reader, starts, i, all));
    }
    const definitions = streaming || all.size === this.definitions.size ? this.definitions : all;
    this.last = { blocks: [...this.settled, ...live], definitions, streaming };
    return this.last;
  }

  /** The block of the n-th draft, if it is not all definitions; the first definition of a label counts. */
  private place(reader: Reader, starts: readonly number[], n: number, definitions: Map<string, string>): Placed[] {
    const [block] = finished(reader.drafts.slice(n, n + 1), (label, address) => {
      if (!definitions.has(label)) definitions.set(label, address);
    });
    if (block === undefined) return [];
    const at = startOf(reader, starts, n);
    const text = this.source.slice(at, startOf(reader, starts, n + 1));
    const large = block.kind !== "code" && (text.length > longest || reader.partsOf(n) > mostParts);
    return [{ at, block: large ? { kind: "plain", text: text.trimEnd() } : block }];
  }

  private forget(): void {
    this.settled = [];
    this.definitions = new Map();
    this.rest = 0;
  }
}

/** Where the n-th draft begins; no place in the text after the last. */
function startOf({ drafts }: Reader, starts: readonly number[], n: number): number {
  const draft = drafts[n];
  return (draft && starts[draft.from]) ?? Infinity;
}
