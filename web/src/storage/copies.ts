// A copy of the history in a file of the program on this machine, for what a browser
// loses. Nothing is copied unless the reader wants it. The tab that has the history sends
// it whole, soon after a change; the program keeps the last copy until the next is there.

import { effect, signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import { isShown } from "../shared/layout.js";
import { temporary } from "../shared/route.js";
import { onSaved, save, saved } from "../shared/saved.js";
import { authorization } from "../shared/server.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";
import { alone, readCopy } from "./backup.js";
import { room } from "./room.js";
import { lost, storeInfo, storeStatus, tally } from "./storage.js";
import { Refused } from "./task.js";

const words = text.storage.copies;

const wantedKey = "copies";
const nameKey = "copies.name";
const offeredKey = "copies.offered";
const foundKey = "copies.found";
/** How long changes are gathered, in milliseconds, and how much longer for each byte of the last copy. */
const gather = 60_000;
const gatherByte = 0.002;
/** With so many chats a copy is offered, once. */
const offerFrom = 10;

/** A copy that the program has. */
export interface Copy {
  /** The name of the browser it is of. */
  of: string;
  at: number;
  bytes: number;
}

/** Whether the reader wants copies. */
export const wanted = signal(saved(wantedKey) === "on");

/** Where the program keeps copies; null if it keeps none, or cannot be asked. */
export const folder = signal<string | null>(null);

/** The copies it has, the newest first. */
export const copies = signal<readonly Copy[]>([]);

/** Why the last one could not be made; "" if it could. */
export const trouble = signal("");

/** Whether the reader is asked if they want copies. */
export const offered = signal(false);

/** A copy that an empty history may begin with: nothing here remembers one that was. */
export const found = signal<Copy | null>(null);

/** The copy of this browser. */
export const ownCopy = () => copies.value.find(({ of }) => of === saved(nameKey)) ?? null;

export class Copies {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param reachable whether the program can be asked at all */
  constructor(
    private readonly client: Client,
    private readonly reachable: () => boolean,
  ) {
    onSaved(wantedKey, (value) => {
      wanted.value = value === "on";
      this.soon(0);
    });
    // What is gone can be copied until the tab is closed.
    effect(() => {
      if (room.value === "gone") this.soon(0);
    });
    // What another tab has changed just before it was closed.
    effect(() => {
      if (storeStatus.value.kind === "leading") this.soon();
    });
    effect(() => {
      if (!this.reachable()) return;
      if (lost.value !== null || isShown("data")) void this.list();
      if (storeStatus.value.kind !== "leading" || storeInfo.value?.kept !== true || temporary) return;
      const sessions = tally.value?.sessions ?? 1;
      if (sessions === 0 && lost.value === null) void this.find();
      if (sessions >= offerFrom) void this.offer();
    });
    effect(() => {
      if (tally.value?.sessions !== 0) found.value = null;
    });
  }

  /** Makes a copy soon, if copies are wanted. */
  soon(pause = gather + gatherByte * (ownCopy()?.bytes ?? 0)): void {
    if (!wanted.peek() || temporary || (this.timer !== undefined && pause > 0)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.make();
    }, pause);
  }

  /** Begins to make copies, or ends it and deletes the last one. */
  async want(on: boolean): Promise<void> {
    this.decline();
    wanted.value = on;
    save(wantedKey, on ? "on" : "");
    if (on) return this.make();
    clearTimeout(this.timer);
    this.timer = undefined;
    trouble.value = "";
    await this.ask("DELETE", `?of=${name()}`);
    if (trouble.peek() === "") say(words.deleted);
  }

  /** The reader has answered, or need not be asked. */
  decline(): void {
    offered.value = false;
    save(offeredKey, "yes");
  }

  /** Asks the program which copies there are. */
  private list(): Promise<void> {
    return this.ask("GET", "");
  }

  /** A copy as a file; null if it cannot be had. */
  async fetch({ of, at }: Copy): Promise<File | null> {
    try {
      const response = await fetch(`/api/copy?of=${of}`, { headers: authorization(), cache: "no-store" });
      return response.ok ? new File([await response.blob()], words.file(at)) : null;
    } catch {
      return null;
    }
  }

  /** The reader begins anew: the next copies take another name, and the last one stays as it is. */
  leave(): void {
    save(nameKey, "");
    save(foundKey, "no");
    found.value = null;
  }

  private async find(): Promise<void> {
    if (saved(nameKey) || saved(foundKey)) return;
    await this.list();
    if (tally.peek()?.sessions === 0) found.value = copies.peek()[0] ?? null;
  }

  private async offer(): Promise<void> {
    if (wanted.peek() || offered.peek() || saved(offeredKey)) return;
    await this.list();
    offered.value = folder.peek() !== null;
  }

  private async make(): Promise<void> {
    // Another tab has the history, or what there is must not take the place of what was.
    if (storeStatus.peek().kind !== "leading" || lost.peek() !== null || storeInfo.peek()?.kept !== true) return;
    try {
      // What was deleted here is not kept there.
      const { sessions } = await this.client.call("store.info", {});
      if (sessions === 0) return await this.ask("DELETE", `?of=${name()}`);
      const parts: BlobPart[] = [];
      await alone(() => readCopy(this.client, (part) => void parts.push(part)));
      await this.ask("POST", `?of=${name()}`, new Blob(parts));
    } catch (error) {
      if (!(error instanceof CoreError || error instanceof Refused)) throw error;
      // A backup is under way, or the core is gone: there will be another change.
      trouble.value = error.message;
      this.soon();
    }
  }

  private async ask(method: string, query: string, body?: Blob): Promise<void> {
    try {
      const response = await fetch(`/api/copy${query}`, { method, headers: authorization(), cache: "no-store", ...(body === undefined ? {} : { body }) });
      const said: unknown = await response.json();
      if (response.ok) take(said);
      else if (method === "GET") folder.value = null;
      else trouble.value = sentenceIn(said);
    } catch {
      if (method === "GET") folder.value = null;
      else trouble.value = words.unreachable;
    }
  }
}

/** The name that this browser has given itself. */
function name(): string {
  const own = saved(nameKey) ?? "";
  if (own !== "") return own;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  save(nameKey, made);
  return made;
}

/** The program may be of another version: what it does not say is not there. */
function take(said: unknown): void {
  const { folder: place, copies: list } = (typeof said === "object" && said !== null ? said : {}) as { folder?: unknown; copies?: unknown };
  folder.value = typeof place === "string" ? place : null;
  copies.value = (Array.isArray(list) ? list : []).filter(isCopy);
  trouble.value = "";
}

function isCopy(value: unknown): value is Copy {
  const { of, at, bytes } = (value ?? {}) as Partial<Copy>;
  return typeof of === "string" && /^[0-9a-f]{32}$/.test(of) && typeof at === "number" && typeof bytes === "number";
}

function sentenceIn(said: unknown): string {
  const message = (said as { error?: { message?: unknown } } | null)?.error?.message;
  return typeof message === "string" ? message : words.unreachable;
}
