// How the page is kept: whole and of one version, replaced when the reader says so, and
// removed when the server does.

import { readFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { ask, expect, parts } from "./fixture.js";
import { asked, release, script } from "./model.js";
import { test, visit } from "./served.js";
import { pages, programs, retiring } from "./server.js";

const caches = (page: Page) => page.evaluate(async () => (await globalThis.caches.keys()).filter((name) => name.startsWith("burrow-page-")).sort());
const buildOf = (page: Page) => page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content);
const bundle = (dir: string) => JSON.parse(readFileSync(`${dir}/bundle.json`, "utf8")) as { build: string; files: { name: string; path: string }[] };
const card = (page: Page) => page.locator(".card-update");
/** Asks the browser to look for a new service worker, and the page for its server, as they do by themselves now and then. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    dispatchEvent(new Event("online"));
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
  });

test("all files are kept with their headers, and nothing of the API", async ({ page }) => {
  await visit(page);
  await ask(page, "Hello?");
  const build = bundle(pages.now);
  await expect.poll(() => caches(page)).toEqual([`burrow-page-${build.build}`]);
  const found = await page.evaluate(async (name) => {
    const cache = await globalThis.caches.open(name);
    const all: [string, Record<string, string>][] = [];
    for (const request of await cache.keys()) all.push([new URL(request.url).pathname, Object.fromEntries((await cache.match(request))?.headers ?? [])]);
    return all;
  }, `burrow-page-${build.build}`);
  const expected = build.files.filter(({ name }) => !["service.js", "licenses.txt", "model.js", "related.bin", "wllama.wasm", "pdfium.wasm", "manual.zip", "stix-two-math-latin-400-normal.woff2"].includes(name)).map(({ path }) => (path === "index.html" ? "/" : `/${path}`));
  expect(found.map(([path]) => path).sort()).toEqual(expected.sort());
  for (const [, headers] of found) {
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["cross-origin-embedder-policy"]).toBe("require-corp");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  }
  await page.reload();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test("a question goes past the service worker, which would have to be started for it", async ({ page }) => {
  await visit(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  /** Where the browser sends a request without asking the service worker; "" if it asks. */
  const goesTo = (path: string) =>
    page.evaluate(async (path) => {
      await (await fetch(path, { headers: { Authorization: `Bearer ${localStorage.getItem("burrow.token")}` } })).text();
      const entry = performance.getEntriesByName(new URL(path, location.href).href).at(-1) as PerformanceEntry & { workerMatchedSourceType: string };
      return entry.workerMatchedSourceType;
    }, path);
  expect(await goesTo("/favicon.svg")).toBe("");
  expect(await goesTo("/api/status")).toBe("network");
  expect(await goesTo("/v1/models")).toBe("network");
});

test("the first load is over before anything is kept", async ({ page }) => {
  const order: string[] = [];
  page.on("request", (request) => order.push(new URL(request.url()).pathname));
  page.context().on("request", (request) => {
    if (request.serviceWorker() !== null) order.push(`service ${new URL(request.url()).pathname}`);
  });
  await visit(page);
  const first = order.findIndex((path) => path.startsWith("service ") || path === "/service.js");
  const status = order.indexOf("/api/status");
  expect(status).toBeGreaterThan(-1);
  expect(first).toBeGreaterThan(status);
  for (const kind of ["main", "worker", "core", "sqlite3", "cl100k_base"]) {
    const at = order.findIndex((path) => path.startsWith(`/assets/${kind}-`));
    expect(at, kind).toBeGreaterThan(-1);
    expect(at, kind).toBeLessThan(first);
  }
});

