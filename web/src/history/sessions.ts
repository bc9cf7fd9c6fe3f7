// The list of conversations, and what can be done with one of them. The list is loaded
// in parts; what changes, here or in another tab, is put where it belongs without
// loading the rest anew.

import { batch, signal } from "@preact/signals";
import { focusField } from "../composer/field.js";
import { type Client, CoreError, newKey } from "../core/client.js";
import type { Session, SessionsChangeParams } from "../core/protocol.gen.js";
import { complain } from "../shared/complain.js";
import { go, session as shown } from "../shared/route.js";
import { say } from "../shared/toast.js";
import { saveSession, saveSessions } from "../storage/exchange.js";
import { text } from "../text/en.js";
import { chosenTag, hasTag, taggedNow } from "./chosen-tag.js";

/** Where the list is taken from: what is in use, what was put away, what was deleted. */
export type ListedShelf = "active" | "archived" | "bin";

/** Conversations that one request lists. */
const part = 60;
/** Conversations that one request may list. */
const mostListed = 500;
/** If more change at once, the list is loaded anew. */
const mostSingle = 8;

export const shelf = signal<ListedShelf>("active");

/** The beginning of the list; null until it is loaded. */
export const listed = signal<readonly Session[] | null>(null);

/** Whether the list goes on. */
export const hasMore = signal(false);

/** The conversations that are marked to do something with all of them; null if none can be. */
export const marked = signal<ReadonlySet<string> | null>(null);

/** The conversation that is shown; null in a new chat, and until it is known. */
export const openSession = signal<Session | null>(null);

/** Whether the address names a conversation that does not exist. */
export const missing = signal(false);

const words = text.chat.sessions;

export class Sessions {
  private next = "";
  private loading: AbortController | null = null;
  /** Changed conversations that have not been read yet; "all" if any may have. */
  private stale: Set<string> | "all" = new Set();
  private reading = false;
  private lastMarked = "";

  constructor(
    private readonly client: Client,
    /** Told of each conversation that was read again. */
    private readonly onRead: (session: Session) => void,
    /** Told that the tags of a conversation may be others. */
    private readonly onTags: () => void,
    /** Told before conversations are written to a file. */
    private readonly onExport: () => void,
  ) {}

  /** Loads the list from its beginning, as far as it has been loaded. */
  async load(): Promise<void> {
    const limit = Math.max(part, Math.min(mostListed, listed.peek()?.length ?? 0));
    await this.request(limit, "", () => []);
  }

  /** Loads the next part of the list. */
  async more(): Promise<void> {
    if (this.loading !== null || this.next === "") return;
    await this.request(part, this.next, () => listed.peek() ?? []);
  }

  show(which: ListedShelf): void {
    if (shelf.peek() === which) return;
    batch(() => {
      shelf.value = which;
      // The bin has no place to choose another.
      if (which === "bin") chosenTag.value = null;
      this.begin();
    });
  }

  /** Lists what is wanted now from its beginning. */
  begin(): void {
    batch(() => {
      marked.value = null;
      listed.value = null;
      hasMore.value = false;
    });
    void this.load();
  }

  /** Reads the conversation that is shown. */
  async track(uid: string | null): Promise<void> {
    batch(() => {
      missing.value = false;
      const known = listed.peek()?.find((row) => row.uid === uid) ?? null;
      if (openSession.peek()?.uid !== uid) openSession.value = known;
    });
    if (uid !== null) await this.read(uid);
  }

  /** These conversations have changed, or any if there are none. */
  changed(uids: readonly string[]): void {
    if (uids.length === 0 || this.stale === "all") this.stale = "all";
    else for (const uid of uids) this.stale.add(uid);
    void this.readStale();
  }

  rename(uid: string, name: string): void {
    void this.change({ session: uid, name: name.trim() });
  }

  pin(uid: string, pinned: boolean): void {
    void this.change({ session: uid, pinned });
  }

  /** Gives a conversation these tags and no others. */
  setTags(uid: string, tags: string[]): Promise<void> {
    return this.change({ session: uid, tags });
  }

  /** Puts conversations away, or back where they were. The toast undoes it. */
  archive(uids: readonly string[], archived: boolean): void {
    this.move(uids, { archived }, { archived: !archived }, (archived ? words.archived : words.unarchived)(uids.length));
  }

  /** Puts conversations into the bin. The toast takes them out again. */
  remove(uids: readonly string[]): void {
    this.move(uids, { deleted: true }, { deleted: false }, words.deleted(uids.length));
  }

  /** Puts all conversations into the bin, archived ones too. The toast takes them out again. */
  async removeAll(): Promise<void> {
    const uids: string[] = [];
    try {
      for (const shelf of ["active", "archived"] as const) {
        for (let after = ""; ; ) {
          const { sessions, next = "" } = await this.client.call("sessions.list", { shelf, limit: mostListed, ...(after === "" ? {} : { after }) });
          uids.push(...sessions.map(({ uid }) => uid));
          if (next === "") break;
          after = next;
        }
      }
    } catch (error) {
      return complain(error);
    }
    if (uids.length === 0) say(words.noneToDelete);
    else this.move(uids, { deleted: true }, { deleted: false }, words.deletedAll(uids.length));
  }

  restore(uid: string): void {
    void this.change({ session: uid, deleted: false });
  }

  /** Removes a conversation that is in the bin for good. */
  async purge(uid: string): Promise<void> {
    this.drop(uid);
    await this.client.call("sessions.purge", { session: uid }).catch(complain);
  }

