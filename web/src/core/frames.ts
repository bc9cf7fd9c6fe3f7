// Ids of requests that are unique over tabs, and the head of a frame on its way.

/** A number for a tab, from 1 to 2^20 - 1. */
export function newTabNumber(): number {
  const drawn = new Uint32Array(1);
  for (;;) {
    const number = (crypto.getRandomValues(drawn)[0] ?? 0) & 0xfffff;
    if (number !== 0) return number;
  }
}

/** The id of a tab's request n, n < 2^32. It is a safe integer. */
export function idOf(tab: number, n: number): number {
  return tab * 2 ** 32 + n;
}

export function tabOf(id: number): number {
  return Math.floor(id / 2 ** 32);
}

const head = /^\{"kind":"(request|cancel|result|error|event)","id":(\d{1,16})[,}]/;

export type Kind = "request" | "cancel" | "result" | "error" | "event";

/**
 * The kind and the id of a frame, or null. Both ends write them first, so that a
 * frame of megabytes need not be parsed on its way.
 */
export function headOf(frame: string): { kind: Kind; id: number } | null {
  const [, kind, id] = head.exec(frame) ?? [];
  return kind === undefined ? null : { kind: kind as Kind, id: Number(id) };
}
