// Where a chat was branched off, if it was: internal/store keeps it among its metadata.

import { computed } from "@preact/signals";
import type { Session } from "../core/protocol.gen.js";
import { listed, openSession } from "./sessions.js";

export interface Origin {
  session: string;
  message: string;
  /** What that chat is called. */
  name: string;
  /** How many messages both have in common. */
  messages: number;
}

const branchOf = (session: Session | null) => Object((Object(session?.metadata) as { branchOf?: unknown }).branchOf) as Record<string, unknown>;

/** Whether a chat was branched off another one. */
export function isBranch(session: Session): boolean {
  return typeof branchOf(session)["session"] === "string";
}

/** Of the chat that is shown. */
export const origin = computed<Origin | null>(() => {
  const { session, message, name, messages } = branchOf(openSession.value);
  if (typeof session !== "string" || typeof message !== "string" || typeof messages !== "number") return null;
  const now = listed.value?.find(({ uid }) => uid === session)?.name;
  return { session, message, messages, name: now ?? (typeof name === "string" ? name : "") };
});
