import { cachePrefix, sharedCache } from "./names.js";

/** Removes the files of all builds. What was shared is the page's to take. */
export async function removeAll(): Promise<void> {
  const all = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== sharedCache);
  await Promise.all(all.map((name) => caches.delete(name)));
}
