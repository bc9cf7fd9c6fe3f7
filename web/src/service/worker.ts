// The service worker: keeps the page's files, so that it starts without a network and
// without its server. It knows nothing of conversations.
//
// One script is one build, and answers navigations with the shell of that build, whole
// or not at all. A new build is kept beside the old one, and waits until the reader asks
// for it or no page is open. What is not a file of the page goes to the server as if
// there were nothing here: /api, /v1, /internal, /models.

import { complete, file, install, shell } from "./keep.js";
import { build, files, isHashed, isPage, listed, version } from "./list.js";
import { type About, type ToService, sharePath } from "./names.js";
import { removeAll } from "./remove.js";
import { type InstallEvent, type RequestEvent, type Route, type WordEvent, scope } from "./scope.js";
import { forgetShared, isShare, takeShared } from "./share.js";
import { tidy } from "./tidy.js";

if (files.length === 0) {
  // The kill switch: a script without a list takes the place of whatever is there, and
  // removes all of it. `bundle -only web/src/service/worker.ts` makes it.
  scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener("activate", (event) => event.waitUntil(removeAll().then(() => scope.registration.unregister())));
} else {
  scope.addEventListener("install", (event) => event.waitUntil(Promise.all([install(), letPass(event)])));
  // The page that has registered this worker is of this build, too.
  scope.addEventListener("activate", (event) => event.waitUntil(Promise.all([tidy(), scope.clients.claim()])));
}

scope.addEventListener("fetch", (event) => {
  const response = answer(event);
  if (response !== null) event.respondWith(response);
});

scope.addEventListener("message", receive);

/**
 * Has the browser send what is for the server past this worker, if it can. The browser
 * ends a worker that has had nothing to do for half a minute, and would start it again
 * for each question, only to hear that it does nothing.
 */
function letPass(event: InstallEvent): Promise<void> | undefined {
  const routes = ["/v1/*", "/api/*"].map((pathname): Route => ({ condition: { urlPattern: { pathname } }, source: "network" }));
  return event.addRoutes?.(routes).catch(() => undefined);
}

/** Null leaves the request to the browser. */
function answer({ request }: RequestEvent): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  if (origin !== scope.location.origin) return null;
  if (request.method === "POST") return pathname === sharePath && isShare(request) ? takeShared(request) : null;
  if (request.method !== "GET" || files.length === 0) return null;
  if (request.mode === "navigate") return isPage(pathname) ? shell(request) : null;
  return isHashed(pathname) || listed(pathname) !== undefined ? file(request) : null;
}

function receive(event: WordEvent): void {
  const said = event.data as ToService;
  switch (said.kind) {
    case "take over":
      event.waitUntil(scope.skipWaiting());
      return;
    case "about":
      event.ports[0]?.postMessage({ version, build } satisfies About);
      return;
    case "settled":
      if (files.length > 0) event.waitUntil(Promise.all([complete().then(tidy), forgetShared()]));
      return;
    default:
      said satisfies never;
  }
}
