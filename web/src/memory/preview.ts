// A summary that is made on demand: seen, and changed if need be, before it counts.

import { batch, signal } from "@preact/signals";
import { type Client, CoreError, newKey } from "../core/client.js";
import type { Condensed, SummaryList } from "../core/protocol.gen.js";
import { announce } from "../shared/announce.js";
import { session as shown } from "../shared/route.js";
import { text } from "../text/en.js";
import type { Memory } from "./memory.js";

export type Stage =
  | { kind: "none" }
  /** `again` says that what the model said first was no summary. */
  | { kind: "making"; again: boolean }
  | { kind: "made"; session: string; condensed: Condensed }
  | { kind: "keeping"; session: string; condensed: Condensed };

export const stage = signal<Stage>({ kind: "none" });
/** Why it did not work, as a sentence. */
export const trouble = signal<string | null>(null);

export class Preview {
  private work = new AbortController();

  constructor(
    private readonly client: Client,
    private readonly memory: Memory,
  ) {}

  /** Begins anew if what is there is of another conversation. */
  begin(): void {
    const now = stage.peek();
    trouble.value = null;
    if ("session" in now && now.session !== shown.peek()) this.discard();
  }

  async make(instruction: string, keepLast: number | undefined): Promise<void> {
    const session = shown.peek();
    if (session === null) return;
    this.discard();
    const { signal } = (this.work = new AbortController());
    stage.value = { kind: "making", again: false };
    const wishes = { ...(instruction === "" ? {} : { instruction }), ...(keepLast === undefined ? {} : { keepLast }) };
    try {
      const condensed = await this.client.call(
        "memory.preview",
        { session, ...wishes },
        { signal, onEvent: (event) => event.kind === "condense" && event.state === "retried" && (stage.value = { kind: "making", again: true }) },
      );
      if (signal.aborted) return;
      stage.value = { kind: "made", session, condensed };
      announce(text.memory.condensed(condensed.messages, condensed.tokensBefore, condensed.tokensAfter));
    } catch (error) {
      this.fail(error, { kind: "none" });
    }
  }

  /** Ends what is under way, and forgets what was made. */
  discard(): void {
    this.work.abort();
    batch(() => {
      stage.value = { kind: "none" };
      trouble.value = null;
    });
  }

  /** Ends what is under way. */
  cancel(): void {
    if (stage.peek().kind === "making") this.discard();
  }

  /** Changes an item before it is kept; an empty text removes it. */
  edit(list: SummaryList, item: number, words: string): void {
    const now = stage.peek();
    if (now.kind !== "made") return;
    const { summary } = now.condensed;
    const items = summary[list].flatMap((old, i) => (i !== item ? [old] : words === "" ? [] : [{ ...old, text: words, edited: true }]));
    stage.value = { ...now, condensed: { ...now.condensed, summary: { ...summary, [list]: items } } };
  }

  /** Keeps what was made; resolves to whether it is kept. */
  async keep(): Promise<boolean> {
    const made = stage.peek();
    if (made.kind !== "made") return false;
    const { session, condensed } = made;
    const { from, to, madeBy, summary } = condensed;
    stage.value = { ...made, kind: "keeping" };
    try {
      this.memory.keep(session, await this.client.call("memory.condense", { session, from, to, madeBy, summary, key: newKey() }));
      stage.value = { kind: "none" };
      return true;
    } catch (error) {
      this.fail(error, made);
      return false;
    }
  }

  private fail(error: unknown, back: Stage): void {
    if (!(error instanceof CoreError)) throw error;
    // Called off by the reader, who has gone on since.
    if (error.code === "cancelled") return;
    batch(() => {
      stage.value = back;
      trouble.value = error.message;
    });
  }
}
