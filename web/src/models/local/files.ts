// Model files in the browser's private files, in a directory of their own. It runs in
// a worker: only there can a file be written in place, so that what was downloaded is
// still there after a reload. With createWritable all of it would be lost.
//
// For each model there are up to three files:
//   NAME.gguf        the whole model, checked
//   NAME.gguf.part   what has come so far
//   NAME.gguf.note   JSON: what the whole is to be
// The rename of the part to the whole is what completes a model.

import { local as text } from "../../text/local.js";
import { LocalError, aborted, isAbort } from "./fault.js";
import { checkGguf } from "./gguf.js";
import { Sha256 } from "./sha256.js";

/** What the server has: an entry of /models/. */
export interface Offer {
  name: string;
  bytes: number;
  sha256: string;
}

export interface KeptFile {
  name: string;
  /** Of the whole. */
  bytes: number;
  sha256: string;
  /** Bytes that are there; all of them if the model is whole. */
  have: number;
  whole: boolean;
  /** Whether the server's list had it, or the user's disk. */
  origin: "server" | "disk";
}

export type Step = "download" | "check";
export type Progress = (step: Step, done: number, of: number) => void;

interface Note extends Offer {
  origin: "server" | "disk";
  /** Of the server's answer that the part was begun with. */
  etag: string;
}

// TODO: drop the declarations when TypeScript's library has them.
interface Movable {
  move(name: string): Promise<void>;
}
interface Listed {
  values(): AsyncIterable<FileSystemHandle>;
}
interface SyncFile {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}
interface Writable {
  createSyncAccessHandle(): Promise<SyncFile>;
}

const directoryName = "local-models";
/** Left for everything else that the page keeps. */
const spare = 16 << 20;
const chunk = 4 << 20;
/** What the browser digests at once, ten times as fast as pieces are: it holds all of it in memory. */
const atOnce = 512 << 20;

export class ModelFiles {
  constructor(private readonly dir: FileSystemDirectoryHandle) {}

  static async open(name = directoryName): Promise<ModelFiles> {
    try {
      const root = await navigator.storage.getDirectory();
      return new ModelFiles(await root.getDirectoryHandle(name, { create: true }));
    } catch {
      throw new LocalError("unavailable", text.noPrivateFiles);
    }
  }

