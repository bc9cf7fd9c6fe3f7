// What is said on the channel, each with the version `v` and the sender `from`:
//
//   ask                           who leads? Also the question whether it still lives
//   lead      epoch opened        I do: said when the lead begins, and to whoever asks
//   opening                       I hold the lock and am not ready yet
//   released  epoch               I have closed the database and let go
//   failed    message             I could not open the database and let go
//   frame     epoch id frame      a follower's request, or its cancellation
//   answer    to id frame         what the core says to a follower's request
//   tell      frame               what the core says to all tabs
//
// `epoch` names one worker's one time as leader. A request for another epoch is
// ignored, since its sender sends it again when it hears of this one. `v` and `ask`
// mean the same in all versions, so that versions at least notice each other.

import { type Kind, headOf } from "./frames.js";
import type { StoreOpened } from "./lead.js";

export const version = 1;

export type Outgoing =
  | { kind: "ask" }
  | { kind: "lead"; epoch: string; opened: StoreOpened }
  | { kind: "opening" }
  | { kind: "released"; epoch: string }
  | { kind: "failed"; message: string }
  | { kind: "frame"; epoch: string; id: number; frame: string }
  | { kind: "answer"; to: string; id: number; frame: string }
  | { kind: "tell"; frame: string };

export type Incoming = (Outgoing & { from: string }) | { kind: "other version"; asks: boolean };

/**
 * Returns null for what is no message: older pages and other scripts of the origin
 * may speak on the channel too.
 */
export function decode(data: unknown): Incoming | null {
  if (!isObject(data)) return null;
  const { v, kind, from, epoch, opened, message, to, id, frame } = data;
  if (typeof v === "number" && v !== version) return { kind: "other version", asks: kind === "ask" };
  if (v !== version || typeof from !== "string") return null;
  switch (kind) {
    case "ask":
    case "opening":
      return { kind, from };
    case "lead":
      return typeof epoch === "string" && isObject(opened) ? { kind, from, epoch, opened } : null;
    case "released":
      return typeof epoch === "string" ? { kind, from, epoch } : null;
    case "failed":
      return typeof message === "string" ? { kind, from, message } : null;
    case "frame":
      if (typeof epoch !== "string" || typeof id !== "number" || !carries(frame, id, "request", "cancel")) return null;
      return { kind, from, epoch, id, frame };
    case "answer":
      if (typeof to !== "string" || typeof id !== "number" || !carries(frame, id, "result", "error", "event")) return null;
      return { kind, from, to, id, frame };
    case "tell":
      return carries(frame, 0, "event") ? { kind, from, frame } : null;
    default:
      return null;
  }
}

/** Whether this is a frame of one of these kinds with this id. */
function carries(frame: unknown, id: number, ...kinds: Kind[]): frame is string {
  if (typeof frame !== "string") return false;
  const found = headOf(frame);
  return found !== null && found.id === id && kinds.includes(found.kind);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");
}
