// The tags of chats: which there are, which one the list is narrowed to, and what the
// sheet does with them. What can be a tag, and which two are the same, the core says.

import { batch, signal } from "@preact/signals";
import { type Client, newKey } from "../core/client.js";
import type { Session, Tag } from "../core/protocol.gen.js";
import { complain } from "../shared/complain.js";
import { sheet } from "../shared/layout.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";
import { chosenTag, hasTag, isSameTag, taggedNow } from "./chosen-tag.js";
import type { Sessions } from "./sessions.js";

/** The most characters that a tag has. */
export const longestTag = 40;

/** The tags of all chats, what most have first. */
export const tags = signal<readonly Tag[]>([]);

const words = text.chat.tags;

/** Opens the sheet for these chats. */
export function showTags(sessions: readonly Session[]): void {
  batch(() => {
    taggedNow.value = sessions;
    sheet.value = "tags";
  });
}

export class Tags {
  constructor(
    private readonly client: Client,
    private readonly sessions: Sessions,
  ) {}

  /** Lists the tags anew. */
  async load(): Promise<void> {
    try {
      const list = (await this.client.call("tags.list", {})).tags;
      const chosen = chosenTag.peek();
      tags.value = list;
      if (chosen !== null && !list.some(({ name }) => isSameTag(name, chosen))) this.choose(null);
    } catch (error) {
      complain(error);
    }
  }

  /** Narrows the list to the chats with a tag, or shows all. */
  choose(tag: string | null): void {
    if (chosenTag.peek() === tag) return;
    chosenTag.value = tag;
    this.sessions.begin();
  }

  /** Gives the chats of the sheet a tag, or takes it from them. */
  async set(written: string, on: boolean): Promise<void> {
    // As it is spelt already, if it is.
    const tag = tags.peek().find(({ name }) => isSameTag(name, written))?.name ?? written;
    const wanted = taggedNow.peek().filter((session) => hasTag(session, tag) !== on);
    await Promise.all(
      wanted.map(({ uid, tags: before = [] }) => this.sessions.setTags(uid, on ? [...before, tag] : before.filter((other) => !isSameTag(other, tag)))),
    );
    await this.load();
  }

  /** Calls a tag otherwise in all chats, or takes it from all. The toast undoes it. */
  async rename(tag: string, to: string): Promise<void> {
    try {
      const { sessions } = await this.client.call("tags.rename", { tag, key: newKey(), ...(to === "" ? {} : { to }) });
      if (chosenTag.peek() !== null && isSameTag(chosenTag.peek() ?? "", tag)) this.choose(to === "" ? null : to);
      await this.load();
      say((to === "" ? words.removed : words.renamed)(sessions.length), () => {
        void Promise.all(sessions.map(({ session, tags }) => this.sessions.setTags(session, tags))).then(() => this.load());
      });
    } catch (error) {
      complain(error);
    }
  }
}
