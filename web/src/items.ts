// The rows of the conversation: what is kept, what is on its way, in one list.

import { computed } from "@preact/signals";
import { path } from "./conversation.js";
import type { Live } from "./live.js";
import type { Message } from "./protocol.gen.js";
import { place } from "./route.js";
import { livesHere, rowKey } from "./turns.js";

export interface Item {
  key: string;
  /** What is kept; null for what is not kept yet. */
  message: Message | null;
  /** The turn that this row belongs to while it runs. */
  live: Live | null;
  /** A question that is not kept yet. */
  pending: boolean;
}

export const items = computed<readonly Item[]>(() => {
  const here = place.value;
  const lives = livesHere.value;
  const kept = here.kind === "chat" && path.value?.session === here.session ? path.value.messages : [];
  const list: Item[] = cut(kept, lives).map((message) => ({
    key: rowKey(message.uid),
    message,
    live: lives.find((live) => live.message === message.uid) ?? null,
    pending: false,
  }));
  for (const live of lives) {
    if (live.message !== null && list.some(({ message }) => message?.uid === live.message)) continue;
    // The conversation shows another branch, or an earlier part.
    if (live.message !== null && live.stage.value.kind !== "unsaved") continue;
    if (live.act.kind === "send" && live.question === null) list.push({ key: `q ${live.key}`, message: null, live, pending: true });
    if (live.act.kind !== "resume") list.push({ key: live.key, message: null, live, pending: false });
  }
  return list;
});

/** A turn that stands beside another takes its place at once, before it is kept. */
function cut(messages: readonly Message[], lives: readonly Live[]): readonly Message[] {
  for (const { act, message } of lives) {
    if (message !== null || act.kind === "resume") continue;
    const beside = act.kind === "again" ? act.message : act.kind === "send" ? act.edit : undefined;
    const at = messages.findIndex(({ uid }) => uid === beside);
    if (at >= 0) return messages.slice(0, at);
  }
  return messages;
}