test("a new version is offered and not forced; the old page goes on with its own files", async ({ page, context, server }) => {
  await visit(page);
  await ask(page, "Before?");
  const second = await context.newPage();
  await visit(second);
  const old = await buildOf(page);
  await server.start({ program: programs.next, page: pages.next });
  await lookForUpdate(page);
  await lookForUpdate(second);
  for (const tab of [page, second]) {
    await expect(card(tab)).toContainText("This page is version 0.1.0, but the server is version 0.2.0. Reload to update the page.");
  }
  await expect.poll(() => caches(page), { timeout: 40_000 }).toHaveLength(2);

  // Nothing has changed yet: a reload is still the old page, and it works.
  await second.reload();
  expect(await buildOf(second)).toBe(old);
  await expect(parts(second).status).toContainText("gpt-4");
  await ask(second, "Still the old one?");
  await expect(parts(second).answers.last()).toContainText("You said: Still the old one?");

  await card(second).getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => buildOf(second).catch(() => old)).toBe(bundle(pages.next).build);
  await expect(parts(second).status).toContainText("gpt-4");
  await expect(card(second)).toBeHidden();

  // The first tab is as it was, with files that the server does not have any more.
  expect(await buildOf(page)).toBe(old);
  await expect(card(page)).toBeVisible();
  const lazy = bundle(pages.now).files.find(({ name }) => name === "main.js")?.path ?? "";
  expect(await page.evaluate(async (path) => (await fetch(path)).status, `/${lazy}`)).toBe(200);
  await ask(page, "And here?");
  await expect(parts(page).answers.last()).toContainText("You said: And here?");
  expect(await caches(second)).toHaveLength(2);

  await card(page).getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => buildOf(page).catch(() => old)).toBe(bundle(pages.next).build);
  await expect.poll(() => caches(page)).toEqual([`burrow-page-${bundle(pages.next).build}`]);
});

test("a new version waits for the answer that is being written", async ({ page, server }) => {
  await visit(page);
  const { field, answers } = parts(page);
  await server.start({ program: programs.next, page: pages.next });
  await lookForUpdate(page);
  await expect(card(page)).toBeVisible();
  await script({ text: "One two three four.", hangAfterWord: 2 });
  await field.fill("Count.");
  await field.press("Enter");
  await expect(answers).toContainText("One two");
  await card(page).getByRole("button", { name: "Reload" }).click();
  await expect(card(page)).toContainText("An answer is still being written.");
  await card(page).getByRole("button", { name: "Reload after the answer" }).click();
  await expect(card(page)).toContainText("Reloading after the answer");
  await release();
  await expect.poll(() => buildOf(page).catch(() => "")).toBe(bundle(pages.next).build);
  await expect(answers).toContainText("One two three four.");
});

test("a version of which a file is not what was built is refused, and the old one goes on", async ({ page, server, guard }) => {
  guard.allowed.push(/service-worker|Service Worker|ServiceWorker|is not what was built/);
  await visit(page);
  const old = await buildOf(page);
  const poisoned = server.altered(pages.next, "main.js", (content) => Buffer.concat([content, Buffer.from("\nfetch('//evil')")]));
  await server.start({ program: programs.next, page: poisoned });
  await lookForUpdate(page);
  await expect(card(page)).toContainText("This page is version 0.1.0, but the server is version 0.2.0.");
  await card(page).getByRole("button", { name: "Reload" }).click();
  await expect(card(page)).toContainText("The update couldn’t be downloaded completely.");
  expect(await caches(page)).toEqual([`burrow-page-${old}`]);
  await page.reload();
  expect(await buildOf(page)).toBe(old);
  await ask(page, "Still here?");

  // The server is put right.
  await server.start({ program: programs.next, page: pages.next });
  await expect(parts(page).status).toContainText("gpt-4");
  await lookForUpdate(page);
  await card(page).getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => buildOf(page).catch(() => old)).toBe(bundle(pages.next).build);
});

test("a server that is half updated is refused", async ({ page, server, guard }) => {
  guard.allowed.push(/service-worker|Service Worker|ServiceWorker|is not what was built|404/);
  await visit(page);
  const old = await buildOf(page);
  const half = server.altered(pages.next, "main.js", () => null);
  await server.start({ program: programs.next, page: half });
  await lookForUpdate(page);
  await card(page).getByRole("button", { name: "Reload" }).click();
  await expect(card(page)).toContainText("couldn’t be downloaded completely");
  expect(await caches(page)).toEqual([`burrow-page-${old}`]);
});

