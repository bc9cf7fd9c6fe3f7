// The FAQ: pairs of a question and the answer that it always gets.

import { signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { FAQImported, FAQKeepParams, FAQPair } from "../core/protocol.gen.js";
import { complain } from "../shared/complain.js";
import { sheet } from "../shared/layout.js";
import { textOf } from "../shared/read-file.js";
import { say } from "../shared/toast.js";
import { saveFile } from "../storage/save-file.js";
import { text } from "../text/en.js";

const words = text.faq;

/** All pairs; null until they have been read. */
export const pairs = signal<readonly FAQPair[] | null>(null);

/** Opens the list, at a pair. */
export function openPair(uid: string): void {
  sought = uid;
  sheet.value = "faq";
}

/** What an import would do, until the reader has decided. */
export interface Coming {
  what: FAQImported;
  /** The file. */
  text: string;
}
export const coming = signal<Coming | null>(null);

/** The pair that the reader is led to as soon as the list is open. */
let sought: string | null = null;
export const led = signal<string | null>(null);

/** Why the last thing could not be done. */
export const trouble = signal<string | null>(null);

/** Whether a pair could take in a question: it is there, and has no such wording. */
export function couldAdopt(uid: string, asked: string): boolean {
  const pair = pairs.value?.find(({ pair }) => pair.uid === uid)?.pair;
  return pair !== undefined && ![pair.question, ...(pair.also ?? [])].some((wording) => lettersOf(wording) === lettersOf(asked));
}

/** What is left of a question where only its letters and figures count. */
function lettersOf(question: string): string {
  return question.normalize("NFKC").toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

export class FAQ {
  constructor(private readonly client: Client) {}

  /** The sheet is opened. */
  async open(): Promise<void> {
    coming.value = trouble.value = null;
    await this.load();
    [led.value, sought] = [sought, null];
  }

  /** Reads the pairs if nothing has yet: an answer asks what a pair has. */
  know(): void {
    if (pairs.peek() === null) void this.load();
  }

  /** Pairs have changed, here or in another tab. */
  changed(): void {
    if (pairs.peek() !== null) void this.load();
  }

  /** Adds a pair or changes one; returns whether that was possible. */
  async keep(pair: FAQKeepParams): Promise<boolean> {
    const done = await this.try(() => this.client.call("faq.keep", pair));
    if (done) say(words.saved);
    return done;
  }

  /** Has a pair answer a question from now on that it was only near to. */
  async adopt(uid: string, asked: string): Promise<void> {
    try {
      const { pairs: all } = await this.client.call("faq.list", {});
      const pair = all.find(({ pair }) => pair.uid === uid)?.pair;
      if (pair === undefined) return say(words.gone);
      const { question, also = [], answer } = pair;
      await this.client.call("faq.keep", { uid, question, also: [...also, asked], answer });
      await this.load();
      say(words.adopted, () => void this.client.call("faq.keep", { uid, question, also, answer }).catch(complain));
    } catch (error) {
      complain(error);
    }
  }

  async remove({ uid, question, also = [], answer }: FAQPair["pair"]): Promise<void> {
    if (await this.try(() => this.client.call("faq.remove", { uid }))) say(words.removed, () => void this.try(() => this.client.call("faq.keep", { question, also, answer })));
  }

  /** Says what a CSV file would change. */
  async preview(file: Blob): Promise<void> {
    coming.value = trouble.value = null;
    const content = textOf(new Uint8Array(await file.arrayBuffer()));
    if (content === null) return void (trouble.value = words.notText);
    await this.try(async () => {
      coming.value = { text: content, what: await this.client.call("faq.import", { text: content, preview: true }) };
    });
  }

  /** Imports what has been previewed. */
  async import(): Promise<void> {
    const now = coming.peek();
    if (now === null) return;
    coming.value = null;
    await this.try(async () => {
      const { added, changed } = await this.client.call("faq.import", { text: now.text });
      say(words.imported(added, changed));
    });
  }

  async export(): Promise<void> {
    const sink = await saveFile("faq", { extension: "csv", mime: "text/csv", description: words.csv });
    if (sink === null) return;
    try {
      const file = await this.client.call("faq.export", {});
      await sink.write(file.text);
      await sink.close();
    } catch (error) {
      await sink.abort();
      complain(error);
    }
  }

  private async load(): Promise<void> {
    try {
      pairs.value = (await this.client.call("faq.list", {})).pairs;
    } catch (error) {
      complain(error);
    }
  }

  /** Does something, and says why if it cannot be done. */
  private async try(does: () => Promise<unknown>): Promise<boolean> {
    trouble.value = null;
    try {
      await does();
      await this.load();
      return true;
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      trouble.value = error.message;
      return false;
    }
  }
}
