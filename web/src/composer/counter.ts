// Keeps the core's copy of the draft equal to the text field, and its count in state.
//
// One request is under way at a time. What is typed meanwhile is not queued: the next
// request carries the difference between what the core has and what the field has
// then, so a slow core costs fewer, larger edits and never a slower keyboard.

import { type Client, CoreError } from "../core/client.js";
import type { Count } from "../core/protocol.gen.js";
import { difference } from "./edit.js";
import { count, countedFor, frameTokens, written } from "./state.js";

const draft = "composer";

export class Counter {
  /** What the core holds; null if it holds no draft. */
  private held: { text: string; model: string } | null = null;
  private frameEncoding = "";
  private running = false;
  /** Changes with each core, so that an answer of the last one is not believed. */
  private life = 0;

  constructor(private readonly client: Client) {}

  /** Sends what changed in the text or the model since the last request. */
  async update(): Promise<void> {
    if (this.running) return;
    this.running = true;
    const life = this.life;
    try {
      while (this.life === life && !this.current()) await this.send(life);
    } finally {
      if (this.life === life) this.running = false;
    }
  }

  /** Forgets what the last core held. The next update opens the draft anew. */
  reset(): void {
    this.life++;
    this.running = false;
    this.held = null;
    this.frameEncoding = "";
  }

  private current(): boolean {
    return this.held !== null && this.held.text === written.value && this.held.model === countedFor.value;
  }

  private async send(life: number): Promise<void> {
    const text = written.value;
    const model = countedFor.value;
    const held = this.held;
    let counted: Count;
    try {
      counted = held === null ? await this.open(text, model) : await this.edit(held, text, model);
    } catch (error) {
      if (held === null || !lostTouch(error)) throw error;
      this.held = null;
      return;
    }
    if (this.life !== life) return;
    this.held = { text, model };
    await this.frame(counted.encoding);
    if (this.life === life) count.value = counted;
  }

  private open(text: string, model: string): Promise<Count> {
    return this.client.call("draft.open", { draft, text, ...named(model) });
  }

  private edit(held: { text: string; model: string }, text: string, model: string): Promise<Count> {
    const edit = difference(held.text, text);
    return this.client.call("draft.edit", {
      draft,
      edits: edit === null ? [] : [edit],
      length: text.length,
      ...(model === held.model ? {} : named(model)),
    });
  }

  /** The role and frame of a message depend on the encoding alone: asked once for each. */
  private async frame(encoding: Count["encoding"]): Promise<void> {
    if (encoding === this.frameEncoding) return;
    const empty = await this.client.call("tokens.count", { text: "", role: "user", encoding });
    this.frameEncoding = encoding;
    frameTokens.value = empty.count;
  }
}

/** Whether the core's draft is gone or another one than we think: it is then opened anew. */
function lostTouch(error: unknown): boolean {
  return error instanceof CoreError && (error.code === "conflict" || error.code === "not_found");
}

/** No name leaves the choice of an encoding to the core. */
export function named(model: string): { model?: string } {
  return model === "" ? {} : { model };
}
