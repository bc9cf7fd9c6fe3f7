// What was learnt from conversations beside their messages: names, preferences, choices.
// The reader sees all of it, and changes or erases it.

import { batch, computed, signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { Remembered as Item, RememberedEraseParams, RememberedKeepParams } from "../core/protocol.gen.js";
import type { Places } from "../history/places.js";
import { sheet } from "../shared/layout.js";
import { session as shown } from "../shared/route.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";

/** Things that one request gives, and the most that one may. */
const part = 200;
const most = 1000;
/** How long changes are gathered before the core is asked, in milliseconds. */
const gather = 60;

const words = text.understanding.remembered;

export type Scope = "session" | "all";

/** Whose things are wanted. A chat that is not there yet has none of its own. */
const wanted = signal<Scope>("all");
export const scope = computed<Scope>(() => (shown.value === null ? "all" : wanted.value));

/** What is remembered, newest first; null until it is known. */
export const remembered = signal<{ items: readonly Item[]; more: boolean } | null>(null);

/** Why the last change was refused. */
export const trouble = signal<string | null>(null);

/** Shows what is remembered of the chat that is shown, or of all. */
export function showRemembered(of: Scope): void {
  batch(() => {
    wanted.value = of;
    sheet.value = "remembered";
  });
}

export class Remembered {
  private limit = part;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = new AbortController();

  constructor(
    private readonly client: Client,
    private readonly places: Places,
  ) {}

  begin(): void {
    this.limit = part;
    batch(() => {
      remembered.value = null;
      trouble.value = null;
    });
    void this.load();
  }

  choose(of: Scope): void {
    wanted.value = of;
    this.begin();
  }

  more(): void {
    this.limit = Math.min(most, this.limit + part);
    void this.load();
  }

  /** The history has changed, here or in another tab. */
  changed(): void {
    if (sheet.peek() !== "remembered") return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), gather);
  }

  /** Adds a preference, in the reader's words. */
  async add(preference: string): Promise<void> {
    await this.keep({ session: shown.peek() ?? "", kind: "preference", text: preference });
  }

  async edit({ uid }: Item, now: string): Promise<void> {
    await this.change(() => this.client.call("remembered.edit", { uid, text: now }));
  }

  /** Erases one thing; the toast brings it back. */
  async erase(item: Item): Promise<void> {
    const { uid, session, kind, text, of, value } = item;
    const done = await this.change(() => this.client.call("remembered.erase", { uid }));
    const again = { session, kind, text, ...(of === undefined ? {} : { of }), ...(value === undefined ? {} : { value }) };
    if (done) say(words.erased, () => void this.keep(again));
  }

  /** Erases all of the chat that is shown, or everything. */
  async eraseAll(of: Scope): Promise<void> {
    const what: RememberedEraseParams = of === "all" ? { all: true } : { session: shown.peek() ?? "" };
    await this.change(async () => {
      const { count } = await this.client.call("remembered.erase", what);
      say(words.erasedAll(count));
    });
  }

  /** Leads to where it was last said. */
  async leadTo({ session, message }: Item): Promise<void> {
    if (message === undefined) return;
    await this.change(async () => {
      const depth = await this.places.depthOf(session, message);
      if (depth === undefined) return;
      sheet.value = null;
      // A sheet that closes gives the focus back to what opened it, a menu that is gone.
      await new Promise(requestAnimationFrame);
      this.places.goTo(session, message, depth);
    });
  }

  private async keep(what: RememberedKeepParams): Promise<void> {
    await this.change(() => this.client.call("remembered.keep", what));
  }

  /** Does something and shows what is there then; returns whether it could be done. */
  private async change(work: () => Promise<unknown>): Promise<boolean> {
    trouble.value = null;
    try {
      await work();
      if (sheet.peek() === "remembered") await this.load();
      return true;
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      trouble.value = error.message;
      return false;
    }
  }

  private async load(): Promise<void> {
    clearTimeout(this.timer);
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    const session = scope.peek() === "session" ? shown.peek() : null;
    try {
      const { remembered: items, more = false } = await this.client.call("remembered.list", { limit: this.limit, ...(session === null ? {} : { session }) }, { signal });
      remembered.value = { items, more: more && this.limit < most };
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      if (error.code !== "cancelled") trouble.value = error.message;
    }
  }
}
