// A real model in the browser: `make test-model`. What it says is not checked, but that
// it is a model's answer, and how much of each prompt was read for it.

import { expect, test, type Page } from "@playwright/test";
import { type Asking, ask, emptyPage, openModels, phases } from "./local/page.js";
import { beforeModelWorker } from "./local/stub.js";

const file = "SmolLM2-135M-Instruct.Q8_0.gguf";
const system = { role: "system", content: "You answer briefly." };
const hello = { role: "user", content: "Say hello in one short sentence." };
/** A few hundred tokens. */
const long = { role: "user", content: `${"The burrow has many rooms and a long way in. ".repeat(30)}How many rooms?` };

/**
 * A page with the model downloaded. On one thread unless told otherwise: on a busy
 * machine several wait for each other.
 */
async function withModel(page: Page, threads = 1): Promise<void> {
  await emptyPage(page);
  await openModels(page, threads);
  await page.evaluate(async (file) => {
    await models.local.state.refresh();
    await models.local.state.download(file);
  }, file);
  expect((await phases(page)).at(-1)).toContain(`${file}: on-disk`);
}

for (const threads of [1, 2]) {
  test(`a conversation on ${threads} thread(s) reads what is new, and nothing twice`, async ({ page }) => {
    await withModel(page, threads);
    const messages = [system, hello];
    const first = await ask(page, { messages, max_tokens: 24 });
    expect(first).toMatchObject({ status: 200, error: null, done: true });
    expect(first.text.trim().length).toBeGreaterThan(1);
    expect(first.comments.some((line) => line.startsWith(": loading"))).toBe(true);
    expect(first.comments.at(-1)).toBe(`: reading ${first.usage?.prompt_tokens}/${first.usage?.prompt_tokens}`);
    expect(first.local?.read_tokens).toBe(first.usage?.prompt_tokens);
    const states = await phases(page);
    expect(states.some((line) => line.includes("loading"))).toBe(true);
    expect(await page.evaluate((file) => models.local.state.snapshot().models.find((one) => one.file === file)?.phase, file)).toEqual({
      kind: "ready",
      threads,
      contextSize: 4096,
    });

    messages.push({ role: "assistant", content: first.text }, { role: "user", content: "And say goodbye." });
    const second = await ask(page, { messages, max_tokens: 24 });
    const known = (first.usage?.prompt_tokens ?? 0) + (first.usage?.completion_tokens ?? 0);
    // The answer's end mark may not have been read, and a word of it may divide otherwise.
    expect(second.usage?.prompt_tokens_details.cached_tokens).toBeGreaterThanOrEqual(known - 3);
    expect(second.local?.read_tokens).toBeLessThan(20);
    expect(second.comments.some((line) => line.startsWith(": loading"))).toBe(false);
    expect(await page.evaluate(() => models.local.state.snapshot().speed?.readCharsPerSecond)).toBeGreaterThan(0);
  });
}

