// The page's end of the protocol against the built worker. The client is compiled
// alone and put on a page that has nothing else.

import { join } from "node:path";
import type { Page } from "@playwright/test";
import type * as ClientModule from "../../src/core/client.js";
import { addressOf } from "../built.js";
import { expect, test, workerFile } from "../fixture.js";
import { faultyCore, openBare, replaceCore } from "./core.js";

declare global {
  interface Window {
    client: ClientModule.Client;
    /** What the hooks and calls of the test were told, in order. */
    told: string[];
    /** Runs a method and tells of its answer. A method may be one of the faults. */
    ask(name: string, method: string, params?: object, options?: ClientModule.CallOptions): Promise<void>;
  }
}

const compiled = join(import.meta.dirname, "../../../build/test/modules/rpc");

async function openClient(page: Page): Promise<void> {
  await page.route(/\/client-test\//, (route) =>
    route.fulfill({ path: join(compiled, new URL(route.request().url()).pathname.replace("/client-test/", "")), contentType: "text/javascript" }),
  );
  await openBare(page);
  await page.evaluate(async (worker) => {
    const address = "/client-test/core/client.js";
    const { Client, CoreError } = (await import(address)) as typeof ClientModule;
    window.told = [];
    window.client = new Client(worker, {
      onReady: () => window.told.push("ready"),
      onCrash: ({ message, detail }) => window.told.push(`crash: ${message} ${detail.split("\n")[0]}`),
    });
    window.ask = async (name, method, params = {}, options = {}) => {
      try {
        window.told.push(`${name}: ${JSON.stringify(await window.client.call(method as never, params as never, options))}`);
      } catch (error) {
        window.told.push(`${name}: ${error instanceof CoreError ? `${error.code}: ${error.message}` : `not a CoreError: ${error}`}`);
      }
    };
  }, addressOf("worker.js"));
}

const told = (page: Page) => page.evaluate(() => window.told);
const counted = '{"count":2,"encoding":"cl100k_base","estimate":false}';

test("answers come back to the calls they belong to", async ({ page }) => {
  await openClient(page);
  await page.evaluate(async () => {
    await Promise.all([
      window.ask("a", "tokens.count", { text: "one two" }),
      window.ask("b", "tokens.count", { text: "one", encoding: "nonsense" }),
      window.ask("c", "tokens.decode", { ids: [64], encoding: "cl100k_base" }),
    ]);
  });
  const [first, ...answers] = await told(page);
  expect(first).toBe("ready");
  expect(answers.sort()).toEqual([
    `a: ${counted}`,
    'b: invalid: There is no encoding "nonsense"; use cl100k_base or o200k_base.',
    'c: {"text":"a","lossy":false}',
  ]);
});

test("aborting stops the core's work and rejects at once", async ({ page }) => {
  await replaceCore(page, faultyCore);
  await openClient(page);
  await page.evaluate(async () => {
    const abort = new AbortController();
    let begun = (_: unknown) => {};
    const running = new Promise((resolve) => (begun = resolve));
    const call = window.ask("spin", "test.spin", {}, { signal: abort.signal, onEvent: begun });
    window.told.push(JSON.stringify(await running));
    abort.abort();
    await call;
    // The core is free again: it answers only when nothing spins.
    await window.ask("then", "tokens.count", { text: "one two" });
    await window.ask("aborted before", "tokens.count", { text: "one two" }, { signal: abort.signal });
  });
  expect(await told(page)).toEqual([
    "ready",
    '{"kind":"progress","done":0,"total":0}',
    "spin: cancelled: The request was stopped.",
    `then: ${counted}`,
    "aborted before: cancelled: The request was stopped.",
  ]);
});

test("a panic rejects what is outstanding, and the core goes on", async ({ page }) => {
  await replaceCore(page, faultyCore);
  await openClient(page);
  await page.evaluate(async () => {
    const blocked = window.ask("block", "test.block");
    await window.ask("panic", "test.panic");
    await blocked;
    await window.ask("then", "tokens.count", { text: "one two" });
  });
  const bug = "The core ran into a bug.";
  expect(await told(page)).toEqual([
    "ready",
    "panic: internal: Something went wrong inside Burrow.",
    `crash: ${bug} panic in test.panic: test.panic was called`,
    `block: internal: ${bug}`,
    `then: ${counted}`,
  ]);
});

test("after the core's death calls fail at once, until it is restarted", async ({ page }) => {
  await replaceCore(page, faultyCore);
  await openClient(page);
  await page.evaluate(async () => {
    await window.ask("crash", "test.crash");
    await window.ask("dead", "tokens.count", { text: "one two" });
    window.client.restart();
    await window.ask("alive", "tokens.count", { text: "one two" });
    const last = window.ask("last", "test.block");
    window.client.close();
    await last;
  });
  const stopped = "Burrow stopped because of a bug.";
  const crash = `crash: ${stopped} panic: test.crash was called`;
  expect(await told(page)).toEqual([
    "ready",
    crash,
    `crash: internal: ${stopped}`,
    crash,
    `dead: internal: ${stopped}`,
    "ready",
    `alive: ${counted}`,
    "last: cancelled: Burrow was closed.",
  ]);
});

test("a worker that is missing is a crash", async ({ page, guard }) => {
  guard.allowed.push(/404/);
  await page.route(workerFile, (route) => route.fulfill({ status: 404, body: "not found" }));
  await openClient(page);
  const message = "Burrow couldn’t start. Check your connection and try again.";
  await expect.poll(() => told(page)).toEqual([expect.stringContaining(`crash: ${message}`)]);
  await page.evaluate(() => window.ask("dead", "tokens.count", { text: "one two" }));
  await page.unroute(workerFile);
  await page.evaluate(async () => {
    window.client.restart();
    await window.ask("alive", "tokens.count", { text: "one two" });
  });
  expect((await told(page)).slice(1)).toEqual([`dead: internal: ${message}`, "ready", `alive: ${counted}`]);
});

test("the worker's script cannot come from elsewhere", async ({ page }) => {
  await openClient(page);
  const thrown = await page.evaluate(async () => {
    const { Client } = (await import("/client-test/core/client.js" as string)) as typeof ClientModule;
    try {
      new Client("https://example.org/worker.js", { onCrash: () => undefined });
      return "nothing";
    } catch (error) {
      return String(error);
    }
  });
  expect(thrown).toContain("must come from the page's own origin");
});
