// Fetches the files of this build and keeps them. A file is kept only if it is the one
// that was built: a server that is being updated, or one that is not ours, has others.

import { build, files, isHashed, listed, type Listed } from "./list.js";
import { cacheOf } from "./names.js";
import { scope } from "./scope.js";

/** Files that are fetched at a time: the page may be loading. */
const atATime = 3;

/** Headers without which the page is not what the server meant it to be. */
const needed = ["content-security-policy", "cross-origin-opener-policy", "cross-origin-embedder-policy", "cross-origin-resource-policy"];

/** What is true of the bytes on their way only: those that are kept are plain. */
const ofTheWay = ["content-encoding", "content-length", "vary", "date"];

export function ownCache(): Promise<Cache> {
  return caches.open(cacheOf(build));
}

/** Keeps the build whole, or rejects and leaves nothing. What can wait is not needed for that. */
export async function install(): Promise<void> {
  const before = await caches.has(cacheOf(build));
  try {
    await keepAll(files.filter(({ keep }) => keep === "first"));
  } catch (error) {
    if (!before) await caches.delete(cacheOf(build));
    throw error;
  }
  await complete();
}

/** Keeps what is not there yet and does not wait for its first use. What fails is fetched when it is needed. */
export async function complete(): Promise<void> {
  await keepAll(files.filter(({ keep }) => keep !== "use")).catch(() => undefined);
}

async function keepAll(wanted: readonly Listed[]): Promise<void> {
  const cache = await ownCache();
  const queue = [...wanted];
  const next = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      if ((await cache.match(file.path)) === undefined) await cache.put(file.path, await obtain(file));
    }
  };
  await Promise.all(Array.from({ length: atATime }, next));
}

/** A file of this build, from a former one or from the server. Rejects if it is another. */
export async function obtain(file: Listed): Promise<Response> {
  if (!isHashed(file.path)) return await checked(file, await ask(file, "no-cache"));
  const kept = await caches.match(file.path);
  if (kept !== undefined) return await checked(file, kept);
  // The browser has most of them from the page's own start. A copy that is not right
  // is asked for once more, past all copies.
  return await checked(file, await ask(file, "default")).catch(async () => await checked(file, await ask(file, "reload")));
}

function ask({ path }: Listed, cache: RequestCache): Promise<Response> {
  return fetch(path, { cache, redirect: "error" });
}

/** The response as it is to be kept. */
async function checked(file: Listed, response: Response): Promise<Response> {
  const wrong = (what: string) => new Error(`${file.path} is not what was built: ${what}`);
  if (response.status !== 200) throw wrong(`status ${response.status}`);
  if (response.type !== "basic" && response.type !== "default") throw wrong("it comes from elsewhere");
  if (response.headers.get("content-type") !== file.type) throw wrong("its type");
  for (const name of needed) if (!response.headers.has(name)) throw wrong(`${name} is missing`);
  const body = await response.arrayBuffer();
  if ((await sha256(body)) !== file.sha256) throw wrong("its content");
  const headers = new Headers(response.headers);
  for (const name of ofTheWay) headers.delete(name);
  return new Response(body, { headers });
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The page's shell, of this build. */
export async function shell(request: Request): Promise<Response> {
  const kept = await (await ownCache()).match("/");
  return kept ?? (await fetch(request));
}

/**
 * A file, from this build or a former one whose page is still open, else from the
 * server; one that is listed is kept then.
 */
export async function file(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url, scope.location.href);
  const cache = await ownCache();
  const kept = (await cache.match(pathname)) ?? (isHashed(pathname) ? await caches.match(pathname) : undefined);
  if (kept !== undefined) return kept;
  const known = listed(pathname);
  if (known === undefined) return await fetch(request);
  const response = await obtain(known);
  // A full disk costs the copy, not the page.
  await cache.put(pathname, response.clone()).catch(() => undefined);
  return response;
}
