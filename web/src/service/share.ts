// Takes what is shared with the page: texts and files, kept until the reader has decided
// about it. Nothing of it is sent to anybody.
//
// Any site can make the browser post a form here, and nothing in the request tells that
// from a share of the browser's own: both are navigations, and the referrer can be left
// out. So it is only kept, the newest share alone, and the page asks the reader.

import { type AboutShared, sharePath, sharedCache, sharedParameter, tooLarge } from "./names.js";

/** The most that one share may have. */
const most = { files: 20, bytes: 50_000_000, characters: 100_000 };

/** How long a share waits for the reader, in milliseconds. */
const longest = 3_600_000;

/** A whole window was sent here, not a frame that nobody sees. */
export function isShare(request: Request): boolean {
  return request.mode === "navigate" && request.destination === "document";
}

export async function takeShared(request: Request): Promise<Response> {
  const id = crypto.randomUUID();
  try {
    await caches.delete(sharedCache);
    const form = await request.formData();
    const texts = ["title", "text", "url"].flatMap((name) => form.getAll(name)).filter((part) => typeof part === "string" && part !== "");
    const text = [...new Set(texts)].join("\n");
    const files = form.getAll("files").filter((part) => part instanceof File);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (files.length > most.files || bytes > most.bytes || text.length > most.characters) return show(tooLarge);
    const cache = await caches.open(sharedCache);
    for (const [i, file] of files.entries()) {
      const headers = { "content-type": file.type || "text/plain", "x-name": encodeURIComponent(file.name) };
      await cache.put(`${sharePath}/${id}/${i}`, new Response(file, { headers }));
    }
    const about: AboutShared = { text, from: hostOf(request.referrer), at: Date.now() };
    await cache.put(`${sharePath}/${id}/about`, Response.json(about));
  } catch {
    // The page finds nothing under this name, and says so.
  }
  return show(id);
}

/** Removes what nobody has decided about in time. */
export async function forgetShared(): Promise<void> {
  if (!(await caches.has(sharedCache))) return;
  const cache = await caches.open(sharedCache);
  const requests = await cache.keys();
  const about = requests.find(({ url }) => url.endsWith("/about"));
  const kept = about && ((await (await cache.match(about))?.json()) as AboutShared | undefined);
  if (kept === undefined || Date.now() - kept.at > longest) await caches.delete(sharedCache);
}

function show(id: string): Response {
  return Response.redirect(`/?${sharedParameter}=${id}`, 303);
}

/** The site that the share came from, if it says so. */
function hostOf(referrer: string): string | null {
  return URL.canParse(referrer) ? new URL(referrer).host || null : null;
}
