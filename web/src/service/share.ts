// Takes what other programs share with the page: texts and files, kept until the page
// has them. Nothing of it is sent to anybody.
//
// Any site can make the browser post something here. So the page shows it as a draft,
// says where it came from, and leaves the sending to the reader.

import { sharedCache, sharedParameter } from "./names.js";

/** Files of one share. */
const most = 20;

export const sharePath = "/share";

export async function takeShared(request: Request): Promise<Response> {
  const id = crypto.randomUUID();
  try {
    const form = await request.formData();
    const cache = await caches.open(sharedCache);
    const texts = ["title", "text", "url"].flatMap((name) => form.getAll(name)).filter((part) => typeof part === "string" && part !== "");
    const said = [...new Set(texts)].join("\n");
    if (said !== "") await cache.put(`${sharePath}/${id}/text`, new Response(said));
    const files = form.getAll("files").filter((part) => part instanceof File);
    for (const [i, file] of files.slice(0, most).entries()) {
      const headers = { "content-type": file.type || "text/plain", "x-name": encodeURIComponent(file.name) };
      await cache.put(`${sharePath}/${id}/${i}`, new Response(file, { headers }));
    }
  } catch {
    // The page finds nothing under this name, and says so.
  }
  return Response.redirect(`/?${sharedParameter}=${id}`, 303);
}
