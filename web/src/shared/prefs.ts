// Choices about the page itself, which need no core: the key that sends, the size and
// width of the text, what is kept in sight, and what becomes of a long text that is
// pasted. The theme is in app/theme.ts, the keys of the shortcuts are in keys.ts.

import { signal } from "@preact/signals";
import { onSaved, save, saved } from "./saved.js";

export const sendKeys = ["enter", "command-enter"] as const;
export type SendKey = (typeof sendKeys)[number];

export const sendKey = signal<SendKey>(saved("send") === "command-enter" ? "command-enter" : "enter");

export function chooseSendKey(key: SendKey): void {
  sendKey.value = key;
  save("send", key);
}

export const textSizes = ["small", "normal", "large"] as const;
export type TextSize = (typeof textSizes)[number];

const kept = saved("size");
export const textSize = signal<TextSize>(kept === "small" || kept === "large" ? kept : "normal");

/** The head's script in index.html applies the kept size before the first paint. */
export function chooseTextSize(size: TextSize): void {
  textSize.value = size;
  save("size", size);
  const { dataset } = document.documentElement;
  if (size === "normal") delete dataset["size"];
  else dataset["size"] = size;
}

export const columns = ["normal", "wide"] as const;
export type Column = (typeof columns)[number];

export const column = signal<Column>(saved("column") === "wide" ? "wide" : "normal");

/** The head's script applies this one too. */
export function chooseColumn(width: Column): void {
  column.value = width;
  save("column", width);
  const { dataset } = document.documentElement;
  if (width === "normal") delete dataset["column"];
  else dataset["column"] = width;
}

/** What stays in sight while an answer grows beyond the window: its end, or its beginning. */
export const sights = ["end", "beginning"] as const;
export type Sight = (typeof sights)[number];

export const sight = signal<Sight>(saved("sight") === "beginning" ? "beginning" : "end");

export function chooseSight(wanted: Sight): void {
  sight.value = wanted;
  save("sight", wanted);
}

/** What a long text that is pasted becomes: a file beside the question, or a part of it. */
export const pastes = ["file", "text"] as const;
export type Paste = (typeof pastes)[number];

const pasteOf = (value: string | null): Paste => (value === "text" ? "text" : "file");
export const paste = signal<Paste>(pasteOf(saved("paste")));
onSaved("paste", (value) => (paste.value = pasteOf(value)));

export function choosePaste(wanted: Paste): void {
  paste.value = wanted;
  save("paste", wanted);
}
