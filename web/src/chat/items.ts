// The rows of the conversation: what is kept, what is on its way, in one list.

import { computed } from "@preact/signals";
import type { Message, SummaryInfo } from "../core/protocol.gen.js";
import { isErased, path } from "../history/conversation.js";
import { hidden } from "../history/erasing.js";
import { applied, isOpen, staysWhole } from "../memory/memory.js";
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
  /** A summary in the place of its messages, or around them if they are shown. */
  divider?: { summary: SummaryInfo; end: boolean };
}

/** The depth at which what is shown begins: summaries in one line with the window need no messages. */
export const beginning = computed(() => {
  const from = path.value?.from ?? 0;
  return applied.value.reduceRight((at, summary) => (!isOpen(summary) && summary.from <= at && summary.to >= at - 1 ? summary.from : at), from);
});

export const items = computed<readonly Item[]>(() => {
  const here = place.value;
  const lives = livesHere.value;
  const kept = here.kind === "chat" && path.value?.session === here.session ? path.value.messages : [];
  const list = condensed(
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

/** Puts summaries in the place of messages. */
function condensed(rows: readonly (Item & { message: Message })[]): Item[] {
  const { from = 0, total = 0 } = path.value ?? {};
  const last = from + rows.length - 1;
  // On another branch, which the summaries have not been read for yet.
  const strays = ({ to, lastMessage }: SummaryInfo) => to >= from && to <= last && rows[to - from]?.message.uid !== lastMessage;
  const summaries = applied.value.filter((summary) => summary.from <= last && !strays(summary));
  if (summaries.length === 0) return [...rows];
  const list: Item[] = [];
  const divide = (summary: SummaryInfo, end = false) =>
    list.push({ key: `${end ? "e" : "s"} ${summary.uid}`, message: null, live: null, pending: false, divider: { summary, end } });
  for (const summary of summaries) if (summary.to < from && summary.from >= beginning.value) divide(summary);
  let before: SummaryInfo | undefined;
  for (const row of rows) {
    const { depth } = row.message;
    const summary = summaries.find(({ from, to }) => from <= depth && depth <= to);
    if (before !== undefined && before !== summary && isOpen(before)) divide(before, true);
    const open = summary !== undefined && isOpen(summary);
    if (summary !== undefined && (open ? depth === summary.from : before !== summary)) divide(summary);
    if (summary === undefined || open || row.live !== null || staysWhole(row.message, total)) list.push(row);
    before = summary;
  }
  return list;
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