  export(sessions: readonly Session[], markdown = false): void {
    const [first, ...more] = sessions;
    if (first === undefined) return;
    this.onExport();
    void (more.length === 0 ? saveSession(this.client, first, markdown) : saveSessions(this.client, sessions));
  }

  /** Marks a conversation or unmarks it; with `through`, also all between it and the one before. */
  mark(uid: string, on = true, through = false): void {
    const now = new Set(marked.peek());
    const rows = listed.peek() ?? [];
    const [from, to] = [this.lastMarked, uid].map((one) => rows.findIndex((row) => row.uid === one)).sort((a, b) => a - b);
    const all = through && from !== undefined && from >= 0 ? rows.slice(from, (to ?? from) + 1).map((row) => row.uid) : [uid];
    for (const one of all) on ? now.add(one) : now.delete(one);
    this.lastMarked = uid;
    marked.value = now;
  }

  /** Marks all, also those that have not been listed yet. */
  async markAll(): Promise<void> {
    for (let before = -1; this.next !== "" && before < (listed.peek()?.length ?? 0); ) {
      before = listed.peek()?.length ?? 0;
      await this.more();
    }
    if (marked.peek() !== null) marked.value = new Set(listed.peek()?.map(({ uid }) => uid));
  }

  /** Shows what the core says of a conversation. */
  put(row: Session): void {
    const before = listed.peek()?.find(({ uid }) => uid === row.uid);
    if (JSON.stringify(before?.tags) !== JSON.stringify(row.tags)) this.onTags();
    batch(() => {
      taggedNow.value = taggedNow.peek().map((old) => (old.uid === row.uid ? row : old));
      if (openSession.peek()?.uid === row.uid || shown.peek() === row.uid) openSession.value = row;
      const rest = (listed.peek() ?? []).filter(({ uid }) => uid !== row.uid);
      if (listed.peek() !== null) listed.value = belongs(row) ? this.insert(rest, row) : rest;
    });
  }

  private insert(rest: readonly Session[], row: Session): readonly Session[] {
    const found = rest.findIndex((other) => isBefore(row, other));
    // Behind the last one that is loaded, where the list goes on: it comes with the next part.
    if (found < 0 && this.next !== "") return rest;
    const at = found < 0 ? rest.length : found;
    return [...rest.slice(0, at), row, ...rest.slice(at)];
  }

  /** Moves conversations to another shelf; `back` is what undoes it. */
  private move(uids: readonly string[], to: Partial<SessionsChangeParams>, back: Partial<SessionsChangeParams>, said: string): void {
    const here = shown.peek();
    for (const session of uids) void this.change({ session, ...to });
    if (here !== null && uids.includes(here) && (to.archived || to.deleted)) this.leave(here);
    say(said, () => {
      for (const session of uids) void this.change({ session, ...back });
      if (here !== null && uids.includes(here)) go(here);
    });
  }

  private drop(uid: string): void {
    listed.value = listed.peek()?.filter((row) => row.uid !== uid) ?? null;
  }

  private leave(uid: string): void {
    if (shown.peek() !== uid) return;
    go(null);
    focusField();
  }

  private async change(params: SessionsChangeParams): Promise<void> {
    await this.client.call("sessions.change", { ...params, key: newKey() }).then((row) => this.put(row), complain);
  }

  private async request(limit: number, after: string, before: () => readonly Session[]): Promise<void> {
    this.loading?.abort();
    const { signal } = (this.loading = new AbortController());
    try {
      const tag = chosenTag.peek();
      const from = { ...(after === "" ? {} : { after }), ...(tag === null ? {} : { tag }) };
      const { sessions, next = "" } = await this.client.call("sessions.list", { shelf: shelf.peek(), limit, ...from }, { signal });
      batch(() => {
        this.next = next;
        listed.value = [...before(), ...sessions];
        hasMore.value = next !== "";
      });
    } catch (error) {
      complain(error);
    } finally {
      if (this.loading?.signal === signal) this.loading = null;
    }
  }

  private async readStale(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    try {
      while (this.stale === "all" || this.stale.size > 0) {
        const stale = this.stale;
        this.stale = new Set();
        if (stale === "all" || stale.size > mostSingle) {
          await this.load();
          this.onTags();
          if (shown.peek() !== null) await this.read(shown.peek() ?? "");
        } else {
          for (const uid of stale) await this.read(uid);
        }
      }
    } finally {
      this.reading = false;
    }
  }

  private async read(uid: string): Promise<void> {
    try {
      const row = await this.client.call("sessions.get", { session: uid });
      this.put(row);
      this.onRead(row);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      if (error.code !== "not_found" && error.code !== "invalid") return;
      this.drop(uid);
      if (shown.peek() === uid) missing.value = true;
    }
  }
}

function belongs(session: Session): boolean {
  const { archived, deletedAt } = session;
  const which = shelf.peek();
  if (chosenTag.peek() !== null && !hasTag(session, chosenTag.peek() ?? "")) return false;
  switch (which) {
    case "active":
      return !archived && !deletedAt;
    case "archived":
      return archived === true && !deletedAt;
    case "bin":
      return Boolean(deletedAt);
    default:
      return which satisfies never;
  }
}

/** The order in which the core lists. */
function isBefore(a: Session, b: Session): boolean {
  if (shelf.peek() === "bin") return (a.deletedAt ?? 0) > (b.deletedAt ?? 0);
  if (Boolean(a.pinned) !== Boolean(b.pinned)) return Boolean(a.pinned);
  return a.lastMessageAt === b.lastMessageAt ? a.uid > b.uid : a.lastMessageAt > b.lastMessageAt;
}
