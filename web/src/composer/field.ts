// The composer's text field. It is in the shell's markup, takes keys before any script
// has run and is never replaced; so it keeps its own value, and the page writes to it
// only here.

import { written } from "./state.js";

/** Firefox cannot yet size a text field by its content in the style sheet. */
const sizedByStyle = CSS.supports("field-sizing", "content");

let field: HTMLTextAreaElement | null = null;

/** Takes the shell's field over, with what has been typed into it so far. */
export function attachField(element: HTMLTextAreaElement | null): void {
  field = element;
  const early = globalThis.burrowEarly;
  if (early?.onKey !== undefined) document.removeEventListener("keydown", early.onKey);
  // A browser that brings back a page of its own accord does so without an event.
  addEventListener("pageshow", readField);
  readField();
}

/**
 * What Enter has sent before this script was there, if it still stands in the field: it goes,
 * and what was typed behind it stays. Null if there is nothing, or it was changed since.
 */
export function takeAsked(): string | null {
  const { asked } = globalThis.burrowEarly ?? {};
  if (asked === undefined || field === null) return null;
  delete globalThis.burrowEarly?.asked;
  delete field.form?.dataset["asked"];
  if (!field.value.startsWith(asked)) return null;
  setField(field.value.slice(asked.length).trimStart());
  return asked.trim();
}

export function readField(): void {
  if (field === null) return;
  written.value = field.value;
  growField(field);
}

export function focusField(): void {
  field?.focus();
}

export function isFieldFocused(): boolean {
  return field !== null && document.activeElement === field;
}

/** Puts a text into the field in place of what is there. */
export function setField(text: string): void {
  if (field === null || field.value === text) return;
  field.value = text;
  field.setSelectionRange(text.length, text.length);
  readField();
}

/** Puts a text into the field as if typed, so that undo brings back what stood there before. */
export function typeIntoField(text: string): void {
  if (field === null) return;
  field.focus();
  field.select();
  if (document.execCommand("insertText", false, text)) return;
  setField(text);
}

/** A place in the field: what is selected there, in the text as it was. */
export interface Spot {
  text: string;
  from: number;
  to: number;
}

export function spotInField(): Spot {
  return { text: field?.value ?? "", from: field?.selectionStart ?? 0, to: field?.selectionEnd ?? 0 };
}

/** What was put into the field without the browser's knowing, which cannot undo it then. */
let step: { before: Spot; after: string } | null = null;

/** Puts a text into a place of the field: one step to undo. */
export function replaceInField(spot: Spot, text: string): void {
  if (field === null) return;
  const from = placeNow(spot.from, spot.text, field.value);
  const to = placeNow(spot.to, spot.text, field.value);
  field.focus();
  field.setSelectionRange(from, to);
  // Chromium types a text line by line: some milliseconds for each, a minute for 10,000.
  if (!text.includes("\n") && document.execCommand(text === "" ? "delete" : "insertText", false, text)) return;
  const before = { text: field.value, from, to };
  field.setRangeText(text, from, to, "end");
  step = { before, after: field.value };
  readField();
}

/** Takes back what was put into the field at last; returns false if that is the browser's to undo. */
export function undoInField(): boolean {
  if (field === null || step === null || field.value !== step.after) return false;
  const { text, from, to } = step.before;
  step = null;
  field.value = text;
  field.setSelectionRange(from, to);
  readField();
  return true;
}

/** Where a place of a text is after an edit before it or behind it; at the end if that cannot be said. */
function placeNow(at: number, before: string, now: string): number {
  if (now.startsWith(before.slice(0, at))) return at;
  return now.endsWith(before.slice(at)) ? now.length - (before.length - at) : now.length;
}

/** Makes a field as high as its text; the style sheet limits the height. */
export function growField(element: HTMLTextAreaElement): void {
  if (sizedByStyle) return;
  element.style.height = "auto";
  element.style.height = `${element.scrollHeight}px`;
}
