// Removes the files of former builds when no page of theirs is open.

import { build, isPage } from "./list.js";
import { cacheOf, cachePrefix, pageLock, sharedCache } from "./names.js";
import { scope } from "./scope.js";

/** Pages say by locks of which build they are: the browser takes a lock from a page that is gone. */
export async function tidy(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const builds = held.flatMap(({ name }) => (name?.startsWith(pageLock) ? [name.slice(pageLock.length)] : []));
  const windows = await scope.clients.matchAll({ includeUncontrolled: true, type: "window" });
  // A page that is only just loading has not said yet of which build it is.
  if (windows.filter(({ url }) => isPage(new URL(url).pathname)).length > builds.length) return;
  const used = new Set([cacheOf(build), sharedCache, ...builds.map(cacheOf)]);
  const old = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && !used.has(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}
