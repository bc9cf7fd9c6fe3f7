// The list of conversations by day, as the sidebar shows it.

import type { Session } from "../core/protocol.gen.js";

export type GroupName = "pinned" | "today" | "yesterday" | "week" | "older";

export interface Group {
  name: GroupName;
  sessions: Session[];
}

/** Days of the reader's clock; a list in the core's order gives each group once. */
export function groupsOf(sessions: readonly Session[], now: Date): Group[] {
  const groups: Group[] = [];
  for (const session of sessions) {
    const name = session.pinned ? "pinned" : nameOf(session.lastMessageAt, now);
    const last = groups.at(-1);
    if (last?.name === name) last.sessions.push(session);
    else groups.push({ name, sessions: [session] });
  }
  return groups;
}

function nameOf(at: number, now: Date): GroupName {
  const midnight = (daysAgo: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
  if (at >= midnight(0)) return "today";
  if (at >= midnight(1)) return "yesterday";
  return at >= midnight(7) ? "week" : "older";
}
