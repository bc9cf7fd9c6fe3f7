import { CoreError } from "../core/client.js";
import { say } from "./toast.js";

/** What the core refuses is said; a crash has its own card, and a cancelled request was ours. */
export function complain(error: unknown): void {
  if (!(error instanceof CoreError)) throw error;
  if (error.code !== "internal" && error.code !== "cancelled") say(error.message);
}
