// Tests with a server of their own and a page that is kept by its service worker.

import type { Page } from "@playwright/test";
import { test as base, open } from "./fixture.js";
import { TestServer } from "./server.js";

export const test = base.extend<{ server: TestServer }>({
  serviceWorkers: "allow",
  unlocked: false,
  baseURL: async ({ server }, use) => use(server.origin),
  server: async ({}, use) => {
    const server = new TestServer();
    await server.start();
    await use(server);
    await server.close();
  },
  context: async ({ context, server }, use) => {
    await context.addInitScript((token) => localStorage.setItem("burrow.token", token), server.token);
    // Files are downloaded, as where the browser cannot ask for a place.
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
    await use(context);
  },
  guard: async ({ guard }, use) => {
    guard.allowed.push(/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/);
    await use(guard);
  },
});

/** Opens the page and waits until it is kept. */
export async function visit(page: Page, path = "/") {
  const found = await open(page, path);
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller === null) await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  });
  return found;
}
