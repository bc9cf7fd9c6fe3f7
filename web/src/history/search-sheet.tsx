import { useSignal } from "@preact/signals";
import { FileText, type IconNode, MessageSquare, Search } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import type { Span } from "../core/protocol.gen.js";
import { openDocument } from "../documents/opened.js";
import { announce } from "../shared/announce.js";
import { Icon } from "../shared/icon.js";
import { narrow, sheet, showSidebar } from "../shared/layout.js";
import { go } from "../shared/route.js";
import { Sheet } from "../shared/sheet.js";
import { withoutHidden } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { shortDate } from "../text/format.js";
import type { HistoryIntents } from "./intents.js";
import { matchTitle, query, results } from "./search.js";
import { listed } from "./sessions.js";
import { withoutMarkup } from "./snippet.js";

interface Props {
  intents: HistoryIntents;
}

interface Entry {
  key: string;
  /** A bubble if not given. */
  icon?: IconNode;
  title: Span[];
  snippet?: Span[];
  note?: string;
  go(): void;
}

const words = text.chat.search;
const mostRecent = 8;

/** Finds chats by their names, messages and documents by their words. Up and down choose, Enter goes there. */
export function SearchSheet({ intents }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const chosen = useSignal(0);
  const sections = sectionsOf(intents);
  const entries = sections.flatMap(({ entries }) => entries);
  const current = Math.min(chosen.value, entries.length - 1);

  useEffect(() => {
    chosen.value = 0;
    if (results.value !== null) announce(entries.length === 0 ? words.none : words.found(entries.length));
  }, [results.value]);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const open = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    sheet.value = null;
    if (narrow.peek()) showSidebar(false);
    entry.go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) chosen.value = (current + step + entries.length) % entries.length;
    else if (event.key === "Enter") open(entries[current]);
    else return;
    event.preventDefault();
  };
  const onOpen = () => {
    intents.search.reset();
    if (field.current !== null) field.current.value = "";
    field.current?.focus();
  };
  return (
    <Sheet name="search" title={words.title} close={text.help.close} class="search" onOpen={onOpen}>
      <label class="search-field">
        <Icon node={Search} />
        <input
          ref={field}
          type="text"
          enterkeyhint="go"
          list={undefined}
          role="combobox"
          aria-label={words.title}
          aria-expanded={entries.length > 0}
          aria-controls="search-results"
          aria-activedescendant={current < 0 ? undefined : `found-${current}`}
          placeholder={words.placeholder}
          autocomplete="off"
          onInput={(event) => intents.search.find(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <div ref={list} id="search-results" class="search-results" role="listbox" aria-label={words.title}>
        {sections.map(({ name, from, entries }) => (
          <div key={name} role="group" aria-label={name}>
            <h3 aria-hidden="true">{name}</h3>
            {entries.map((entry, i) => (
              <Found key={entry.key} entry={entry} id={`found-${from + i}`} chosen={from + i === current} point={() => (chosen.value = from + i)} open={() => open(entry)} />
            ))}
          </div>
        ))}
        {results.value !== null && entries.length === 0 && <p class="search-none">{words.none}</p>}
      </div>
    </Sheet>
  );
}

interface FoundProps {
  entry: Entry;
  id: string;
  chosen: boolean;
  point(): void;
  open(): void;
}

function Found({ entry: { icon = MessageSquare, title, note, snippet }, id, chosen, point, open }: FoundProps) {
  return (
    <div id={id} class="found" role="option" aria-selected={chosen} onPointerMove={point} onClick={open}>
      <Icon node={icon} small />
      <span class="found-words">
        <span class="found-title">
          <span dir="auto">
            <Spans of={title} />
          </span>
          {note !== undefined && <span class="found-note">{note}</span>}
        </span>
        {snippet !== undefined && (
          <span class="found-snippet" dir="auto">
            <Spans of={snippet} />
          </span>
        )}
      </span>
    </div>
  );
}

function sectionsOf(intents: HistoryIntents): { name: string; from: number; entries: Entry[] }[] {
  const found = results.value;
  if (found === null || query.value.trim() === "") {
    const recent = (listed.value ?? []).slice(0, mostRecent);
    return sectioned([[words.recent, recent.map(({ uid, name }) => ({ key: uid, title: [{ text: name || text.chat.unnamed }], go: () => go(uid) }))]]);
  }
  const titles = found.titles.map(({ session, name }) => ({ key: session, title: name, go: () => go(session) }));
  const hits = found.hits.map(({ session, sessionName, message, depth, role, createdAt, snippet }) => ({
    key: message,
    title: matchTitle(session, sessionName, found.query)[0]?.name ?? [{ text: sessionName || text.chat.unnamed }],
    note: `${words.by[role]} · ${shortDate(createdAt)}`,
    snippet: withoutMarkup(snippet),
    go: () => intents.places.goTo(session, message, depth),
  }));
  const places = found.places.map(({ document, name, piece, place, session, sessionName = "", snippet }) => ({
    key: `${document} ${piece}`,
    icon: FileText,
    title: [{ text: name }],
    note: [place, sessionName].filter(Boolean).join(" · "),
    snippet: withoutMarkup(snippet),
    go: () => {
      if (session !== undefined) go(session);
      openDocument({ uid: document, name }, piece);
    },
  }));
  return sectioned([
    [words.titles, titles],
    [words.messages, hits],
    [words.documents, places],
  ]);
}

function sectioned(sections: [string, Entry[]][]): { name: string; from: number; entries: Entry[] }[] {
  let from = 0;
  return sections.flatMap(([name, entries]) => {
    const section = { name, from, entries };
    from += entries.length;
    return entries.length === 0 ? [] : [section];
  });
}

function Spans({ of }: { of: Span[] }) {
  return <>{of.map(({ text, match }, i) => (match ? <mark key={i}>{withoutHidden(text)}</mark> : <span key={i}>{withoutHidden(text)}</span>))}</>;
}
