// Errors that leave for a caller: a code of the core's closed list, a status for the
// wire and a sentence for the user.

export type Code = "invalid" | "not_found" | "conflict" | "too_large" | "cancelled" | "unavailable" | "timed_out" | "no_model" | "upstream" | "internal";

const statuses: Record<Code, number> = {
  invalid: 400,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  cancelled: 499,
  unavailable: 503,
  timed_out: 504,
  no_model: 503,
  upstream: 502,
  internal: 500,
};

export class LocalError extends Error {
  override name = "LocalError";
  constructor(
    readonly code: Code,
    sentence: string,
  ) {
    super(sentence);
  }
  get status(): number {
    return statuses[this.code];
  }
}

/** Whether something ended because it was told to. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** The error that a stopped operation ends with, as fetch has it. */
export function aborted(): DOMException {
  return new DOMException("The operation was stopped.", "AbortError");
}
