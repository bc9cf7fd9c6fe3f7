// The rows of the conversation: what is kept, what is on its way, in one list.

import { computed } from "@preact/signals";
import type { Message, SummaryInfo } from "../core/protocol.gen.js";
import { atEnd, isErased, path } from "../history/conversation.js";
import { hidden } from "../history/erasing.js";
import { applied } from "../memory/memory.js";
import { place } from "../shared/route.js";
import type { Live } from "./live.js";
import { livesHere, rowKey } from "./turns.js";

export interface Item {
  key: string;
  /** What is kept; null for what is not kept yet. */
  message: Message | null;
  /** The turn that this row belongs to while it runs. */
  live: Live | null;
  /** A question that is not kept yet. */
  pending: boolean;
  /** A summary, behind the messages that it stands for; the last one is where the model begins to read them as they are. */
  divider?: { summary: SummaryInfo; last: boolean };
}

export const items = computed<readonly Item[]>(() => {
  const here = place.value;
  const lives = livesHere.value;
  const kept = here.kind === "chat" && path.value?.session === here.session ? path.value.messages : [];
  const list = divided(
    cut(kept, lives).map((message) => ({
      key: rowKey(message.uid),
      message,
      live: lives.find((live) => live.message === message.uid) ?? null,
      pending: false,
    })),
  );
  for (const live of lives) {
    if (live.message !== null && list.some(({ message }) => message?.uid === live.message)) continue;
    // The conversation shows another branch, or an earlier part.
    if (live.message !== null && live.stage.value.kind !== "unsaved") continue;
    if (live.act.kind === "send" && live.question === null) list.push({ key: `q ${live.key}`, message: null, live, pending: true });
    if (live.act.kind !== "resume") list.push({ key: live.key, message: null, live, pending: false });
  }
  // What was deleted has its place on the path, and none here.
  return list.filter(({ message }) => message === null || !(isErased(message) || hidden.value.has(message.uid)));
});

/** Whether the chat that is shown is known to have nothing to show: all of it was deleted. */
export const emptied = computed(() => {
  const now = path.value;
  return place.value.kind === "chat" && now !== null && now.session === place.value.session && now.from === 0 && atEnd.value && items.value.length === 0;
});

/** Puts summaries behind the messages that they stand for, which stay in sight. */
function divided(rows: readonly (Item & { message: Message })[]): Item[] {
  const last = applied.value.at(-1);
  return rows.flatMap((row) => {
    // On another branch, which the summaries have not been read for yet, there is none.
    const summary = applied.value.find(({ lastMessage }) => lastMessage === row.message.uid);
    if (summary === undefined) return [row];
    return [row, { key: `s ${summary.uid}`, message: null, live: null, pending: false, divider: { summary, last: summary === last } }];
  });
}

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
