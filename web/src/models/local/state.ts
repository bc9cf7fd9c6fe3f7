// What the page shows of the models in the browser, and what it may do with them. The
// snapshot is a new object after each change, so that a signal can hold it.

import { local as text } from "../../text/local.js";
import type { Answered, Heard, Speed } from "./backend.js";
import type { Availability } from "./built-in.js";
import { builtInAvailability } from "./built-in.js";
import { LocalError, isAbort } from "./fault.js";
import type { KeptFile, Offer } from "./files.js";
import type { Link } from "./link.js";
import type { Moved } from "./messages.js";

export type Phase =
  /** On the server only. */
  | { kind: "none" }
  | { kind: "downloading"; done: number; of: number; paused: boolean }
  | { kind: "checking"; done: number; of: number }
  | { kind: "on-disk" }
  | { kind: "loading"; done: number; of: number }
  | { kind: "ready"; threads: number; contextSize: number }
  /** What is kept of it stays; a download can be tried again. */
  | { kind: "failed"; sentence: string };

export interface LocalModel {
  /** As it is called on the wire: the file's name without its ending. */
  id: string;
  file: string;
  bytes: number;
  origin: "server" | "disk";
  phase: Phase;
}

export interface Snapshot {
  models: LocalModel[];
  builtIn: Availability;
  /** Of the last answer; null before there is one. */
  speed: Speed | null;
}

const fewTokens = 16;

export class LocalState {
  private kept: KeptFile[] = [];
  private offers: Offer[] = [];
  /** What is going on or went wrong, by file; what is at rest follows from the files. */
  private readonly phases = new Map<string, Phase>();
  private readonly downloads = new Map<string, AbortController>();
  private readonly listeners = new Set<(snapshot: Snapshot) => void>();
  /** The file of the model that is loaded. */
  private loaded: string | undefined;
  private current: Snapshot = { models: [], builtIn: "unavailable", speed: null };

  constructor(private readonly link: Link) {
    link.onGone = () => {
      this.loaded = undefined;
      this.forget("ready");
      this.forget("loading");
      this.publish();
    };
  }

  snapshot(): Snapshot {
    return this.current;
  }

  /** Calls listener after each change, until the returned function is called. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Looks at what is kept and what the server has. Without the server, what is kept is all. */
  async refresh(): Promise<Snapshot> {
    const [kept, offers, builtIn] = await Promise.all([this.link.ask("list", null), this.link.ask("offers", null).catch(() => []), builtInAvailability()]);
    this.kept = kept;
    this.offers = offers;
    this.current = { ...this.current, builtIn };
    return this.publish();
  }

  /** Gets a model from the server, from where an earlier download ended. Ends when it is whole, or paused. */
  async download(file: string): Promise<void> {
    if (this.downloads.has(file)) return;
    const stop = new AbortController();
    this.downloads.set(file, stop);
    await this.move(file, async (tell) => this.link.ask("download", await this.offerOf(file), tell, stop.signal));
    this.downloads.delete(file);
  }

  /** Pauses a download; what has come stays. */
  pause(file: string): void {
    this.downloads.get(file)?.abort();
  }

  /** Takes a model file of the user's disk. */
  async choose(file: File): Promise<void> {
    await this.move(file.name, (tell) => this.link.ask("import", file, tell));
  }

  /** Removes a model, or what has come of it. */
  async remove(file: string): Promise<void> {
    this.pause(file);
    try {
      await this.link.ask("remove", file);
      this.phases.delete(file);
      if (this.loaded === file) this.loaded = undefined;
      await this.refresh();
    } catch (error) {
      this.fail(file, error);
    }
  }

  /** Frees the memory that the model takes. An answer under way ends. */
  unload(): void {
    this.link.end();
  }

  /** Takes what was heard of a model's loading. */
  hear(file: string, heard: Heard): void {
    if (heard.kind === "loading") {
      this.phases.set(file, heard);
    } else if (heard.kind === "loaded") {
      this.forget("ready");
      this.loaded = file;
      this.phases.set(file, { kind: "ready", threads: heard.threads, contextSize: heard.contextSize });
    } else {
      return;
    }
    this.publish();
  }

  /** Loading ended without a model: stopped, or failed. */
  notReady(file: string, error: unknown): void {
    if (this.phases.get(file)?.kind !== "loading") return;
    this.phases.delete(file);
    if (isAbort(error)) this.publish();
    else this.fail(file, error);
  }

  answered(answer: Answered): void {
    if (answer.speed === null) return;
    // A few tokens say little of how fast many are read.
    const few = answer.promptTokens - answer.cachedTokens < fewTokens;
    const { readTokensPerSecond, readCharsPerSecond } = (few ? this.current.speed : null) ?? answer.speed;
    this.current = { ...this.current, speed: { ...answer.speed, readTokensPerSecond, readCharsPerSecond } };
    this.publish();
  }

  /** The files that can be asked, by the names of their models; the loaded one first. */
  async askable(): Promise<Map<string, KeptFile>> {
    this.kept = await this.link.ask("list", null);
    this.publish();
    const whole = this.kept.filter((file) => file.whole);
    whole.sort((a, b) => Number(b.name === this.loaded) - Number(a.name === this.loaded));
    return new Map(whole.map((file) => [idOf(file.name), file]));
  }

  /** What the server says of a file. A list that could not be had before is asked for again. */
  private async offerOf(file: string): Promise<Offer> {
    const named = ({ name }: Offer) => name === file;
    if (!this.offers.some(named)) this.offers = await this.link.ask("offers", null);
    const offer = this.offers.find(named);
    if (offer === undefined) throw new LocalError("not_found", text.notOffered(file));
    return offer;
  }

  private async move(file: string, run: (tell: (moved: Moved) => void) => Promise<unknown>): Promise<void> {
    const tell = ({ step, done, of }: Moved) => {
      this.phases.set(file, step === "check" ? { kind: "checking", done, of } : { kind: "downloading", done, of, paused: false });
      this.publish();
    };
    try {
      await run(tell);
      this.phases.delete(file);
    } catch (error) {
      if (!isAbort(error)) return this.fail(file, error);
      this.phases.delete(file); // paused, as the file's length tells
    }
    await this.refresh();
  }

  private fail(file: string, error: unknown): void {
    this.phases.set(file, { kind: "failed", sentence: error instanceof LocalError ? error.message : text.failed });
    this.publish();
  }

  private forget(kind: Phase["kind"]): void {
    for (const [file, phase] of this.phases) if (phase.kind === kind) this.phases.delete(file);
  }

  private publish(): Snapshot {
    const models = new Map<string, LocalModel>();
    for (const { name, bytes } of this.offers) {
      models.set(name, { id: idOf(name), file: name, bytes, origin: "server", phase: { kind: "none" } });
    }
    for (const { name, bytes, have, whole, origin } of this.kept) {
      const phase: Phase = whole ? { kind: "on-disk" } : { kind: "downloading", done: have, of: bytes, paused: true };
      models.set(name, { id: idOf(name), file: name, bytes, origin, phase });
    }
    for (const [file, phase] of this.phases) {
      const model = models.get(file) ?? { id: idOf(file), file, bytes: 0, origin: "disk" as const, phase };
      models.set(file, { ...model, phase });
    }
    this.current = { ...this.current, models: [...models.values()].sort((a, b) => (a.file < b.file ? -1 : 1)) };
    for (const listener of this.listeners) listener(this.current);
    return this.current;
  }
}

function idOf(file: string): string {
  return file.replace(/\.gguf$/, "");
}
