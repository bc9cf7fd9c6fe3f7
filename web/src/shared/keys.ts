// The page's shortcuts and the keys they have: those they come with, or those that the
// reader has chosen. A key is known by its place, and punctuation also by its sign, whichever
// fits the layout.

import { computed, signal } from "@preact/signals";
import { onSaved, save, saved } from "./saved.js";

export const shortcuts = ["new", "temporary", "search", "sidebar", "focus", "copy", "delete", "pieces", "settings", "help"] as const;
export type Shortcut = (typeof shortcuts)[number];

/** A key by its place on the keyboard, and what is held with it. `sign` is what stands on it. */
export interface Keys {
  command: boolean;
  shift: boolean;
  alt: boolean;
  code: string;
  sign: string;
}

const apple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The name of the key that goes with shortcuts on this system. */
export const commandKey = apple ? "⌘" : "Ctrl";

/** What stands on the keys that are no letters. */
const signs: Record<string, string> = {
  Slash: "/",
  Comma: ",",
  Period: ".",
  Semicolon: ";",
  Quote: "'",
  BracketLeft: "[",
  BracketRight: "]",
  Backslash: "\\",
  Backquote: "`",
  Backspace: "⌫",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Space: "␣",
  Escape: "Esc",
};
/** What a key gives with Shift, where that is how a layout has its sign. */
const shifted: Record<string, string> = { ":": ";" };

const defaults: Record<Shortcut, Keys> = {
  new: keysOf("Command+Shift+KeyO"),
  temporary: keysOf("Alt+Shift+KeyO"),
  search: keysOf("Command+KeyK"),
  sidebar: keysOf("Command+KeyB"),
  focus: keysOf("Shift+Escape"),
  copy: keysOf("Command+Shift+Semicolon"),
  delete: keysOf("Command+Shift+Backspace"),
  pieces: keysOf("Alt+KeyP"),
  settings: keysOf("Command+Comma"),
  help: keysOf("Command+Slash"),
};

/** Those that browsers have for tabs, windows, tools, zooming and editing. */
const taken = {
  command: /^(Key[ACDFHJLNPQRTUVWXYZ]|Digit\d|Backspace|Space|Escape|Arrow.*)$/,
  commandShift: /^(Key[ACIJNQRTVWXYZ]|Digit\d|Space|Escape|Arrow.*)$/,
  alt: /^(Key[DEF]|Digit\d|Backspace|Space|Escape)$/,
};
const usable = /^(Key[A-Z]|Digit\d)$/;

function keysOf(written: string): Keys {
  const code = written.slice(written.lastIndexOf("+") + 1);
  const sign = signs[code] ?? code.slice(-1);
  return { command: written.includes("Command"), shift: written.includes("Shift"), alt: written.includes("Alt"), code, sign };
}

type Chosen = { [S in Shortcut]?: Keys };

const kept = "keys";
const chosen = signal<Chosen>(read(saved(kept)));
// Another tab has changed them.
onSaved(kept, (value) => (chosen.value = read(value)));

/** The keys of each shortcut, as they are now. */
export const keys = computed<Record<Shortcut, Keys>>(() => ({ ...defaults, ...chosen.value }));

export const isChanged = (name: Shortcut): boolean => chosen.value[name] !== undefined;

export const defaultOf = (name: Shortcut): Keys => defaults[name];

/** What has these keys beside the one that is named; null if nothing has. */
export function holderOf(wanted: Keys, beside: Shortcut): Shortcut | null {
  return shortcuts.find((name) => name !== beside && isSame(keys.peek()[name], wanted)) ?? null;
}

/** Gives a shortcut other keys. What has them gets those that become free. */
export function giveKeys(name: Shortcut, wanted: Keys): void {
  const holder = holderOf(wanted, name);
  const free = keys.peek()[name];
  keep({ ...chosen.peek(), [name]: wanted, ...(holder === null ? {} : { [holder]: free }) });
}

export function resetKeys(): void {
  keep({});
}

function keep(wanted: Chosen): void {
  // What is as it came is not kept: it follows if a later version has other keys.
  chosen.value = Object.fromEntries(shortcuts.flatMap((name) => (wanted[name] === undefined || isSame(wanted[name], defaults[name]) ? [] : [[name, wanted[name]]])));
  save(kept, JSON.stringify(chosen.peek()));
}

/** The shortcut that a key belongs to. Its place counts before its sign. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  const pressed = keysIn(event);
  if (pressed === null) return null;
  const all = keys.peek();
  const sign = shifted[event.key] ?? event.key;
  const bySign = (of: Keys) => of.code in signs && of.sign === sign && isHeld(of, pressed);
  return shortcuts.find((name) => isSame(all[name], pressed)) ?? shortcuts.find((name) => bySign(all[name])) ?? null;
}

/** The keys of an event; null for those that type a sign of a layout, or go to the system. */
export function keysIn(event: KeyboardEvent): Keys | null {
  const { code, key, shiftKey: shift, altKey: alt, ctrlKey, metaKey } = event;
  if (event.getModifierState("AltGraph") || (apple ? ctrlKey : metaKey)) return null;
  const sign = signs[code] ?? (/^[a-z0-9]$/i.test(key) ? key.toUpperCase() : code.slice(-1));
  return { command: apple ? metaKey : ctrlKey, shift, alt, code, sign };
}

/** Why keys cannot be had; null if they can. */
export function refusalOf(wanted: Keys | null): "alone" | "taken" | null {
  if (wanted === null) return "taken";
  const { command, shift, alt, code } = wanted;
  if (shortcuts.some((name) => isSame(defaults[name], wanted))) return null;
  if (!usable.test(code) && !(code in signs)) return "taken";
  if (!command && !alt) return "alone";
  const browsers = alt ? taken.alt : shift ? taken.commandShift : taken.command;
  return browsers.test(code) || (command && alt) ? "taken" : null;
}

/** Keys as they stand on a keyboard. */
export function labelsOf({ command, alt, shift, sign }: Keys): string[] {
  return [...(command ? [commandKey] : []), ...(alt ? ["Alt"] : []), ...(shift ? ["Shift"] : []), sign];
}

/** The keys of a shortcut for a control that does the same: its tooltip, and what a screen reader is told. */
export function hinted(name: Shortcut, label: string) {
  const of = keys.value[name];
  const { command, alt, shift, code, sign } = of;
  const spoken = [command && (apple ? "Meta" : "Control"), alt && "Alt", shift && "Shift", /^(Escape|Backspace|Space|Arrow)/.test(code) ? code : sign];
  return { title: `${label} (${labelsOf(of).join(" ")})`, "aria-keyshortcuts": spoken.filter(Boolean).join("+") };
}

function isSame(a: Keys, b: Keys): boolean {
  return a.code === b.code && isHeld(a, b);
}

function isHeld(a: Keys, b: Keys): boolean {
  return a.command === b.command && a.shift === b.shift && a.alt === b.alt;
}

/** What is kept, as far as it can be used. */
function read(value: string | null): Chosen {
  try {
    const all = Object(JSON.parse(value ?? "{}")) as Record<string, unknown>;
    return Object.fromEntries(
      shortcuts.flatMap((name) => {
        const { command, shift, alt, code, sign } = Object(all[name]) as Record<string, unknown>;
        if (typeof code !== "string" || typeof sign !== "string") return [];
        const one: Keys = { command: command === true, shift: shift === true, alt: alt === true, code, sign };
        return refusalOf(one) === null ? [[name, one]] : [];
      }),
    );
  } catch {
    return {};
  }
}
