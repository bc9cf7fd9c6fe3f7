// What another program has shared with the page: the service worker keeps it, and the
// page takes it once, as a draft with its files.

import { setField } from "../composer/field.js";
import type { Files } from "../composer/files.js";
import { written } from "../composer/state.js";
import { sharedCache, sharedParameter } from "../service/names.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";

export async function takeShared(files: Files): Promise<void> {
  const id = new URLSearchParams(location.search).get(sharedParameter);
  if (id === null) return;
  // Taken once, whatever becomes of it.
  history.replaceState(history.state, "", location.pathname);
  const cache = await caches.open(sharedCache);
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`/share/${id}/`));
  const taken: File[] = [];
  for (const request of requests) {
    const response = await cache.match(request);
    await cache.delete(request);
    if (response === undefined) continue;
    const name = response.headers.get("x-name");
    if (name !== null) {
      taken.push(new File([await response.blob()], decodeURIComponent(name), { type: response.headers.get("content-type") ?? "" }));
      continue;
    }
    const shared = await response.text();
    setField([written.peek(), shared].filter((part) => part.trim() !== "").join("\n\n"));
  }
  if (taken.length > 0) files.add(taken);
  say(requests.length > 0 ? text.offline.shared.taken : text.offline.shared.nothing);
}
