// The encoder in the browser, which makes vectors of texts: POST …/encode takes a list of
// texts and gives their vectors, one behind the other, as 32-bit floats. It runs in a
// worker of its own, which ends when nobody has used it for a while.

import { local as text } from "../../text/local.js";
import { LocalError, aborted, isAbort } from "./fault.js";
import { encoderFile } from "./encoder-file.js";
import type { Link } from "./link.js";
import type { Moved } from "./messages.js";
import { Queue } from "./queue.js";

/** How long it stays loaded after its last text; in milliseconds. */
const unused = 5 * 60_000;

export class Encoder {
  /** One text after the other. */
  private readonly own = new Queue();
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly link: Link,
    /** That of the answers, which go first. */
    private readonly answers: Queue,
    /** Called if its file is not here any more. */
    private readonly gone: () => void,
  ) {}

  /** Gets the file, from where an earlier download ended, and tries it. The signal pauses it. */
  async download(tell: (moved: Moved) => void, signal: AbortSignal): Promise<void> {
    await this.link.ask("downloadEncoder", encoderFile, tell, signal);
    // What runs it is fetched now, so that it is here without a network.
    await this.load(signal);
  }

  /** Removes the file, or what has come of it. */
  async remove(): Promise<void> {
    await this.link.ask("removeEncoder", encoderFile.name);
    this.end();
  }

  /** Answers a request; errors are a sentence. */
  async fetch(request: Request): Promise<Response> {
    const { signal } = request;
    try {
      const texts = (await request.json()) as unknown;
      if (!Array.isArray(texts) || !texts.every((one) => typeof one === "string")) throw new LocalError("invalid", text.badRequest("texts"));
      await this.load(signal);
      const vectors: Float32Array[] = [];
      for (const one of texts) vectors.push(await this.encode(one, signal));
      return new Response(new Blob(vectors as BlobPart[]), { headers: { "Content-Type": "application/octet-stream" } });
    } catch (error) {
      if (signal.aborted || isAbort(error)) throw aborted();
      const known = error instanceof LocalError ? error : new LocalError("internal", text.encoderDied);
      if (known !== error) console.error(error);
      if (known.code === "not_found") this.gone();
      return new Response(known.message, { status: known.status });
    }
  }

  /** Loads it unless it is, when nobody is being answered. An answer that begins meanwhile does not wait. */
  load(signal: AbortSignal): Promise<null> {
    return this.use(async () => {
      await this.answers.run(() => Promise.resolve(), signal);
      return this.link.ask("loadEncoder", encoderFile.name, undefined, signal);
    }, signal);
  }

  /** An answer waits for one text at most, and a text for all answers. */
  private encode(one: string, signal: AbortSignal): Promise<Float32Array> {
    const ask = () => this.link.ask("encode", { name: encoderFile.name, text: one }, undefined, signal);
    return this.use(() => this.answers.run(ask, signal), signal);
  }

  private async use<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    clearTimeout(this.resting);
    try {
      return await this.own.run(work, signal);
    } finally {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.end(), unused);
    }
  }

  private end(): void {
    clearTimeout(this.resting);
    this.link.end(text.encoderDied);
  }
}