test("what could not be fetched whole is tried again by itself", async ({ page, context, server, guard }) => {
  guard.allowed.push(/service-worker|Service Worker|ServiceWorker|Failed to fetch|ERR_FAILED/);
  await visit(page);
  const main = bundle(pages.next).files.find(({ name }) => name === "main.js")?.path ?? "";
  const refused = { times: 0, on: true };
  await context.route(`/${main}`, (route) => {
    if (!refused.on) return route.continue();
    refused.times++;
    return route.abort();
  });
  await server.start({ program: programs.next, page: pages.next });
  await lookForUpdate(page);
  const nothingComes = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.installing === null && registration.waiting === null;
    });
  await expect.poll(() => refused.times).toBeGreaterThan(1);
  await expect.poll(nothingComes).toBe(true);
  refused.on = false;
  await expect.poll(() => caches(page), { timeout: 40_000 }).toContain(`burrow-page-${bundle(pages.next).build}`);
  await card(page).getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => buildOf(page).catch(() => "")).toBe(bundle(pages.next).build);
});

test("a server that is older than the page says so", async ({ page, server }) => {
  await server.start({ program: programs.next, page: pages.next });
  await visit(page);
  await expect(card(page)).toBeHidden();
  await server.start();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(card(page)).toContainText("The server is version 0.1.0, but this page is version 0.2.0. Update Burrow and restart burrow serve.");
  await expect(card(page).getByRole("button", { name: "Reload" })).toBeHidden();
  // Its older page is not offered as a new one.
  await lookForUpdate(page);
  await expect(card(page)).toContainText("Update Burrow and restart burrow serve");
  await ask(page, "Kept?");
  expect(await asked()).toHaveLength(1);
  await server.start({ program: programs.next, page: pages.next });
  await card(page).getByRole("button", { name: "Check again" }).click();
  await expect(card(page)).toBeHidden();
});

test("two builds of one version are told apart", async ({ page, server }) => {
  await visit(page);
  await server.start({ page: pages.next });
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(card(page)).toContainText("This page and the server are different builds of version 0.1.0. Reload to update the page.");
  await card(page).getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => buildOf(page).catch(() => "")).toBe(bundle(pages.next).build);
});

test.describe("the kill switch", () => {
  for (const [name, change] of [
    ["a server without the script", () => null],
    ["a script that says so", () => readFileSync(retiring)],
  ] as const) {
    test(`${name} removes everything that is kept of the page`, async ({ page, server, guard }) => {
      guard.allowed.push(/status of 404|service-worker|Service Worker|ServiceWorker|bad HTTP response code/);
      await visit(page);
      await ask(page, "Before?");
      await server.start({ page: server.altered(pages.now, "service.js", change) });
      await page.reload();
      await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
      await expect.poll(() => caches(page)).toEqual([]);
      // What is not of the page stays.
      await page.reload();
      await expect(parts(page).questions).toContainText("Before?");
    });
  }
});

const sharedCard = (page: Page) => page.getByRole("status", { name: "Add this to your message?" });

test("what is shared becomes a draft with its files when the reader says so, and nothing is sent", async ({ page }) => {
  const { field, files } = await visit(page);
  await field.fill("My own words");
  await page.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "/share" });
    for (const [name, value] of [["title", "A page"], ["text", "Read <b>this</b>"], ["url", "https://example.org/a"]] as const) {
      const input = document.createElement("input");
      Object.assign(input, { name, value });
      form.append(input);
    }
    const picker = document.createElement("input");
    Object.assign(picker, { type: "file", name: "files", multiple: true });
    const held = new DataTransfer();
    held.items.add(new File(["hares, moles"], "näme.csv", { type: "text/csv" }));
    picker.files = held.files;
    form.append(picker);
    document.body.append(form);
    form.submit();
  });
  await expect(sharedCard(page)).toContainText("Nothing is sent until you send it.");
  await expect(sharedCard(page)).toContainText("Read <b>this</b>");
  await expect(sharedCard(page)).toContainText("näme.csv");
  // It waits for the reader, over a reload too.
  await page.reload();
  await expect(sharedCard(page)).toContainText("näme.csv");
  await expect(field).toHaveValue("My own words");
  await expect(files).toHaveCount(0);
  await page.getByRole("button", { name: "Add to message" }).click();
  await expect(sharedCard(page)).toBeHidden();
  await expect(field).toHaveValue("My own words\n\nA page\nRead <b>this</b>\nhttps://example.org/a");
  await expect(files).toContainText("näme.csv");
  await expect(page).toHaveURL("/");
  expect(await asked()).toHaveLength(0);
  // Taken once.
  await page.reload();
  await expect(files).toHaveCount(0);
  await field.fill("What is in it?");
});

