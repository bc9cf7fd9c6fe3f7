// The conversation that is shown: a window on the path to the session's head. It opens
// at its end, or around a message, and grows in both directions while it is scrolled.

import { batch, computed, signal } from "@preact/signals";
import { type Client, CoreError, newKey } from "../core/client.js";
import type { Message, Session } from "../core/protocol.gen.js";
import { complain } from "../shared/complain.js";
import { session as shown } from "../shared/route.js";

/** Messages that one request gives. */
const part = 60;
/** Messages that are drawn in one frame: all of a part would hold up whoever scrolls. */
const drawn = 20;
/** Messages that are kept on the page; those at the other end are let go. */
const most = 600;
/** Messages at the end that are read again when the conversation has changed. */
const tail = 4;

export interface Path {
  session: string;
  /** Messages of the path from the depth `from` on; `total` is how many it has. */
  from: number;
  messages: readonly Message[];
  total: number;
}

export const path = signal<Path | null>(null);

/** Whether the window reaches the end of the path. */
export const atEnd = computed(() => path.value === null || path.value.from + path.value.messages.length >= path.value.total);

/** Whether the text of a message was removed: it has a place on the path, and nothing to show. */
export function isErased({ content, metadata }: Message): boolean {
  return content === "" && (Object(metadata) as { deleted?: unknown }).deleted === true;
}

/** A message or a summary to be brought into sight, at a distance from the top if one is given. */
export interface Target {
  message: string;
  depth: number;
  offset?: number;
  /** Whether to draw the eye to it. */
  marked?: boolean;
}
export const target = signal<Target | null>(null);

export class Conversation {
  private work = new AbortController();
  private growing = false;

  constructor(
    private readonly client: Client,
    /** Whether this tab gets a message's text as it comes, so that what is kept of it is older. */
    private readonly isLive: (message: string) => boolean,
    /** Whether what is read of a session now would be shown twice. */
    private readonly isAsking: (session: string) => boolean,
    private readonly onSession: (session: Session) => void,
  ) {}

  /** Shows a session from its end, or around a message; null shows none. */
  async open(session: string | null, around?: Target): Promise<void> {
    this.work.abort();
    const { signal } = (this.work = new AbortController());
    this.growing = false;
    batch(() => {
      if (path.peek()?.session !== session) path.value = null;
      target.value = null;
    });
    if (session === null) return;
    try {
      if (around === undefined) await this.load(session, -part, part, signal);
      else await this.openAround(session, around, signal);
    } catch (error) {
      // A session that is not there is said where its name would be.
      if (!(error instanceof CoreError)) throw error;
    }
  }

  /** Brings a message of a session into sight whose place on the path is not known. */
  async seek(session: string, message: string): Promise<void> {
    try {
      // A message ends the path that leads to it.
      const { messages } = await this.client.call("messages.path", { session, leaf: message, from: -1, limit: 1 });
      const depth = messages[0]?.depth;
      if (depth !== undefined && shown.peek() === session) await this.open(session, { message, depth, marked: true });
    } catch (error) {
      complain(error);
    }
  }

  /** Shows the path around a depth, and there what the target names. */
  async showAt(session: string, depth: number, at: Target): Promise<void> {
    const { signal } = this.work;
    await this.load(session, Math.max(0, depth - part / 2), part, signal, at).catch(complain);
  }

  /** Loads what comes before the window, or after it. */
  async earlier(): Promise<void> {
    const now = path.peek();
    if (now === null || now.from === 0) return;
    const from = Math.max(0, now.from - part);
    await this.grow(now.session, from, now.from - from, before);
  }

  async later(): Promise<void> {
    const now = path.peek();
    if (now === null || atEnd.peek()) return;
    await this.grow(now.session, now.from + now.messages.length, part, after);
  }

  /** Reads again what may have changed. */
  async refresh(session: Session): Promise<void> {
    const { uid, head } = session;
    const now = path.peek();
    if (now === null || now.session !== uid || this.isAsking(uid)) return;
    const last = now.messages.at(-1);
    if (atEnd.peek() && last !== undefined && last.uid === head && this.isLive(last.uid)) return;
    const { signal } = this.work;
    try {
      const from = Math.max(now.from, now.from + now.messages.length - tail);
      const limit = atEnd.peek() ? part : tail;
      const { messages, total } = await this.client.call("messages.path", { session: uid, from, limit }, { signal });
      const before = now.messages[from - now.from - 1];
      const fits = messages[0] !== undefined && (before === undefined ? from === 0 : messages[0].parent === before.uid);
      if (path.peek() !== now) return void (await this.refresh(session));
      if (!fits) return void (await this.load(uid, now.from, Math.max(part, now.messages.length), signal));
      path.value = { ...now, messages: [...now.messages.slice(0, from - now.from), ...messages.map(known(now))], total };
    } catch (error) {
      complain(error);
    }
  }

  /** Reads one message again, wherever in the window it is: a question that waited may be further up than what is read by itself. */
  async reread(session: string, message: string): Promise<void> {
    if (!path.peek()?.messages.some(({ uid }) => uid === message) || this.isLive(message)) return;
    try {
      const { messages } = await this.client.call("messages.path", { session, leaf: message, from: -1, limit: 1 });
      if (messages[0]?.uid === message && !this.isLive(message)) this.replace(messages[0]);
    } catch (error) {
      complain(error);
    }
  }

  /** Shows another branch: the next of the messages beside this one, before it or after it, and what follows it. */
  async switchTo(message: Message, step: -1 | 1, isThere: (uid: string) => boolean): Promise<void> {
    try {
      const { messages } = await this.client.call("messages.siblings", { message: message.uid });
      const at = messages.indexOf(message.uid);
      const other = step < 0 ? messages.slice(0, Math.max(0, at)).findLast(isThere) : messages.slice(at + 1).find(isThere);
      if (other !== undefined) await this.setHead(message.session, other);
    } catch (error) {
      complain(error);
    }
  }

