// The keys of providers, as the settings show them. A key itself goes to the server and is
// kept nowhere here: in no signal, and in no storage.

import { signal } from "@preact/signals";
import { authorization } from "../shared/server.js";
import { providerKeys as words } from "../text/provider-keys.js";
import type { Host } from "./host.js";

export interface ProviderKey {
  /** The setting that the key has on the server. */
  id: string;
  kind: string;
  name: string;
  base: string;
  from: string;
  /** Whether it can be asked: it has a key, or needs none. */
  set: boolean;
  hasKey: boolean;
  unencrypted: boolean;
  /** What was wrong when it was last asked; empty if nothing was. */
  problem: string;
}

interface KeyList {
  file: string;
  problem: string;
  keys: readonly ProviderKey[];
}

export interface Entry {
  id: string;
  name?: string;
  base: string;
  /** Without one, the key that the server has is meant. */
  key?: string;
  /** Saves what doesn’t work. */
  anyway?: boolean;
}

/** What came of it, in a sentence. */
export interface Outcome {
  done: boolean;
  sentence: string;
  /** Whether it can be saved though it doesn’t work. */
  doubtful: boolean;
}

export const keyList = signal<KeyList | null>(null);

/** Why the list could not be had; null if it could. */
export const keysTrouble = signal<string | null>(null);

export async function loadKeys(): Promise<void> {
  const answer = await ask("/api/keys");
  keysTrouble.value = answer.ok ? null : answer.sentence;
  if (answer.ok) keyList.value = listIn(answer.body);
}

/** Asks a provider that is set up for its models, once. */
export async function testKey({ id, base }: ProviderKey): Promise<Outcome> {
  const answer = await ask("/api/keys/test", { id, base });
  // The list says what is wrong, for as long as it is.
  await loadKeys();
  return { done: answer.ok && word(answer.body, "outcome") === "works", sentence: answer.sentence, doubtful: false };
}

/** Saves a key if it works. Who answers is asked anew, so that its models are there at once. */
export async function saveKey(host: Host, entry: Entry): Promise<Outcome> {
  const answer = await ask("/api/keys/save", entry);
  const done = answer.ok && member(answer.body, "saved") === true;
  if (done) take(host, member(answer.body, "keys"));
  return { done, sentence: answer.sentence, doubtful: answer.ok && !done };
}

export async function removeKey(host: Host, { id, base }: ProviderKey): Promise<Outcome> {
  const answer = await ask("/api/keys/remove", { id, base });
  if (answer.ok) take(host, answer.body);
  return { done: answer.ok, sentence: answer.sentence, doubtful: false };
}

function take(host: Host, list: unknown): void {
  keyList.value = listIn(list);
  void host.check(true);
}

interface Answer {
  ok: boolean;
  body: unknown;
  /** What the server says of it. */
  sentence: string;
}

async function ask(path: string, body?: object): Promise<Answer> {
  try {
    const response = await fetch(path, {
      headers: { ...authorization(), "Content-Type": "application/json" },
      cache: "no-store",
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    const said: unknown = await response.json();
    return { ok: response.ok, body: said, sentence: word(response.ok ? said : member(said, "error"), response.ok ? "sentence" : "message") };
  } catch {
    return { ok: false, body: null, sentence: words.unreachable };
  }
}

/** The server may be of another version: what it doesn’t say is empty. */
function listIn(value: unknown): KeyList {
  const keys = member(value, "keys");
  return {
    file: word(value, "file"),
    problem: word(value, "problem"),
    keys: (Array.isArray(keys) ? keys : []).map((key: unknown) => ({
      id: word(key, "id"),
      kind: word(key, "kind"),
      name: word(key, "name"),
      base: word(key, "base"),
      from: word(key, "from"),
      set: member(key, "set") === true,
      hasKey: member(key, "hasKey") === true,
      unencrypted: member(key, "unencrypted") === true,
      problem: word(key, "problem"),
    })),
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function word(value: unknown, name: string): string {
  const found = member(value, name);
  return typeof found === "string" ? found : "";
}