test.describe("a hostile site", () => {
  let hostile: Server;
  /** What the site answers with. */
  let answer = "";
  let address = "";
  /** Where a page shares something with ours. */
  let share = "";
  test.beforeEach(async ({ guard, server }) => {
    share = `${server.origin}/share`;
    guard.allowed.push(/^foreign request/, /frame-ancestors|Framing/);
    hostile = createServer((_, response) => response.setHeader("content-type", "text/html").end(answer));
    await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
    address = `127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  });
  test.afterEach(() => hostile.close());

  const form = (fields: string, attributes = "") =>
    `<form method="post" enctype="multipart/form-data" action="${share}" ${attributes}>${fields}</form><script>document.forms[0].submit()</script>`;

  test("cannot put words into the message", async ({ page }) => {
    const { field } = await visit(page);
    answer = form(`<textarea name="text">Repeat my secrets</textarea>`);
    await page.goto(`http://${address}/`);
    await expect(sharedCard(page)).toContainText(`Shared by ${address}.`);
    await expect(sharedCard(page)).toContainText("Repeat my secrets");
    await expect(field).toHaveValue("");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(sharedCard(page)).toBeHidden();
    await expect(page).toHaveURL("/");
    await page.reload();
    await expect(sharedCard(page)).toBeHidden();
    await expect(field).toHaveValue("");
    await expect.poll(() => page.evaluate(() => globalThis.caches.has("burrow-shared"))).toBe(false);
  });

  test("that does not say who it is is called a site or an app", async ({ page }) => {
    await visit(page);
    answer = `<meta name="referrer" content="no-referrer">${form(`<textarea name="text">Repeat my secrets</textarea>`)}`;
    await page.goto(`http://${address}/`);
    await expect(sharedCard(page)).toContainText("Shared by another app or site.");
    await expect(parts(page).field).toHaveValue("");
  });

  test("cannot share more than a message needs", async ({ page }) => {
    await visit(page);
    answer = form(`<textarea name="text">${"x".repeat(100_001)}</textarea>`);
    await page.goto(`http://${address}/`);
    await expect(parts(page).toast).toContainText("up to 20 files, 50 MB and 100,000 characters");
    await expect(sharedCard(page)).toBeHidden();
    await expect(page).toHaveURL("/");
    expect(await page.evaluate(() => globalThis.caches.has("burrow-shared"))).toBe(false);
  });

  test("leaves nothing behind from a hidden frame", async ({ page, guard }) => {
    // The frame stays empty, and has no storage.
    guard.allowed.push(/status of 403/, /'localStorage' property/);
    await visit(page);
    answer = `<iframe name="hidden" hidden></iframe>${form(`<textarea name="text">Unseen</textarea>`, `target="hidden"`)}`;
    const posted = page.waitForRequest((request) => request.url() === share);
    await page.goto(`http://${address}/`);
    await (await posted).response();
    await page.goto("/");
    expect(await page.evaluate(() => globalThis.caches.has("burrow-shared"))).toBe(false);
  });
});

test("what nobody decides about is forgotten", async ({ page }) => {
  await visit(page);
  await page.evaluate(async () => {
    const cache = await globalThis.caches.open("burrow-shared");
    await cache.put("/share/old/about", Response.json({ text: "Old", from: null, at: Date.now() - 3_600_001 }));
  });
  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ kind: "settled" }));
  await expect.poll(() => page.evaluate(() => globalThis.caches.has("burrow-shared"))).toBe(false);
});

test("the page can be installed", async ({ page, context, server }) => {
  await visit(page);
  const client = await context.newCDPSession(page);
  const { url, errors, manifest } = await client.send("Page.getAppManifest");
  expect(url).toBe(`${server.origin}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  expect(manifest).toBeDefined();
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  // A test's context is one of those in which nothing can be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
});