  /** What is kept, whole or in part, by name. */
  async list(): Promise<KeptFile[]> {
    const found: KeptFile[] = [];
    for await (const { name } of (this.dir as unknown as Listed).values()) {
      const model = /^(.*\.gguf)(\.part)?$/.exec(name);
      if (model?.[1] === undefined) continue;
      const whole = model[2] === undefined;
      const size = (await this.get(name))?.size ?? 0;
      const note = await this.note(model[1]);
      if (note === undefined && !whole) continue; // nobody knows what it was to be
      found.push({
        name: model[1],
        bytes: whole ? size : (note?.bytes ?? size),
        sha256: note?.sha256 ?? "",
        have: size,
        whole,
        origin: note?.origin ?? "disk",
      });
    }
    // A whole file counts before the part of a newer one.
    const wholes = new Set(found.filter(({ whole }) => whole).map(({ name }) => name));
    return found.filter(({ whole, name }) => whole || !wholes.has(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The whole file of a model. */
  async file(name: string): Promise<File> {
    const file = await this.get(checked(name));
    if (file === undefined) throw new LocalError("not_found", text.gone(name));
    return file;
  }

  /** Removes all that is kept of a model. */
  async remove(name: string): Promise<void> {
    for (const suffix of ["", ".part", ".note"]) await this.drop(checked(name) + suffix);
  }

  /**
   * Gets a model from its address, going on where an earlier download ended. The signal
   * pauses it: what has come stays. It ends with the model checked and whole.
   */
  async download(offer: Offer, url: string, progress: Progress, signal: AbortSignal): Promise<void> {
    const part = `${checked(offer.name)}.part`;
    let note = await this.note(offer.name);
    let have = (await this.get(part))?.size ?? 0;
    if (note?.sha256 !== offer.sha256 || note.bytes !== offer.bytes || have > offer.bytes) have = 0;
    await checkRoom(offer.bytes - have);
    const out = await this.writer(part);
    try {
      if (have < offer.bytes) {
        const response = await ask(url, have, note?.etag ?? "", signal);
        if (response.status !== 206) have = 0;
        note = { ...offer, origin: "server", etag: response.headers.get("ETag") ?? "" };
        out.truncate(have);
        await this.setNote(note);
        progress("download", have, offer.bytes);
        have = await receive(response, out, have, offer.bytes, progress, signal);
      }
    } finally {
      out.flush();
      out.close();
    }
    if (have < offer.bytes) throw new LocalError("unavailable", text.brokeOff(have, offer.bytes));
    await this.complete(offer.name, offer.sha256, progress, signal);
  }

  /** Takes a file of the user's disk. */
  async import(file: File, progress: Progress, signal: AbortSignal): Promise<KeptFile> {
    const name = file.name.replace(/[^A-Za-z0-9._-]+/g, "-");
    checked(name);
    await checkGguf(file, file.name);
    await checkRoom(file.size);
    const sum = new Sha256();
    const out = await this.writer(`${name}.part`);
    let done = false;
    try {
      out.truncate(0);
      for (let at = 0; at < file.size; at += chunk) {
        if (signal.aborted) throw aborted();
        const bytes = new Uint8Array(await file.slice(at, at + chunk).arrayBuffer());
        sum.update(bytes);
        put(out, bytes, at, file.size);
        progress("download", at + bytes.length, file.size);
      }
      out.flush();
      done = true;
    } finally {
      out.close();
      // Half an import cannot go on: the page cannot open the user's file by itself.
      if (!done) await this.drop(`${name}.part`);
    }
    const kept = { name, bytes: file.size, sha256: sum.digest(), origin: "disk" } as const;
    await this.setNote({ ...kept, etag: "" });
    await this.rename(`${name}.part`, name);
    return { ...kept, have: file.size, whole: true };
  }

  /** Checks what has come and gives it its name. What is wrong cannot be continued, so it goes. */
  private async complete(name: string, sha256: string, progress: Progress, signal: AbortSignal): Promise<void> {
    const file = await this.get(`${name}.part`);
    if (file === undefined) throw new LocalError("not_found", text.gone(name));
    const digest = file.size <= atOnce ? await digestAtOnce(file, progress, signal) : await digestInPieces(file, progress, signal);
    try {
      if (digest !== sha256) throw new LocalError("invalid", text.wrongDigest(name));
      await checkGguf(file, name);
    } catch (error) {
      await this.remove(name);
      throw error;
    }
    await this.rename(`${name}.part`, name);
  }

  private async rename(from: string, to: string): Promise<void> {
    await this.drop(to); // not every browser replaces
    const handle = await this.dir.getFileHandle(from);
    await (handle as unknown as Movable).move(to);
  }

  private async get(name: string): Promise<File | undefined> {
    try {
      return await (await this.dir.getFileHandle(name)).getFile();
    } catch (error) {
      if (error instanceof DOMException && error.name === "NotFoundError") return undefined;
      throw error;
    }
  }

  private async drop(name: string): Promise<void> {
    try {
      await this.dir.removeEntry(name);
    } catch (error) {
      if (error instanceof DOMException && error.name === "NotFoundError") return;
      throw busy(error);
    }
  }

  private async writer(name: string): Promise<SyncFile> {
    const handle = await this.dir.getFileHandle(name, { create: true });
    try {
      return await (handle as unknown as Writable).createSyncAccessHandle();
    } catch (error) {
      throw busy(error);
    }
  }

  private async note(name: string): Promise<Note | undefined> {
    const file = await this.get(`${name}.note`);
    try {
      return file === undefined ? undefined : (JSON.parse(await file.text()) as Note);
    } catch {
      return undefined; // half a note says nothing
    }
  }

  private async setNote(note: Note): Promise<void> {
    const out = await this.writer(`${note.name}.note`);
    try {
      const bytes = new TextEncoder().encode(JSON.stringify(note));
      out.truncate(0);
      put(out, bytes, 0, note.bytes);
      out.flush();
    } finally {
      out.close();
    }
  }
}

async function digestAtOnce(file: File, progress: Progress, signal: AbortSignal): Promise<string> {
  progress("check", 0, file.size);
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  if (signal.aborted) throw aborted();
  progress("check", file.size, file.size);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function digestInPieces(file: File, progress: Progress, signal: AbortSignal): Promise<string> {
  const sum = new Sha256();
  for (let at = 0; at < file.size; at += chunk) {
    if (signal.aborted) throw aborted();
    sum.update(new Uint8Array(await file.slice(at, at + chunk).arrayBuffer()));
    progress("check", Math.min(at + chunk, file.size), file.size);
  }
  return sum.digest();
}

function checked(name: string): string {
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]*\.gguf$/.test(name)) throw new LocalError("invalid", text.badName);
  return name;
}

/** Another tab, or a model that is being loaded, has the file. */
function busy(error: unknown): unknown {
  const taken = error instanceof DOMException && error.name === "NoModificationAllowedError";
  return taken ? new LocalError("conflict", text.elsewhere) : error;
}

async function checkRoom(needed: number): Promise<void> {
  const { quota, usage } = await navigator.storage.estimate();
  if (quota === undefined || usage === undefined) return;
  const free = Math.max(quota - usage - spare, 0);
  if (needed > free) throw new LocalError("too_large", text.noRoom(needed, free));
}

async function ask(url: string, have: number, etag: string, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = have > 0 && etag !== "" ? { Range: `bytes=${have}-`, "If-Range": etag } : {};
  let response: Response;
  try {
    // Past the browser's cache, which would keep the file a second time.
    response = await fetch(url, { headers, signal, cache: "no-store" });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new LocalError("unavailable", text.unreachable);
  }
  if (response.status === 404) throw new LocalError("not_found", text.serverSays(404));
  if (!response.ok) throw new LocalError("unavailable", text.serverSays(response.status));
  return response;
}

/** Writes what comes behind what is there, and returns how much is there then. */
async function receive(
  response: Response,
  out: SyncFile,
  have: number,
  of: number,
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const reader = response.body?.getReader();
  if (reader === undefined) return have;
  try {
    while (have < of) {
      let piece: ReadableStreamReadResult<Uint8Array<ArrayBuffer>>;
      try {
        piece = await reader.read();
      } catch (error) {
        if (signal.aborted || isAbort(error)) throw aborted();
        return have;
      }
      if (piece.done) return have;
      const bytes = piece.value.subarray(0, of - have);
      put(out, bytes, have, of);
      have += bytes.length;
      progress("download", have, of);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  return have;
}

/**
 * Writes all of it or throws. On a full disk browsers throw, write less, or return a
 * number that is none. What was written last then goes again, so that the chats have room.
 */
function put(out: SyncFile, bytes: Uint8Array<ArrayBuffer>, at: number, of: number): void {
  let written = 0;
  try {
    written = out.write(bytes, { at });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "QuotaExceededError")) throw error;
  }
  if (written === bytes.length) return;
  const kept = Math.max(at - spare, 0);
  out.truncate(kept);
  throw new LocalError("too_large", text.full(kept, of));
}