test("what is stopped while it reads or writes leaves the model ready for the next", async ({ page }) => {
  await withModel(page);
  const messages = [system, hello];
  expect((await ask(page, { messages, max_tokens: 4 })).done).toBe(true);
  const reading = await ask(page, { messages: [system, long], max_tokens: 16, stopAt: ": reading" });
  expect(reading).toMatchObject({ stopped: true, text: "", done: false });
  const writing = await ask(page, { messages: [system, { role: "user", content: "Count from one to one hundred." }], max_tokens: 400, stopAt: "data:" });
  expect(writing).toMatchObject({ stopped: true, done: false });
  expect(writing.text).not.toBe("");
  const after = await ask(page, { messages, max_tokens: 4 });
  expect(after).toMatchObject({ done: true, error: null });
  expect(after.comments.some((line) => line.startsWith(": loading"))).toBe(false);

  // What was read before the stop is not read again.
  const again = await ask(page, { messages: [system, long], max_tokens: 4, stopAt: ": reading" });
  expect(again.comments[0]).not.toMatch(/^: reading 0\//);
});

test("an answer keeps to a schema", async ({ page }) => {
  await withModel(page);
  const schema = {
    type: "object",
    properties: {
      city: { type: "string", maxLength: 20 },
      kind: { enum: ["capital", "town"] },
      people: { type: "integer" },
      old: { type: "boolean" },
      names: { type: "array", items: { type: "string", maxLength: 12 }, maxItems: 3 },
    },
    required: ["city", "kind", "people", "old", "names"],
    additionalProperties: false,
  };
  const turn = await ask(page, {
    messages: [system, { role: "user", content: "Describe Paris as JSON." }],
    max_tokens: 120,
    response_format: { type: "json_schema", json_schema: { name: "city", schema, strict: true } },
  });
  expect(turn).toMatchObject({ done: true, error: null, finish: "stop" });
  const said = JSON.parse(turn.text) as Record<string, unknown>;
  expect(Object.keys(said)).toEqual(["city", "kind", "people", "old", "names"]);
  expect(["capital", "town"]).toContain(said["kind"]);
  expect(typeof said["old"]).toBe("boolean");
});

test("a conversation that outgrows the context goes on without its beginning", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "deviceMemory", { value: 0.65 }));
  await withModel(page);
  // As long a conversation as a small context of 1,024 does not hold.
  const messages = [system];
  for (let i = 0; i < 24; i++) {
    messages.push({ role: "user", content: `Question ${i}: what is ${i} plus ${3 * i}, and why do you think that this is so in arithmetic?` });
    messages.push({ role: "assistant", content: `The answer number ${i} is ${4 * i}, because adding numbers gives their sum, as everybody learns in school.` });
  }
  messages.push({ role: "user", content: "Say yes." });
  const turn = await ask(page, { messages, max_tokens: 8 });
  expect(turn).toMatchObject({ done: true, error: null });
  const contextSize = await page.evaluate(() => {
    const phase = models.local.state.snapshot().models[0]?.phase;
    return phase?.kind === "ready" ? phase.contextSize : 0;
  });
  expect(contextSize).toBe(1024);
  expect(turn.local?.dropped).toBeGreaterThan(0);
  expect(turn.usage?.prompt_tokens).toBeLessThan(contextSize * 0.75);

  // The next turn leaves out the same, and reads but what is new.
  messages.push({ role: "assistant", content: turn.text }, { role: "user", content: "Say no." });
  const next = await ask(page, { messages, max_tokens: 8 });
  expect(next.local?.dropped).toBe(turn.local?.dropped);
  expect(next.local?.read_tokens).toBeLessThan(30);

  const tooLong = await ask(page, { messages: [system, { role: "user", content: "word ".repeat(3000) }], max_tokens: 8 });
  expect(tooLong.error).toMatchObject({ code: "too_large", type: "burrow_error" });
  expect(tooLong.error?.message).toMatch(/^The question is too long for this model: it has 3,?0\d\d tokens/);
});

test("requests wait for each other, and one that is stopped leaves the line", async ({ page }) => {
  await withModel(page);
  const result = await page.evaluate(async () => {
    const order: string[] = [];
    const stop = new AbortController();
    const one = async (name: string, signal?: AbortSignal) => {
      const body = JSON.stringify({ messages: [{ role: "user", content: `Say ${name}.` }], max_tokens: 4 });
      try {
        const response = await models.local.fetch(new Request("/local/v1/chat/completions", { method: "POST", body, ...(signal ? { signal } : {}) }));
        await response.json();
        order.push(name);
      } catch (error) {
        order.push(`${name} ${(error as Error).name}`);
      }
    };
    const all = [one("a"), one("b", stop.signal), one("c")];
    stop.abort();
    await Promise.all(all);
    return order;
  });
  expect(result).toEqual(["b AbortError", "a", "c"]);
});

test("a worker that dies while it loads or answers is replaced by the next request", async ({ page }) => {
  await withModel(page);
  const asking: Asking = { messages: [system, hello], max_tokens: 400 };
  const sentence = "The model in this browser stopped unexpectedly. Ask again to restart it.";
  /** Ends the worker when a line begins so. */
  const endAt = (line: string) =>
    page.evaluate(
      async ({ asking, line }) => {
        const body = JSON.stringify({ ...asking, stream: true });
        const response = await models.local.fetch(new Request("/local/v1/chat/completions", { method: "POST", body }));
        let said = "";
        for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
          if (piece.startsWith(line) && said === "") models.local.end();
          if (piece.startsWith(line) || piece.includes("error")) said += piece;
        }
        return said;
      },
      { asking, line },
    );
  expect(await endAt(": loading")).toContain(sentence);
  expect((await phases(page)).at(-1)).toContain(`${file}: on-disk`);
  expect(await endAt("data:")).toContain(sentence);
  expect(await ask(page, { ...asking, max_tokens: 4 })).toMatchObject({ done: true, error: null });
});

/** Lets a test end the library's own worker, of which the library hears nothing, and the time pass that is waited for it. */
const mortal = `
  const timers = new Map();
  let last = -1;
  const { setTimeout: begin, clearTimeout: end } = self;
  self.setTimeout = (work, milliseconds, ...given) => (milliseconds < 60_000 ? begin(work, milliseconds, ...given) : (timers.set(--last, work), last));
  self.clearTimeout = (timer) => (timers.delete(timer) ? undefined : end(timer));
  const inner = [];
  self.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      inner.push(this);
    }
  };
  new BroadcastChannel("test").onmessage = () => {
    for (const worker of inner.splice(0)) worker.terminate();
    for (const work of timers.values()) work();
  };
`;

