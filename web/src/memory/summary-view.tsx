import { useSignal } from "@preact/signals";
import { Pencil, X } from "lucide";
import { useLayoutEffect, useRef } from "preact/hooks";
import { growField } from "../composer/field.js";
import type { Summary, SummaryItem, SummaryList } from "../core/protocol.gen.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { isComposing } from "../shared/send-key.js";
import { text } from "../text/en.js";
import { number } from "../text/format.js";

export interface SummaryProps {
  summary: Summary;
  /** Replaces the text of an item; an empty one removes it. */
  edit(list: SummaryList, item: number, was: string, now: string): void;
  /** Leads to a message. */
  seek(message: string): void;
}

const words = text.memory;
const lists = Object.keys(words.lists) as SummaryList[];

/** The statements of a summary, list by list, each with where it comes from. */
export function SummaryView({ summary, edit, seek }: SummaryProps) {
  const filled = lists.filter((list) => summary[list].length > 0);
  return (
    <div class="summary">
      {filled.length === 0 && <p>{words.nothing}</p>}
      {filled.map((list) => (
        <section key={list} aria-label={words.lists[list]}>
          <h3>{words.lists[list]}</h3>
          <ul>
            {summary[list].map((item, i) => (
              <Item key={i} item={item} edit={(now) => edit(list, i, item.text, now)} seek={seek} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Item({ item, edit, seek }: { item: SummaryItem; edit(now: string): void; seek(message: string): void }) {
  const editing = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const end = (now: string | null) => {
    if (!editing.peek()) return;
    editing.value = false;
    if (now !== null && now !== "" && now !== item.text) edit(now);
    whenDrawn(() => (document.activeElement === document.body ? button.current?.focus() : undefined));
  };
  const { sources, edited = false, superseded_by } = item;
  return (
    <li class="statement">
      {editing.value ? (
        <ItemField content={item.text} label={words.itemLabel} end={end} />
      ) : (
        <>
          <p dir="auto">
            {superseded_by === undefined ? item.text : <s>{item.text}</s>}
            {superseded_by !== undefined && <span class="tag">{words.corrected}</span>}
            {edited && <span class="tag">{words.edited}</span>}
            {sources.length > 0 && (
              <span class="sources" role="group" aria-label={words.sources}>
                {sources.map((uid, i) => (
                  <button key={uid} type="button" class="source" aria-label={words.source(i + 1, sources.length)} title={words.source(i + 1, sources.length)} onClick={() => seek(uid)}>
                    {number(i + 1)}
                  </button>
                ))}
              </span>
            )}
          </p>
          <button ref={button} type="button" class="plain" aria-label={words.editItem(item.text)} onClick={() => (editing.value = true)}>
            <Icon node={Pencil} small />
          </button>
          <button type="button" class="plain" aria-label={words.removeItem(item.text)} onClick={() => edit("")}>
            <Icon node={X} small />
          </button>
        </>
      )}
    </li>
  );
}

/** Words while they are written anew. Enter and leaving them keep them, Escape does not. */
export function ItemField({ content, label, end }: { content: string; label: string; end(now: string | null): void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    growField(element);
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const now = () => field.current?.value.replaceAll(/\s+/g, " ").trim() ?? "";
  return (
    <textarea
      ref={field}
      class="input statement-field"
      dir="auto"
      rows={1}
      aria-label={label}
      defaultValue={content}
      onInput={(event) => growField(event.currentTarget)}
      onBlur={() => end(now())}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === "Enter") end(now());
        else if (event.key === "Escape") end(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
