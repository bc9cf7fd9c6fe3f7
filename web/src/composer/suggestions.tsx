import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../shared/announce.js";
import { Icon } from "../shared/icon.js";
import { keys, labelsOf } from "../shared/keys.js";
import { isComposing } from "../shared/send-key.js";
import { text } from "../text/en.js";
import { type Entry, matching } from "./entries.js";
import { type Spot, replaceInField, spotInField } from "./field.js";
import type { ComposerIntents, SuggestionKind } from "./intents.js";

const words = text.commands;

/** A sign that opens a list, where it stands, and what is written behind it. */
interface Sign {
  kind: SuggestionKind;
  from: number;
  to: number;
  query: string;
}

interface Shown extends Sign {
  entries: readonly Entry[];
}

/** A model's name is shorter. */
const longest = 80;

/** "/" as the first sign of the only line, or the "@" or "#" that begins the word at the cursor. */
function signIn({ text: all, from, to }: Spot): Sign | null {
  if (from !== to) return null;
  if (all.startsWith("/") && all.length < longest && !all.includes("\n")) return { kind: "commands", from: 0, to: all.length, query: all.slice(1) };
  const near = all.slice(Math.max(0, to - longest), to);
  const [, sign, query] = /(?:^|\s)([@#])([^\s@#]*)$/.exec(near) ?? [];
  return query === undefined || query.length > longest - 2 ? null : { kind: sign === "@" ? "models" : "sources", from: to - query.length - 1, to, query };
}

/**
 * The list above the composer. It opens when its sign is typed, follows what is typed
 * behind it, and closes when nothing fits, so that any text can be written and sent.
 */
export function useSuggestions(intents: ComposerIntents, pickFiles: () => void) {
  const shown = useSignal<Shown | null>(null);
  const chosen = useSignal(0);
  /** The sign that was typed, until it is gone or Escape has closed its list. */
  const sign = useRef<Sign | null>(null);

  const close = () => {
    sign.current = null;
    shown.value = null;
  };
  const look = () => {
    const now = signIn(spotInField());
    if (now === null || now.kind !== sign.current?.kind || now.from !== sign.current.from) return close();
    if (now.query === shown.peek()?.query && now.kind === shown.peek()?.kind) return;
    const all = intents.suggest(now.kind, { pickFiles, askForModel: () => replaceInField(spotInField(), "@") });
    const entries = matching(all, now.query);
    if (entries.length > 0 && entries.length !== shown.peek()?.entries.length) announce(words.found(entries.length, now.kind));
    chosen.value = 0;
    shown.value = entries.length === 0 ? null : { ...now, entries };
  };
  const onInput = ({ inputType, data }: InputEvent) => {
    // A sign that is pasted, or was there before, is a part of the text.
    if (/^insert(Composition)?Text$/.test(inputType) && /[@/#]$/.test(data ?? "")) {
      const now = signIn(spotInField());
      if (now?.query === "") sign.current = now;
    }
    if (sign.current !== null) look();
  };
  useEffect(() => {
    const follow = () => sign.current !== null && look();
    document.addEventListener("selectionchange", follow);
    return () => document.removeEventListener("selectionchange", follow);
  }, []);

  const choose = (entry: Entry | undefined) => {
    const list = shown.peek();
    if (list === null || entry === undefined) return;
    close();
    replaceInField({ ...spotInField(), from: list.from, to: list.to }, "");
    entry.act();
  };
  /** Whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const entries = shown.peek()?.entries;
    if (entries === undefined || isComposing(event) || ctrlKey || altKey || metaKey || shiftKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) chosen.value = (chosen.peek() + step + entries.length) % entries.length;
    else if (key === "Enter" || key === "Tab") choose(entries[chosen.peek()]);
    else if (key === "Escape") close();
    else return false;
    event.preventDefault();
    return true;
  };
  return { shown, chosen, onInput, onKeyDown, close, choose };
}

interface Props {
  shown: Shown;
  chosen: ReadonlySignal<number>;
  point(at: number): void;
  choose(entry: Entry): void;
}

export function Suggestions({ shown, chosen, point, choose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen.value, shown]);
  return (
    // The field keeps the focus whatever is pressed here.
    <div ref={list} id="suggestions" class="suggestions" role="listbox" tabIndex={0} aria-label={words.lists[shown.kind]} onMouseDown={(event) => event.preventDefault()}>
      {shown.entries.map((entry, i) => (
        <div key={entry.key} id={`suggestion-${i}`} class="suggestion" role="option" aria-selected={i === chosen.value} onPointerMove={() => point(i)} onClick={() => choose(entry)}>
          <Icon node={entry.icon} small />
          <span class="suggestion-name" dir="auto">
            {entry.label}
          </span>
          {entry.note !== undefined && <span class="suggestion-note">{entry.note}</span>}
          {entry.shortcut !== undefined && <kbd aria-hidden="true">{labelsOf(keys.value[entry.shortcut]).join(" ")}</kbd>}
        </div>
      ))}
    </div>
  );
}
