// What stands for the older part of the conversation that is shown: its summaries, and
// whether one is being made. The messages stay in sight.

import { batch, computed, signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { CondenseEvent, Forecast, Memory as Got, Message, Presets, ReadSoFar, SummaryInfo, SummaryList } from "../core/protocol.gen.js";
import { type Conversation, type Target, atEnd, target } from "../history/conversation.js";
import { announce } from "../shared/announce.js";
import { complain } from "../shared/complain.js";
import { session as shown } from "../shared/route.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";

/** How long changes are gathered before the core is asked, in milliseconds. */
const gather = 60;
/** How long until the core is asked again whether it is still condensing, in milliseconds. */
const recheck = 3000;

const words = text.memory;

/** The summaries of a session, by what they stand for; null until they are known. */
export const memory = signal<{ session: string; summaries: readonly SummaryInfo[] } | null>(null);

/** Those that go along with the next question here. */
export const applied = computed<readonly SummaryInfo[]>(() =>
  memory.value?.session !== shown.value ? [] : (memory.value?.summaries ?? []).filter(({ applies }) => applies),
);

/** The sessions that are being condensed, in the background or before a question is sent. */
const condensing = signal<ReadonlyMap<string, "background" | "turn">>(new Map());
export const condensingHere = computed(() => shown.value !== null && condensing.value.has(shown.value));

/** Why a conversation could not be condensed. */
const failure = signal<{ session: string; words: string } | null>(null);
export const failureHere = computed(() => (failure.value?.session === shown.value ? (failure.value?.words ?? null) : null));

/** How many messages a summary stands for, and how many summaries it is made of. */
export function extentOf({ from, to, level, uid }: SummaryInfo): { messages: number; summaries: number } {
  const inside = (other: SummaryInfo) => other.uid !== uid && other.level === level - 1 && other.from >= from && other.to <= to && !other.undoneAt;
  return { messages: to - from + 1, summaries: level === 0 ? 0 : (memory.value?.summaries.filter(inside).length ?? 0) };
}

/** What a summary stands for, in one sentence. */
export function sentenceOf(summary: SummaryInfo): string {
  const { messages, summaries } = extentOf(summary);
  const { tokensBefore, tokensAfter } = summary;
  return summaries > 1 ? words.condensedIn(messages, summaries, tokensBefore, tokensAfter) : words.condensed(messages, tokensBefore, tokensAfter);
}

/** What the model reads instead of the messages above, in one sentence. */
export const viewSentence = computed(() => {
  const all = applied.value;
  const sum = (of: (summary: SummaryInfo) => number) => all.reduce((total, summary) => total + of(summary), 0);
  const count = sum(({ from, to }) => to - from + 1);
  const above = (all.at(-1)?.to ?? 0) + 1;
  return words.view(count, count === above, sum(({ tokensBefore }) => tokensBefore), sum(({ tokensAfter }) => tokensAfter));
});

export class Memory {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = new AbortController();
  /** What the core calls the state of the summaries that are here. */
  private known: { session: string | null; mark?: string | undefined } = { session: null };

  constructor(
    private readonly client: Client,
    private readonly conversation: Conversation,
  ) {}

  /** Reads the summaries of a session. */
  async load(session: string | null): Promise<void> {
    clearTimeout(this.timer);
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    if (session === null) {
      memory.value = null;
      return;
    }
    // Those of a long chat are long, and every draft that is kept changes the chat: they come only if they are others.
    const known = memory.peek()?.session === session && this.known.session === session ? this.known.mark : undefined;
    try {
      this.put(session, await this.client.call("memory.get", { session, ...(known === undefined ? {} : { known }) }, { signal }));
    } catch (error) {
      // Nothing is hidden then; a store that does not answer is said elsewhere.
      if (!(error instanceof CoreError)) throw error;
      // Another tab may have the history whose version knows no marks.
      if (error.code === "invalid") this.known = { session };
    }
  }

  /** These sessions have changed, or any if there are none. */
  changed(sessions: readonly string[]): void {
    const session = shown.peek();
    if (session === null || (sessions.length > 0 && !sessions.includes(session))) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(shown.peek()), gather);
  }

  /** Takes what the core says of condensing. */
  receive({ session, state, message, messages = 0, tokensBefore = 0, tokensAfter = 0 }: CondenseEvent, where: "background" | "turn"): void {
    const running = state === "started" || state === "retried";
    const here = session === shown.peek();
    batch(() => {
      this.setCondensing(session, running ? where : null);
      if (failure.peek()?.session === session) failure.value = null;
      if (state === "failed") failure.value = { session, words: message ?? words.failed };
    });
    if (!here || running) return;
    if (state === "done") announce(words.condensed(messages, tokensBefore, tokensAfter));
    if (state === "failed") announce(message ?? words.failed);
    if (state === "stopped") announce(words.stopped);
    void this.load(session);
  }

  /** A turn has ended, and with it the condensing that was a part of it. */
  turnEnded(session: string): void {
    if (condensing.peek().get(session) === "turn") this.setCondensing(session, null);
  }

  /** Ends condensing here. */
  stop(): void {
    const session = shown.peek();
    if (session !== null) void this.client.call("memory.stop", { session }).catch(complain);
  }

  dismiss(): void {
    failure.value = null;
  }

  /** Takes a summary away, so that its messages count again, or puts it back. */
  async undo(uid: string, undone = true): Promise<void> {
    const session = shown.peek();
    if (session === null) return;
    try {
      this.put(session, await this.client.call("memory.undo", { summary: uid, undone }));
      if (undone) say(words.undone, () => void this.undo(uid, false));
      else announce(words.putBack);
    } catch (error) {
      complain(error);
    }
  }

  /** Changes an item of a summary; an empty text removes it. */
  async edit(summary: string, list: SummaryList, item: number, was: string, now: string): Promise<void> {
    const session = shown.peek();
    if (session === null || was === now) return;
    try {
      const got = await this.client.call("memory.edit", { summary, list, item, was, text: now });
      this.put(session, got);
      const left = got.summaries.find(({ uid }) => uid === summary)?.summary[list].length ?? 0;
      if (now === "") say(words.removed, () => void this.edit(summary, list, left, "", was));
    } catch (error) {
      complain(error);
    }
  }

  /** Keeps a message whole where others are condensed, or no more. */
  async pin(message: Message): Promise<void> {
    try {
      const pinned = !message.pinned;
      const changed = await this.client.call("messages.pin", { message: message.uid, pinned });
      this.conversation.replace({ ...message, updatedAt: changed.updatedAt, pinned });
      announce(pinned ? words.pinned : words.unpinned);
    } catch (error) {
      complain(error);
    }
  }

  /** Brings a message of the session that is shown into sight. */
  seek(message: string): void {
    const session = shown.peek();
    if (session !== null) void this.conversation.seek(session, message);
  }

  /** How much of the chat can go along, for the model that answers next. */
  presets(signal: AbortSignal): Promise<Presets> {
    const session = shown.peek();
    return this.client.call("memory.presets", session === null ? {} : { session }, { signal });
  }

  /** How many messages the encoder has read, of all chats. */
  readSoFar(signal: AbortSignal): Promise<ReadSoFar> {
    return this.client.call("recall.read", {}, { signal });
  }

  /** Forgets what the encoder made of them. */
  async forgetRead(): Promise<void> {
    try {
      await this.client.call("recall.read", { forget: true });
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
    }
  }

  forecast(signal: AbortSignal): Promise<Forecast> {
    return this.client.call("memory.forecast", { session: shown.peek() ?? "" }, { signal });
  }

  /** Shows a summary that the reader has made, wherever they are. */
  keep(session: string, got: Got): void {
    const before = new Set(applied.peek().map(({ uid }) => uid));
    this.put(session, got);
    const made = applied.peek().find(({ uid }) => !before.has(uid));
    if (made === undefined) return;
    const { uid, to } = made;
    const at: Target = { message: uid, depth: -1, marked: true };
    if (atEnd.peek()) target.value = at;
    else void this.conversation.showAt(session, to + 1, at);
  }

  /** Shows what the core says of a session's memory. */
  put(session: string, got: Got): void {
    if (session !== shown.peek()) return;
    const before = memory.peek()?.session === session ? memory.peek() : null;
    batch(() => {
      this.takeCondensing(session, got.condensing === true, before === null);
      if (got.same === true) return;
      this.known = { session, mark: got.mark };
      if (before !== null && JSON.stringify(before.summaries) === JSON.stringify(got.summaries)) return;
      memory.value = { session, summaries: got.summaries };
    });
  }

  /** What began before the conversation was opened, or ended with another tab, is known by asking alone. */
  private takeCondensing(session: string, running: boolean, isFirst: boolean): void {
    const known = condensing.peek().get(session);
    if (known === "turn" || (known === undefined && !isFirst)) return;
    this.setCondensing(session, running ? "background" : null);
    if (running) this.timer = setTimeout(() => void this.load(shown.peek()), recheck);
  }

  private setCondensing(session: string, where: "background" | "turn" | null): void {
    if ((condensing.peek().get(session) ?? null) === where) return;
    const all = new Map(condensing.peek());
    if (where === null) all.delete(session);
    else all.set(session, where);
    condensing.value = all;
  }
}
