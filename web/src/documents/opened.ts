// The document that is open beside the chat, and where in it the reader is led.

import { effect, signal } from "@preact/signals";
import { phone } from "../shared/layout.js";
import { layOver } from "../shared/over.js";
import { session } from "../shared/route.js";
import type { Named } from "./documents.js";

export interface Opened {
  document: Named;
  /** The piece that the reader is led to; null for its beginning. */
  piece: number | null;
  /** Where the keyboard goes back to. */
  by: HTMLElement | null;
}

export const opened = signal<Opened | null>(null);

export function openDocument(document: Named, piece: number | null = null, by: HTMLElement | null = null): void {
  opened.value = { document, piece, by };
}

export function closeDocument(): void {
  const by = opened.peek()?.by;
  opened.value = null;
  by?.focus();
}

layOver(() => phone.value && opened.value !== null, closeDocument);

/** Where a source stands, if it is a place in a document. */
export function placeIn(id: string | undefined): { uid: string; piece: number } | null {
  const [, uid, piece] = /^([0-9a-f]{32}):(\d+)$/.exec(id ?? "") ?? [];
  return uid === undefined ? null : { uid, piece: Number(piece) };
}

// Another chat has other documents; a chat that has just been made keeps its own.
let before = session.peek();
effect(() => {
  const now = session.value;
  if (before !== null && now !== before) opened.value = null;
  before = now;
});
