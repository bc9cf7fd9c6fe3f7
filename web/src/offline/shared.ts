// What was shared with the page: the service worker keeps it, and the page shows it and
// takes it into the draft only when the reader says so, since any site can share.

import { signal } from "@preact/signals";
import { setField } from "../composer/field.js";
import type { Files } from "../composer/files.js";
import { written } from "../composer/state.js";
import { type AboutShared, sharePath, sharedCache, sharedParameter, tooLarge } from "../service/names.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";

export interface Shared {
  text: string;
  /** The site it came from, if that is known. */
  from: string | null;
  files: File[];
}

/** What waits for the reader's word. */
export const shared = signal<Shared | null>(null);

/** Shows what the page's address names. It is asked for again after a reload. */
export async function findShared(): Promise<void> {
  const id = new URLSearchParams(location.search).get(sharedParameter);
  if (id === null) return;
  const found = id === tooLarge ? null : await read(id);
  if (found === null || (found.text === "" && found.files.length === 0)) {
    leaveAddress();
    say(id === tooLarge ? text.offline.shared.tooLarge : text.offline.shared.nothing);
    return;
  }
  shared.value = found;
}

/** Puts what was shared into the draft. Nothing is sent. */
export async function takeShared(files: Files): Promise<void> {
  const taken = shared.peek();
  if (taken === null) return;
  await forget();
  setField([written.peek(), taken.text].filter((part) => part.trim() !== "").join("\n\n"));
  if (taken.files.length > 0) files.add(taken.files);
}

/** Forgets what was shared. */
export async function forget(): Promise<void> {
  shared.value = null;
  leaveAddress();
  await caches.delete(sharedCache);
}

function leaveAddress(): void {
  if (new URLSearchParams(location.search).has(sharedParameter)) history.replaceState(history.state, "", location.pathname);
}

async function read(id: string): Promise<Shared | null> {
  const cache = await caches.open(sharedCache);
  const about = (await (await cache.match(`${sharePath}/${id}/about`))?.json()) as AboutShared | undefined;
  if (about === undefined) return null;
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const name = response?.headers.get("x-name");
    if (response === undefined || name == null || !new URL(request.url).pathname.startsWith(`${sharePath}/${id}/`)) continue;
    files.push(new File([await response.blob()], decodeURIComponent(name), { type: response.headers.get("content-type") ?? "" }));
  }
  return { text: about.text, from: about.from, files };
}
