// Messages that the reader deletes. They are out of sight at once; the core removes them for
// good when nobody has taken it back: when the sentence is gone that offers to. What was
// not removed when the page went is removed the next time.

import { signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { Message } from "../core/protocol.gen.js";
import { complain } from "../shared/complain.js";
import { temporary } from "../shared/route.js";
import * as kept from "../shared/saved.js";
import { say, toast } from "../shared/toast.js";
import { text } from "../text/en.js";
import { type Conversation, atEnd, isErased, path } from "./conversation.js";

const keyName = "erasing";
/** How long what another page has left waits: that page may still be there, and its sentence too. In milliseconds. */
const patience = 30_000;

/** Where a message stands among the versions of its question, or of its answer. */
type Spot = Pick<Message, "session" | "parent" | "sibling">;

// A temporary chat leaves nothing behind.
const saved = () => (temporary ? [] : (kept.saved(keyName) ?? "").split(" ").filter(Boolean)).map(read);
const save = (spots: ReadonlyMap<string, Spot>) => (temporary ? undefined : kept.save(keyName, [...spots].map(written).join(" ")));

const written = ([uid, { session, parent = "", sibling = 0 }]: [string, Spot]) => [uid, session, parent, sibling].join(":");

function read(entry: string): [string, Spot] {
  const [uid = "", session = "", parent = "", sibling] = entry.split(":");
  return [uid, { session, ...(parent === "" ? {} : { parent }), sibling: Number(sibling) || 0 }];
}

/** Those that are out of sight and still there. */
export const hidden = signal<ReadonlyMap<string, Spot>>(new Map(saved()));

/** Which version a message is, and of how many: those that are out of sight are none. */
export function versionOf({ session, parent, sibling = 0, siblings = 0 }: Message): { sibling: number; siblings: number } {
  const out = [...hidden.value.values()].filter((spot) => (spot.sibling ?? 0) > 0 && spot.session === session && spot.parent === parent);
  return { sibling: sibling - out.filter((spot) => (spot.sibling ?? 0) < sibling).length, siblings: siblings - out.length };
}

export class Erasing {
  constructor(
    private readonly client: Client,
    private readonly conversation: Conversation,
  ) {
    const left = saved().map(([uid]) => uid);
    const isLeft = (uid: string) => saved().some(([other]) => other === uid);
    if (left.length > 0) setTimeout(() => void this.remove(left.filter(isLeft)), patience);
  }

  /** Deletes a message of the chat that is shown, and with a question its answer. If nothing follows, another version takes its place. */
  async erase(message: Message, answer: Message | null): Promise<void> {
    const shown = answer ?? message;
    const gone = answer === null ? [message] : [message, answer];
    const isLast = atEnd.peek() && path.peek()?.messages.findLast((row) => !isErased(row) && !hidden.peek().has(row.uid))?.uid === shown.uid;
    this.hide(gone, true);
    const undo = () => {
      this.hide(gone, false);
      if (isLast) void this.conversation.show(shown);
    };
    say(text.chat.actions.erased(gone.length), undo, () => void this.remove(gone.map(({ uid }) => uid)));
    if (!isLast) return;
    try {
      // No version of an answer is left without its question.
      if (answer !== null) {
        const others = (await this.versions(answer)).filter((uid) => uid !== answer.uid);
        gone.push(...others.map((uid) => ({ ...answer, uid, sibling: 0 })));
      }
      if (hidden.peek().has(message.uid)) {
        this.hide(gone, true);
        await this.conversation.showOther(message, (uid) => !hidden.peek().has(uid));
      }
    } catch (error) {
      complain(error);
    }
  }

  private async versions({ uid }: Message): Promise<readonly string[]> {
    return (await this.client.call("messages.siblings", { message: uid })).messages;
  }

  /** Removes at once what is out of sight: it must not go along with a question. Nobody can take it back then. */
  settle(): void {
    if (hidden.peek().size === 0) return;
    void this.remove([...hidden.peek().keys()]);
    if (toast.peek()?.done !== undefined) toast.value = null;
  }

  private hide(messages: readonly Message[], on: boolean): void {
    const now = new Map(hidden.peek());
    for (const { uid, session, parent, sibling = 0 } of messages) on ? now.set(uid, { session, sibling, ...(parent === undefined ? {} : { parent }) }) : now.delete(uid);
    this.keep(now);
  }

  private keep(now: ReadonlyMap<string, Spot>): void {
    hidden.value = now;
    save(now);
  }

  /** All are asked for before anything else is: the core takes requests in their order. */
  private async remove(uids: readonly string[]): Promise<void> {
    const remove = async (uid: string) => {
      try {
        this.conversation.replace(await this.client.call("messages.erase", { message: uid }));
      } catch (error) {
        // What is no longer there is removed.
        if (!(error instanceof CoreError) || error.code !== "not_found") complain(error);
      }
    };
    await Promise.all(uids.map(remove));
    this.keep(new Map([...hidden.peek()].filter(([uid]) => !uids.includes(uid))));
  }
}
