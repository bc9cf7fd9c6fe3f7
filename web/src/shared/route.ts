// Where the reader is: a chat has its own address, everything else is a new chat.

import { computed, signal } from "@preact/signals";
import { enter, isStill, rename } from "./over.js";

export type Place =
  /** A chat that is not there yet. Each visit is one of its own, so that a late answer finds out that it is too late. */
  | { kind: "new"; visit: number }
  /** `settled` says that the reader was in this chat already when it got its address. */
  | { kind: "chat"; session: string; settled?: boolean };

/** Whether this page is a temporary chat: see temporary/temporary.ts. It is so for as long as it is there, and has one address. */
export const temporary = location.pathname === "/" && new URLSearchParams(location.search).has("temporary");

/** Where a temporary chat begins. */
export const temporaryAddress = "/?temporary";

let leave = (to: string) => location.assign(to);

/** Says who is asked before a temporary chat is left. */
export function onLeave(ask: (address: string) => void): void {
  leave = ask;
}

const address = /^\/c\/([0-9a-f]{32})\/?$/;
/** Stands for an address of a chat that no chat can have: no name is made like this. */
const nowhere = "f".repeat(32);
let visits = 0;

export const place = signal<Place>(placeAt(location.pathname));

/** The session that is shown, null in a new chat. */
export const session = computed(() => (place.value.kind === "chat" ? place.value.session : null));

export function addressOf(session: string | null): string {
  return session === null ? "/" : `/c/${session}`;
}

/** Shows a chat, or a new one. */
export function go(session: string | null): void {
  if (temporary) {
    const here = place.peek();
    if (here.kind === "new" || here.session !== session) leave(addressOf(session));
    return;
  }
  if (location.pathname !== addressOf(session)) enter(addressOf(session));
  place.value = placeAt(addressOf(session));
}

/** Gives the new chat that is shown the address it has now. */
export function settle(session: string): void {
  if (!temporary) rename(addressOf(session));
  place.value = { kind: "chat", session, settled: true };
}

addEventListener("popstate", () => {
  if (!isStill()) place.value = placeAt(location.pathname);
});

function placeAt(path: string): Place {
  const session = address.exec(path)?.[1] ?? (path.startsWith("/c/") ? nowhere : undefined);
  return session === undefined ? { kind: "new", visit: ++visits } : { kind: "chat", session };
}
