// The protocol in Chromium: the transcripts of internal/rpc, played to the worker as
// it is built, and what only a worker can run into.

import type { Page } from "@playwright/test";
import { addressOf } from "./built.js";
import { faultyCore, next, replaceCore, send, startWorker } from "./rpc/core.js";
import { type Step, type Transcript, keyOf, matches, readTranscripts } from "./rpc/transcript.js";
import { coreFile, expect, test } from "./fixture.js";

const ready: Step = { line: 0, mark: "<", text: '{"kind":"ready","version":"…"}' };
const vocabularyFile = /\/assets\/cl100k_base-[^/]*\.bin$/;
const count = (id: number) => `{"kind":"request","id":${id},"method":"tokens.count","params":{"text":"one two three"}}`;
const counted = (id: number): Step => ({
  line: 0,
  mark: "<",
  text: `{"kind":"result","id":${id},"result":{"count":3,"encoding":"cl100k_base","estimate":false}}`,
});

// The longest transcripts move 64 MB about, which takes a busy machine a while.
test.setTimeout(120_000);

test.describe("transcript", () => {
  for (const transcript of readTranscripts()) {
    test(transcript.name, async ({ page }) => {
      if (transcript.faults) await replaceCore(page, faultyCore);
      await startWorker(page);
      await play(page, transcript);
    });
  }
});

async function play(page: Page, { steps }: Transcript): Promise<void> {
  await expectFrames(page, [ready]);
  for (let i = 0; i < steps.length; ) {
    const step = steps[i];
    if (step === undefined) break;
    let after = i + 1;
    switch (step.mark) {
      case ">":
        await send(page, step.text);
        break;
      case "<":
        while (steps[after]?.mark === "<") after++;
        await expectFrames(page, steps.slice(i, after));
        break;
      case "!": {
        const crash: unknown = JSON.parse(await next(page));
        expect(crash, `line ${step.line}`).toMatchObject({ kind: "crash", detail: expect.stringContaining(step.text) });
        // A request after the core's death must not wait for ever.
        await send(page, count(1));
        expect(JSON.parse(await next(page))).toEqual(crash);
        expect(after).toBe(steps.length);
        return;
      }
      default:
        step.mark satisfies never;
    }
    i = after;
  }
  await send(page, '{"kind":"request","id":9007199254740991,"method":"draft.close","params":{"draft":""}}');
  await expectFrames(page, [{ line: 0, mark: "<", text: '{"kind":"result","id":9007199254740991,"result":{}}' }]);
}

async function expectFrames(page: Page, steps: Step[]): Promise<void> {
  const open = [...steps];
  while (open.length > 0) {
    const frame = await next(page);
    const at = open.findIndex(({ text }) => keyOf(text) === keyOf(frame));
    const step = open[at];
    if (step === undefined) throw new Error(`line ${open[0]?.line}: unexpected ${frame.slice(0, 2000)}`);
    if (!matches(JSON.parse(step.text), JSON.parse(frame))) {
      throw new Error(`line ${step.line}:\nwant ${step.text}\ngot  ${frame.slice(0, 2000)}`);
    }
    open.splice(at, 1);
  }
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

test("requests sent before the core is there are answered", async ({ page }) => {
  const release = gate();
  await page.route(coreFile, async (route) => {
    await release.opened;
    await route.continue();
  });
  await startWorker(page);
  await send(page, count(1));
  await send(page, count(2));
  release.open();
  await expectFrames(page, [ready]);
  await expectFrames(page, [counted(1), counted(2)]);
});

test("a server that gives the core another type costs nothing but time", async ({ page }) => {
  await page.route(coreFile, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
  });
  await startWorker(page);
  await expectFrames(page, [ready]);
});

for (const [what, answer] of [
  ["is missing", { status: 404, body: "not found" }],
  ["is damaged", { status: 200, contentType: "application/wasm", body: "this is not a module" }],
] as const) {
  test(`a core that ${what} is reported as a crash`, async ({ page, guard }) => {
    guard.allowed.push(/404/);
    await page.route(coreFile, (route) => route.fulfill(answer));
    await startWorker(page);
    expect(JSON.parse(await next(page))).toEqual({
      kind: "crash",
      message: "Burrow couldn’t load. Check your connection and try again.",
      detail: expect.stringContaining(what === "is missing" ? `${addressOf("core.wasm")} was answered with status 404` : "WebAssembly"),
    });
  });
}

test("a vocabulary that could not be loaded is asked for again by the next request", async ({ page, guard }) => {
  guard.allowed.push(/404/);
  await page.route(vocabularyFile, (route) => route.fulfill({ status: 404, body: "not found" }));
  await startWorker(page);
  await send(page, count(1));
  await expectFrames(page, [ready]);
  await expectFrames(page, [
    {
      line: 0,
      mark: "<",
      text: '{"kind":"error","id":1,"code":"unavailable","message":"The vocabulary of cl100k_base could not be loaded. Check the connection and try again."}',
    },
  ]);
  await page.unroute(vocabularyFile);
  await send(page, count(2));
  await expectFrames(page, [counted(2)]);
});

test("core and vocabulary are asked for at once", async ({ page }) => {
  // The vocabulary is held back until the core is asked for, and the other way
  // round: a worker that waits for one of them never gets ready.
  const coreAsked = gate();
  const vocabularyAsked = gate();
  await page.route(coreFile, async (route) => {
    coreAsked.open();
    await vocabularyAsked.opened;
    await route.continue();
  });
  await page.route(vocabularyFile, async (route) => {
    vocabularyAsked.open();
    await coreAsked.opened;
    await route.continue();
  });
  await startWorker(page);
  await send(page, count(1));
  await expectFrames(page, [ready]);
  await expectFrames(page, [counted(1)]);
});

test("a count of 50 MB can be cancelled while it runs", async ({ page }) => {
  await startWorker(page);
  await expectFrames(page, [ready]);
  await send(page, '{"kind":"request","id":1,"method":"tokens.count","params":{"text":"{{1000000*The quick brown fox jumps over the lazy dog, twice.\\n}}"}}');
  expect(JSON.parse(await next(page))).toMatchObject({ kind: "event", event: { kind: "progress", total: 52_000_000 } });
  await send(page, '{"kind":"cancel","id":1}');
  for (;;) {
    const frame: { kind: string } = JSON.parse(await next(page));
    if (frame.kind === "event") continue;
    expect(frame).toEqual({ kind: "error", id: 1, code: "cancelled", message: "The request was cancelled." });
    break;
  }
});