  /** Shows another branch in the place of this one: the message before it, or else the one after it. */
  async showOther(message: Message, isThere: (uid: string) => boolean): Promise<void> {
    const { messages } = await this.client.call("messages.siblings", { message: message.uid });
    const at = messages.indexOf(message.uid);
    const other = messages.slice(0, at).findLast(isThere) ?? messages.slice(at + 1).find(isThere);
    if (other !== undefined) await this.setHead(message.session, other);
  }

  /** Shows the path through a message. */
  async show({ session, uid }: Message): Promise<void> {
    await this.setHead(session, uid).catch(complain);
  }

  /** Puts messages where those from `depth` on have been; they are known before they are read. */
  splice(session: string, depth: number, messages: readonly Message[]): void {
    const now = path.peek();
    if (shown.peek() !== session) return;
    if (now === null || now.session !== session) {
      if (depth === 0) path.value = { session, from: 0, messages, total: messages.length };
      return;
    }
    if (depth < now.from || depth > now.from + now.messages.length) return;
    path.value = { ...now, messages: [...now.messages.slice(0, depth - now.from), ...messages], total: depth + messages.length };
  }

  /** Shows a message as it is now, if it is in the window. */
  replace(message: Message): void {
    const now = path.peek();
    if (now === null || now.session !== message.session) return;
    const messages = now.messages.map((old) =>
      old.uid === message.uid ? { ...message, sibling: message.sibling || old.sibling || 0, siblings: message.siblings || old.siblings || 0 } : old,
    );
    path.value = { ...now, messages };
  }

  private async setHead(session: string, message: string): Promise<void> {
    const row = await this.client.call("sessions.change", { session, head: message, key: newKey() });
    this.onSession(row);
    await this.refresh(row);
  }

  private async openAround(session: string, around: Target, signal: AbortSignal): Promise<void> {
    const { message, depth } = around;
    const there = await this.client.call("messages.path", { session, from: depth, limit: 1 }, { signal });
    if (there.messages[0]?.uid !== message) {
      // Where the reader was is on another branch now; where they want to go is shown.
      if (!around.marked) return await this.load(session, -part, part, signal);
      const row = await this.client.call("sessions.change", { session, head: message, key: newKey() }, { signal });
      this.onSession(row);
    }
    await this.load(session, Math.max(0, depth - part / 2), part, signal, around);
  }

  private async load(session: string, from: number, limit: number, signal: AbortSignal, at: Target | null = null): Promise<void> {
    const { messages, total } = await this.client.call("messages.path", { session, from, limit }, { signal });
    if (signal.aborted) return;
    if (messages.length === 0 && total > 0) return await this.load(session, -part, part, signal);
    const all = messages.map(known(path.peek()));
    // What is in sight first: at the end of a chat that is opened, the last ones.
    const first = path.peek() === null && at === null ? all.splice(-drawn) : all.splice(0);
    batch(() => {
      path.value = { session, from: first[0]?.depth ?? 0, messages: first, total };
      target.value = at;
    });
    if (all.length === 0) return;
    this.growing = true;
    await nextFrame();
    await this.add(session, all, before, signal);
    if (!signal.aborted) this.growing = false;
  }

  private async grow(session: string, from: number, limit: number, join: Join): Promise<void> {
    if (this.growing) return;
    this.growing = true;
    const { signal } = this.work;
    try {
      const { messages } = await this.client.call("messages.path", { session, from, limit }, { signal });
      // The path may have become another one meanwhile.
      if (!(await this.add(session, [...messages], join, signal))) await this.load(session, -part, part, signal);
    } catch (error) {
      complain(error);
    } finally {
      if (!signal.aborted) this.growing = false;
    }
  }

  /** Adds messages to the window, some in a frame. False if they do not fit. */
  private async add(session: string, rest: Message[], join: Join, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const now = path.peek();
      if (signal.aborted || now?.session !== session) return true;
      const joined = join(now, rest);
      if (joined === null) return false;
      path.value = joined;
      if (rest.length === 0) return true;
      await nextFrame();
    }
  }
}

/** A window with some of the messages, which are taken; null if they belong to another path. */
type Join = (now: Path, rest: Message[]) => Path | null;

const before: Join = (now, rest) => {
  const some = rest.splice(-drawn);
  if (some[0] === undefined || some.at(-1)?.uid !== now.messages[0]?.parent) return null;
  return { ...now, from: some[0].depth, messages: [...some, ...now.messages].slice(0, most) };
};

const after: Join = (now, rest) => {
  const some = rest.splice(0, drawn);
  if (some[0]?.parent !== now.messages.at(-1)?.uid) return null;
  const messages = [...now.messages, ...some].slice(-most);
  return { ...now, from: messages[0]?.depth ?? 0, messages };
};

/** Resolves when a frame was painted. Where nothing is, there is no hurry. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Messages that have not changed stay the same objects, so that their rows are not drawn anew. */
function known(path: Path | null): (message: Message) => Message {
  const old = new Map(path?.messages.map((message) => [message.uid, message]));
  return (message) => {
    const before = old.get(message.uid);
    const same =
      before?.updatedAt === message.updatedAt &&
      before.status === message.status &&
      before.content.length === message.content.length &&
      Boolean(before.pinned) === Boolean(message.pinned) &&
      before.sibling === message.sibling &&
      before.siblings === message.siblings;
    return same ? before : message;
  };
}
