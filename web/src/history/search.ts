// Search over titles, texts and documents. Titles are compared here, with all that are in
// the list; the others are the core's to search.

import { batch, signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { FoundPlace, Hit, Session, Span } from "../core/protocol.gen.js";

/** How long the keyboard rests before a search, in milliseconds. */
const rest = 90;
const listPart = 500;
const mostTitles = 6;
const mostHits = 30;
const mostPlaces = 12;

export interface TitleHit {
  session: string;
  name: Span[];
}

export interface Results {
  query: string;
  titles: readonly TitleHit[];
  hits: readonly Hit[];
  /** Places in the documents of all chats. */
  places: readonly FoundPlace[];
}

export const query = signal("");
/** What was found; null before the first search. */
export const results = signal<Results | null>(null);

export class Search {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = new AbortController();
  private titles: Promise<readonly Session[]> | null = null;

  constructor(private readonly client: Client) {}

  /** Begins anew: what has been listed before may be old. */
  reset(): void {
    this.titles = null;
    this.find("");
  }

  find(words: string): void {
    query.value = words;
    clearTimeout(this.timer);
    this.asking.abort();
    if (words.trim() === "") {
      results.value = null;
      return;
    }
    const { signal } = (this.asking = new AbortController());
    this.timer = setTimeout(() => void this.run(words, signal), rest);
  }

  private async run(words: string, signal: AbortSignal): Promise<void> {
    try {
      this.titles ??= this.list();
      const [listed, found, { places }] = await Promise.all([
        this.titles,
        this.client.call("messages.search", { query: words, limit: mostHits }, { signal }),
        this.client.call("documents.search", { query: words, limit: mostPlaces }, { signal }),
      ]);
      if (signal.aborted) return;
      const titles = listed.flatMap(({ uid, name }) => matchTitle(uid, name, words)).slice(0, mostTitles);
      batch(() => (results.value = { query: words, titles, hits: found.hits, places }));
    } catch (error) {
      // Typed over, or the store does not answer, which its status says.
      if (!(error instanceof CoreError)) throw error;
    }
  }

  private async list(): Promise<readonly Session[]> {
    const all: Session[] = [];
    let after = "";
    do {
      const from = after === "" ? {} : { after };
      const { sessions, next = "" } = await this.client.call("sessions.list", { shelf: "kept", limit: listPart, ...from });
      all.push(...sessions);
      after = next;
    } while (after !== "");
    return all;
  }
}

/** A title that has all the words, with the places where they are. */
export function matchTitle(session: string, name: string, words: string): TitleHit[] {
  const folded = fold(name);
  const sought = fold(words).replace(/["“”]/g, " ").split(/\s+/).filter(Boolean);
  if (sought.length === 0 || !sought.every((word) => folded.includes(word))) return [];
  // Folding may change the length; places would then be wrong.
  if (folded.length !== name.length) return [{ session, name: [{ text: name }] }];
  const marks = new Uint8Array(name.length);
  for (const word of sought) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) marks.fill(1, at, at + word.length);
  }
  const spans: Span[] = [];
  for (let from = 0; from < name.length; ) {
    let to = from;
    while (to < name.length && marks[to] === marks[from]) to++;
    spans.push({ text: name.slice(from, to), ...(marks[from] ? { match: true } : {}) });
    from = to;
  }
  return [{ session, name: spans }];
}

function fold(text: string): string {
  return text.normalize("NFC").toLocaleLowerCase();
}
