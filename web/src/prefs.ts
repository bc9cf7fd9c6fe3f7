// Choices about the page itself, which need no core: the key that sends and the size
// of the text. The theme is in view/theme.ts.

import { signal } from "@preact/signals";
import { recall, remember } from "./remember.js";

export const sendKeys = ["enter", "command-enter"] as const;
export type SendKey = (typeof sendKeys)[number];

export const sendKey = signal<SendKey>(recall("send") === "command-enter" ? "command-enter" : "enter");

export function chooseSendKey(key: SendKey): void {
  sendKey.value = key;
  remember("send", key);
}

export const textSizes = ["small", "normal", "large"] as const;
export type TextSize = (typeof textSizes)[number];

const kept = recall("size");
export const textSize = signal<TextSize>(kept === "small" || kept === "large" ? kept : "normal");

/** The head's script in index.html applies the kept size before the first paint. */
export function chooseTextSize(size: TextSize): void {
  textSize.value = size;
  remember("size", size);
  const { dataset } = document.documentElement;
  if (size === "normal") delete dataset["size"];
  else dataset["size"] = size;
}
