// A temporary chat: a page of its own whose core has a history in memory and nothing
// else. Neither files nor other tabs are asked for, and nothing of it is remembered, so
// that it ends with the page. Leaving it is loading another page, which the browser asks
// about while there is something to lose.
//
// The history that is kept is reached twice, by a core of its own that ends at once: for
// the settings of all chats, and to take the chat in if the reader wants to keep it.

import { computed, signal } from "@preact/signals";
import { lives } from "../chat/turns.js";
import { written } from "../composer/state.js";
import { Client, CoreError } from "../core/client.js";
import { path } from "../history/conversation.js";
import type { Settings } from "../settings/settings.js";
import { sheet } from "../shared/layout.js";
import { addressOf, onLeave, session, temporary } from "../shared/route.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";

/** Bytes of a copy that one request carries. */
const part = 4 << 20;

/** How many messages would be lost. */
export const losing = computed(() => (temporary ? Math.max(path.value?.total ?? 0, lives.value.length) : 0));

/** Whether the chat is being taken into the history. */
export const keeping = signal(false);

/** Where the reader wants to go when asked what becomes of the chat. */
let wanted = "/";
let agreed = false;

export class Temporary {
  constructor(
    private readonly client: Client,
    private readonly settings: Settings,
  ) {
    if (!temporary) return;
    document.documentElement.dataset["temporary"] = "";
    addEventListener("beforeunload", (event) => {
      if (losing.peek() > 0 && !agreed) event.preventDefault();
    });
    // Its history ends when the page goes, even if the browser keeps the page: whoever
    // comes back finds a new one.
    addEventListener("pagehide", ({ persisted }) => {
      if (persisted) document.body.replaceChildren();
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) location.reload();
    });
    onLeave((address) => this.leave(address));
    void this.takeSettings();
  }

  /** Goes to another page, and asks first if something would be lost. */
  leave(address: string): void {
    wanted = address;
    if (losing.peek() > 0) sheet.value = "leaving";
    else this.agree();
  }

  /** Goes, and lets the chat end. */
  agree(): void {
    agreed = true;
    location.assign(wanted);
  }

  /** Makes an ordinary chat of it, with everything that is in it. */
  async keep(): Promise<void> {
    const uid = session.peek();
    if (uid === null || keeping.peek()) return;
    keeping.value = true;
    sheet.value = null;
    const kept = openKept();
    try {
      await this.client.call("sessions.change", { session: uid, draft: written.peek() });
      // Those of all chats are the other history's own.
      await this.client.call("settings.set", { settings: {} });
      await navigator.locks.request("burrow-copy", () => copy(this.client, kept));
      agreed = true;
      location.replace(addressOf(uid));
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      say(text.chat.temporary.notKept(error.message));
      void this.takeSettings();
    } finally {
      kept.close();
      keeping.value = false;
    }
  }

  /** This chat is answered as all are. Without the other history it is by what the server says. */
  private async takeSettings(): Promise<void> {
    const kept = openKept();
    try {
      const { user } = await kept.call("settings.get", {});
      await this.client.call("settings.set", { settings: user });
      await this.settings.load(session.peek());
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
    } finally {
      kept.close();
    }
  }
}

/** A core with the history that is kept, wherever that is. */
function openKept(): Client {
  return new Client(__WORKER__, { onCrash: () => {} });
}

/** Merges all of one history into another. */
async function copy(from: Client, to: Client): Promise<void> {
  const { bytes } = await from.call("backup.begin", {});
  await to.call("restore.begin", { bytes });
  for (let offset = 0; offset < bytes; offset += part) {
    const { data } = await from.call("backup.read", { offset, length: Math.min(part, bytes - offset) });
    await to.call("restore.write", { offset, data });
  }
  await to.call("restore.apply", { mode: "merge" });
  await to.call("restore.end", {});
}
