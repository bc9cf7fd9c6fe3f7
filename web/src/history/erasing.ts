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
import type { Conversation } from "./conversation.js";

const keyName = "erasing";
/** How long what another page has left waits: that page may still be there, and its sentence too. In milliseconds. */
const patience = 30_000;

// A temporary chat leaves nothing behind.
const saved = () => (temporary ? [] : (kept.saved(keyName) ?? "").split(" ").filter(Boolean));
const save = (uids: readonly string[]) => (temporary ? undefined : kept.save(keyName, uids.join(" ")));

/** Those that are out of sight and still there. */
export const hidden = signal<ReadonlySet<string>>(new Set(saved()));

export class Erasing {
  constructor(
    private readonly client: Client,
    private readonly conversation: Conversation,
  ) {
    const left = saved();
    if (left.length > 0) setTimeout(() => void this.remove(left.filter((uid) => saved().includes(uid))), patience);
  }

  /** Deletes messages of the chat that is shown. An answer with other versions gives way to one of them. */
  erase(messages: readonly Message[]): void {
    const [first] = messages;
    if (first === undefined) return;
    const uids = messages.map(({ uid }) => uid);
    const versions = messages.length === 1 && (first.siblings ?? 0) > 1;
    this.hide(uids, true);
    if (versions) void this.conversation.switchTo(first, (first.sibling ?? 1) > 1 ? -1 : 1);
    const undo = () => {
      this.hide(uids, false);
      if (versions) void this.conversation.show(first);
    };
    say(text.chat.actions.erased(messages.length), undo, () => void this.remove(uids));
  }

  /** Removes at once what is out of sight: it must not go along with a question. Nobody can take it back then. */
  settle(): void {
    if (hidden.peek().size === 0) return;
    void this.remove([...hidden.peek()]);
    if (toast.peek()?.done !== undefined) toast.value = null;
  }

  private hide(uids: readonly string[], on: boolean): void {
    const now = new Set(hidden.peek());
    for (const uid of uids) on ? now.add(uid) : now.delete(uid);
    hidden.value = now;
    save([...now]);
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
    this.hide(uids, false);
  }
}
