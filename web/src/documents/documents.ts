// The documents of the chat that is shown: those that its next question goes with.

import { computed, signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { Attached } from "../core/decode.js";
import type { ChatDocument, Pieces } from "../core/protocol.gen.js";
import { plainName } from "../markdown/signs.js";
import { announce } from "../shared/announce.js";
import { complain } from "../shared/complain.js";
import { bytesOf } from "../shared/read-file.js";
import { session as shown } from "../shared/route.js";
import { sayHere } from "../shared/toast.js";
import { saveFile } from "../storage/save-file.js";
import { text } from "../text/en.js";

const words = text.documents;

/** Bytes of a file in one request. */
const part = 4 << 20;

/** A document as far as its chip shows it: a question names those that came with it also once they are gone. */
export type Named = Attached;

/** All documents that the chat has had, as far as they are known. */
const known = signal<{ session: string; documents: readonly ChatDocument[] } | null>(null);

const here = computed(() => (known.value?.session === shown.value ? (known.value?.documents ?? []) : []));

/** Those that go along with the next question. */
export const documents = computed(() => here.value.filter(({ detached }) => detached !== true));

/** Whether the chat no longer asks about a document that it has had. */
export function isDetached(uid: string): boolean {
  return here.value.some(({ document, detached }) => document.uid === uid && detached === true);
}

export class Documents {
  constructor(private readonly client: Client) {}

  /** Reads which documents the chat that is shown has. */
  async load(): Promise<void> {
    const session = shown.peek();
    if (session === null) return void (known.value = null);
    try {
      const list = await this.client.call("documents.list", { session });
      if (shown.peek() === session) known.value = { session, ...list };
    } catch (error) {
      // A chat that is not there is said where its name would be.
      if (!(error instanceof CoreError)) throw error;
    }
  }

  /** Attaches a document to the chat that is shown. */
  async attach({ uid, name }: Named): Promise<void> {
    const session = shown.peek();
    if (session === null) return;
    if (await this.change(session, this.client.call("documents.attach", { session, documents: [uid] }))) announce(words.attached(plainName(name)));
  }

  /** Has the chat that is shown no longer ask about a document. */
  async detach(document: Named): Promise<void> {
    const session = shown.peek();
    if (session === null) return;
    if (!(await this.change(session, this.client.call("documents.detach", { session, document: document.uid })))) return;
    const back = () => void this.change(session, this.client.call("documents.attach", { session, documents: [document.uid] }));
    sayHere(words.removed(plainName(document.name)), back);
  }

  /** Has all of a document sent, if there is room, or what a question needs of it. */
  async pin({ uid, name }: Named, pinned: boolean): Promise<void> {
    const session = shown.peek();
    if (session === null) return;
    if (await this.change(session, this.client.call("documents.pin", { session, document: uid, pinned }))) sayHere(pinned ? words.pinned(plainName(name)) : words.unpinned(plainName(name)));
  }

  /** Reads pieces of a document's text. */
  async pieces(uid: string, from: number, to: number, signal?: AbortSignal): Promise<Pieces> {
    return await this.client.call("documents.pieces", { document: uid, from, to }, { signal });
  }

  /** Gives the reader the file as it came. */
  async download({ uid, name, type = "application/octet-stream", bytes = 0 }: Named): Promise<void> {
    const [, stem = name, extension = "txt"] = /^(.+)\.([A-Za-z0-9]{1,8})$/.exec(name) ?? [];
    const sink = await saveFile(stem, { extension, mime: type, description: words.kind });
    if (sink === null) return;
    try {
      for (let offset = 0; offset < bytes; offset += part) {
        const { data } = await this.client.call("documents.read", { document: uid, offset, length: part });
        await sink.write(bytesOf(data));
      }
      await sink.close();
    } catch (error) {
      await sink.abort();
      complain(error);
    }
  }

  /** Shows what a chat has after a change; false if that could not be made, which is said. */
  private async change(session: string, changed: Promise<{ documents: ChatDocument[] }>): Promise<boolean> {
    try {
      const list = await changed;
      if (shown.peek() === session) known.value = { session, ...list };
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }
}
