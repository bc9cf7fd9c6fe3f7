// What is typed and not sent, by conversation. It is kept with the conversation, and
// for a new one in localStorage, so that it is there again after a reload or a failed
// send. What is in the field when the page goes is left in localStorage too: there is
// no time to ask anybody.

import { type Client, CoreError, newKey } from "../core/client.js";
import type { Session } from "../core/protocol.gen.js";
import * as kept from "../shared/saved.js";
import { temporary } from "../shared/route.js";
import { setField } from "./field.js";
import { draftOf, written } from "./state.js";

/** How long the keyboard rests before the draft is kept, in milliseconds. */
const rest = 400;
const newKeyName = "draft";
const lastKeyName = "draft.last";

// What is typed in a temporary chat is in its field and nowhere else.
const saved = (key: string) => (temporary ? null : kept.saved(key));
const save = (key: string, draft: string) => (temporary ? undefined : kept.save(key, draft));

export class Drafts {
  /** What is kept, as far as it is known; null if not. */
  private kept: string | null = null;
  /** Drafts that have been sent to the core and may not have arrived. */
  private unconfirmed = 0;
  /** Whether the field has something newer than what is kept, and be it nothing. */
  private newer = false;
  /** Questions that are on their way: kept as drafts until they are kept as questions. */
  private readonly sending = new Map<string | null, string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly client: Client) {
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", ({ persisted }) => {
      // What was left behind is still in the field, and must not turn up again after it is sent.
      if (persisted && takeLast(draftOf.peek()) !== null) this.changed();
    });
  }

  /** The field belongs to another conversation from now on. */
  switchTo(session: string | null, isFirst: boolean): void {
    if (!isFirst) this.flush();
    draftOf.value = session;
    this.kept = null;
    const left = takeLast(session);
    this.newer = left !== null;
    if (session === null) this.kept = saved(newKeyName) ?? "";
    const draft = left ?? this.kept;
    // What was typed before the script came is the reader's latest word.
    if (isFirst && written.peek() !== "") return;
    setField(draft ?? "");
  }

  /** A new conversation has got its place; the field goes on to be its own. */
  settle(session: string): void {
    draftOf.value = session;
    this.kept = "";
    save(newKeyName, "");
    if (written.peek() !== "") this.changed();
  }

  /** Puts the kept draft of the conversation into the field, unless something is there. */
  take({ uid, draft = "" }: Session): void {
    if (uid !== draftOf.peek() || this.kept !== null) return;
    this.kept = draft;
    if (this.newer) this.changed();
    else if (written.peek() === "" && !this.sending.has(uid)) setField(draft);
  }

  /** The text in the field has changed. */
  changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), rest);
  }

  /** A question is about to be sent: it is no draft, but is kept as one. */
  begin(session: string | null, question: string): void {
    // Another one may be on its way to the same place.
    const all = [this.sending.get(session), question].filter((one) => one !== undefined).join("\n\n");
    this.sending.set(session, all);
    if (session === null) save(newKeyName, all);
  }

  /** A question is kept, or was given back. */
  end(session: string | null): void {
    this.sending.delete(session);
    if (draftOf.peek() === session) this.flush(true);
    else if (session === null) save(newKeyName, "");
  }

  private flush(always = false): void {
    clearTimeout(this.timer);
    const session = draftOf.peek();
    const draft = written.peek();
    if (this.sending.has(session) && draft === "") return;
    if (draft === this.kept && !always) return;
    // Nothing has been typed, and what is kept has not been read yet.
    if (draft === "" && this.kept === null) return;
    this.kept = draft;
    if (session === null) save(newKeyName, draft);
    else void this.keep(session, draft);
  }

  private async keep(session: string, draft: string): Promise<void> {
    this.unconfirmed++;
    try {
      await this.client.call("sessions.change", { session, draft, key: newKey() });
    } catch (error) {
      ignore(error);
    } finally {
      this.unconfirmed--;
    }
  }

  private leave(): void {
    const session = draftOf.peek();
    const draft = written.peek() || (this.sending.get(session) ?? "");
    if (session === null) save(newKeyName, draft);
    else if (draft !== this.kept || this.unconfirmed > 0) save(lastKeyName, `${session} ${draft}`);
  }
}

/** The draft that a page left behind when it went, if it is of this conversation. */
function takeLast(session: string | null): string | null {
  const left = saved(lastKeyName) ?? "";
  if (session === null || !left.startsWith(`${session} `)) return null;
  save(lastKeyName, "");
  return left.slice(session.length + 1);
}

/** A draft that could not be kept is still in the field. */
function ignore(error: unknown): void {
  if (!(error instanceof CoreError)) throw error;
}