test("a library whose own worker has died is given up, and loaded anew", async ({ page }) => {
  await beforeModelWorker(page, mortal);
  await withModel(page);
  const turn = await page.evaluate(async () => {
    const body = JSON.stringify({ messages: [{ role: "user", content: "Count from one to one hundred." }], max_tokens: 400, stream: true });
    const response = await models.local.fetch(new Request("/local/v1/chat/completions", { method: "POST", body }));
    let said = "";
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      if (said === "" && piece.startsWith("data:")) new BroadcastChannel("test").postMessage("end");
      if (piece.startsWith("data:")) said = piece;
    }
    return said;
  });
  expect(turn).toContain("The model in this browser stopped answering. Ask again to restart it.");
  const after = await ask(page, { messages: [system, hello], max_tokens: 4 });
  expect(after).toMatchObject({ done: true, error: null });
  expect(after.comments.some((line) => line.startsWith(": loading"))).toBe(true);
});

test("without shared memory the model answers on one thread", async ({ page }) => {
  await emptyPage(page, false);
  await openModels(page, 2);
  await page.evaluate(async (file) => {
    await models.local.state.refresh();
    await models.local.state.download(file);
  }, file);
  expect(await ask(page, { messages: [system, hello], max_tokens: 4 })).toMatchObject({ done: true, error: null });
  expect(await page.evaluate(() => models.local.state.snapshot().models[0]?.phase)).toMatchObject({ kind: "ready", threads: 1 });
});

test("a model without a template is asked in ChatML", async ({ page }) => {
  await emptyPage(page);
  await openModels(page, 1);
  const asked = await page.evaluate(async (file) => {
    const bytes = new Uint8Array(await (await fetch(`/models/${file}`)).arrayBuffer());
    const key = new TextEncoder().encode("tokenizer.chat_template");
    const at = bytes.findIndex((_, i) => key.every((byte, j) => bytes[i + j] === byte));
    bytes[at + key.length - 1] = "x".charCodeAt(0);
    await models.local.state.choose(new File([bytes], "own model.gguf"));
    return models.local.state.snapshot().models.map(({ id, phase }) => `${id} ${phase.kind}`);
  }, file);
  expect(asked).toContain("own-model on-disk");
  const turn = await ask(page, { model: "own-model", messages: [system, hello], max_tokens: 8 });
  expect(turn).toMatchObject({ done: true, error: null });
});

test("a download pauses, goes on after a reload, and is removed", async ({ page }) => {
  await emptyPage(page);
  await openModels(page);
  const paused = await page.evaluate(async (file) => {
    const { state } = models.local;
    await state.refresh();
    const done = state.download(file);
    await new Promise<void>((resolve) => {
      state.subscribe(({ models }) => {
        const phase = models[0]?.phase;
        if (phase?.kind === "downloading" && phase.done > phase.of / 4) resolve();
      });
    });
    state.pause(file);
    await done;
    return state.snapshot().models[0]?.phase;
  }, file);
  expect(paused).toMatchObject({ kind: "downloading", paused: true });

  await page.reload();
  await openModels(page);
  const ranges: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(file)) ranges.push(request.headers()["range"] ?? null);
  });
  const kept = await page.evaluate(async () => (await models.local.state.refresh()).models[0]?.phase);
  expect(kept).toEqual(paused);
  await page.evaluate((file) => models.local.state.download(file), file);
  expect((await phases(page)).join("\n")).toContain("checking");
  expect(await page.evaluate(() => models.local.state.snapshot().models[0]?.phase)).toEqual({ kind: "on-disk" });
  const { done } = paused as { done: number };
  expect(ranges).toEqual([`bytes=${done}-`]);

  await page.evaluate((file) => models.local.state.remove(file), file);
  expect(await page.evaluate(() => models.local.state.snapshot().models[0]?.phase)).toEqual({ kind: "none" });
  const left = await page.evaluate(async () => {
    const dir = await (await navigator.storage.getDirectory()).getDirectoryHandle("local-models");
    const names: string[] = [];
    for await (const name of (dir as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
    return names;
  });
  expect(left).toEqual([]);
});

test("a device with little memory is told before the model is loaded", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "deviceMemory", { value: 0.5 }));
  await withModel(page);
  const turn = await ask(page, { messages: [system, hello] });
  expect(turn.error?.message).toBe("This model is too large for this device: it needs about 336 MB of memory, and 268 MB is available.");
  expect((await phases(page)).at(-1)).toContain("failed");
});
