// Models in the browser as far as no model is needed: files, headers, grammars, the
// queue and the wire. The server's files are made up and served by the test.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Page, expect, test } from "@playwright/test";
import { addressOf } from "./built.js";
import { emptyPage } from "./local/page.js";

type Inside = typeof import("./local/inside.js");

const script = join(import.meta.dirname, "../../build/test/localworker.js");

/** Runs a function with the inner parts in a worker of the page. */
async function inside<I, O>(page: Page, run: (parts: Inside, input: I) => O | Promise<O>, input: I): Promise<O> {
  const answer = await page.evaluate(
    ({ source, input }) =>
      new Promise<{ value?: unknown; failed?: string }>((resolve, reject) => {
        const worker = new Worker("/local-test/worker.js", { type: "module" });
        worker.onmessage = ({ data }: MessageEvent<{ value?: unknown; failed?: string }>) => {
          resolve(data);
          worker.terminate();
        };
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage({ source, input });
      }),
    { source: run.toString(), input },
  );
  if (answer.failed !== undefined) throw new Error(answer.failed);
  return answer.value as O;
}

test.beforeEach(async ({ page }) => {
  await page.route("**/local-test/worker.js", (route) =>
    route.fulfill({ headers: { "Cross-Origin-Embedder-Policy": "require-corp" }, contentType: "text/javascript", body: readFileSync(script) }),
  );
  await emptyPage(page);
});

test("digests in pieces are SHA-256", async ({ page }) => {
  const lengths = [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 1 << 20];
  const got = await inside(
    page,
    ({ Sha256 }, lengths) =>
      lengths.map((length) => {
        const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
        const sum = new Sha256();
        for (let at = 0, step = 1; at < length; at += step, step = (step * 3) % 1009) sum.update(bytes.subarray(at, at + step));
        return sum.digest();
      }),
    lengths,
  );
  const want = lengths.map((length) => createHash("sha256").update(Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255)).digest("hex"));
  expect(got).toEqual(want);
});

test("a header tells what a file is and how long it must be", async ({ page }) => {
  const got = await inside(
    page,
    async ({ checkGguf, madeUpModel }) => {
      const whole = madeUpModel(1000);
      const said: Record<string, unknown> = {};
      const check = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
        said[name] = await checkGguf(new Blob([bytes]), "a.gguf").catch((error: Error) => error.message);
      };
      await check("whole", whole);
      await check("cut in the data", whole.slice(0, -1));
      await check("cut in the header", whole.slice(0, 100));
      await check("empty", new Uint8Array());
      await check("a picture", new TextEncoder().encode("\x89PNG and so on, and so on"));
      const old = whole.slice();
      old[4] = 1;
      await check("old", old);
      return { said, bytes: whole.length };
    },
    null,
  );
  expect(got.said["whole"]).toEqual({ architecture: "llama", contextLength: 8192, hasTemplate: false, cacheBytesPerToken: 30 * 3 * 64 * 4, bytes: got.bytes });
  expect(got.said["cut in the data"]).toBe("The model file is incomplete: 0 of 0 MB. Download it again.");
  expect(got.said["cut in the header"]).toBe("The model file is damaged. Download it again.");
  for (const name of ["empty", "a picture"]) expect(got.said[name]).toBe("a.gguf isn’t a GGUF model file.");
  expect(got.said["old"]).toBe("This model file uses GGUF version 1. Only versions 2 and 3 are supported.");
});

test("grammars hold to their schemas", async ({ page }) => {
  const grammar = (schema: unknown) => inside(page, ({ grammarOf }, schema) => grammarOf(schema), schema);
  expect(await grammar({ type: "object", properties: { a: { type: "string", maxLength: 5 }, b: { enum: ["x", 1, null] } }, required: ["a", "b"] })).toBe(
    String.raw`root ::= "{" "\"a\"" ":" root-0 root-m1c "}"
char ::= [^"\\\x00-\x1f] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})
root-0 ::= "\"" char{0,5} "\""
root-1 ::= ("\"x\"" | "1" | "null")
root-m1c ::= "," "\"b\"" ":" root-1 ""
`,
  );
  // Each may be left out, and the comma stands only between two.
  expect(await grammar({ type: "object", properties: { a: { type: "boolean" }, b: { type: "null" } } })).toContain(
    `root ::= "{" ("\\"a\\"" ":" boolean root-m1c | root-m1) "}"`,
  );
  expect(await grammar({ type: "array", items: { type: "integer" }, minItems: 2, maxItems: 3 })).toContain(`root ::= "[" whole ("," whole){1,2} "]"`);
  expect(await grammar({ type: "array", items: { type: "number" } })).toContain(`root ::= "[" (number ("," number){0,23})? "]"`);
  expect(await grammar({ type: ["string", "null"], maxLength: 3 })).toContain(`root ::= ("\\"" char{0,3} "\\"" | null)`);
  expect(await grammar({ anyOf: [{ const: "a\"b" }, { type: "boolean" }] })).toContain(String.raw`root ::= ("\"a\\\"b\"" | boolean)`);
  for (const [schema, what] of [
    [{ type: "string", pattern: "a+" }, "pattern"],
    [{ $ref: "#/x" }, "$ref"],
    [{}, "a part has no type"],
    [{ type: "array", items: true }, "any value"],
    [{ type: "date" }, "type date"],
    [{ type: "array", items: { type: "null" }, minItems: 3, maxItems: 2 }, "maxItems"],
  ] as const) {
    await expect(grammar(schema)).rejects.toThrow(`The model in this browser can’t follow this schema: ${what}.`);
  }
});

test("what does not fit is left out in one large step, and stays out", async ({ page }) => {
  const got = await inside(
    page,
    ({ Fit }) => {
      const messages: { role: "system" | "user" | "assistant"; content: string }[] = [{ role: "system", content: "s" }];
      for (let i = 0; i < 20; i++) messages.push({ role: i % 2 === 0 ? "user" : "assistant", content: `${"word ".repeat(20)}${i}` });
      messages.push({ role: "user", content: "last" });
      const fit = new Fit();
      const begin = fit.begin(messages);
      const left = fit.further(messages, begin, 1100, 1000) ?? -1;
      const cut = fit.cut(messages, left);
      fit.keep(messages, left);
      const next = [...messages, { role: "assistant" as const, content: "yes" }, { role: "user" as const, content: "more" }];
      const other = [{ role: "user" as const, content: "another conversation" }];
      return { begin, left, first: cut[0]?.role, second: cut[1]?.role, count: cut.length, again: fit.begin(next), other: fit.begin(other), last: fit.further(other, 0, 2000, 1000) };
    },
    null,
  );
  expect(got).toMatchObject({ begin: 0, first: "system", second: "user", again: got.left, other: 0, last: null });
  expect(got.left).toBeGreaterThanOrEqual(10); // half of the room is free then
  expect(got.count).toBe(22 - got.left);
});

test("memory decides the context, or that the model is too large", async ({ page }) => {
  const got = await inside(
    page,
    ({ contextFor }) => {
      const info = { architecture: "llama", contextLength: 8192, hasTemplate: true, cacheBytesPerToken: 23040, bytes: 0 };
      const say = (bytes: number, memory: number) => {
        try {
          return contextFor(info, bytes, memory);
        } catch (error) {
          return (error as Error).message;
        }
      };
      return [say(98e6, 8), say(98e6, 0), say(2e9, 8), say(700e6, 2), say(5e9, 8), say(98e6, 0.25)];
    },
    null,
  );
  expect(got).toEqual([
    4096,
    4096,
    4096,
    4096,
    "This model is too large for this device: it needs about 5.2 GB of memory, and 4.3 GB is available.",
    "This model is too large for this device: it needs about 289 MB of memory, and 134 MB is available.",
  ]);
});

/** Serves a made-up model in the place of the server's, whole unless told otherwise. */
async function offer(page: Page, change: (body: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer> = (body) => body) {
  const bytes = await inside(page, ({ madeUpModel }) => Array.from(madeUpModel(100_000)), null);
  const body = Buffer.from(bytes);
  const ranges: string[] = [];
  await page.route("**/models/a.gguf", (route) => {
    const range = /bytes=(\d+)-/.exec(route.request().headers()["range"] ?? "");
    const from = Number(range?.[1] ?? 0);
    ranges.push(range?.[0] ?? "");
    return route.fulfill({ status: from > 0 ? 206 : 200, headers: { ETag: '"1"' }, contentType: "application/octet-stream", body: change(body).subarray(from) });
  });
  return { offer: { name: "a.gguf", bytes: body.length, sha256: createHash("sha256").update(body).digest("hex") }, ranges };
}

type Offered = { name: string; bytes: number; sha256: string };

/** Downloads in the worker, and tells how it ended and what is kept then. */
function download(page: Page, offered: Offered) {
  return inside(
    page,
    async ({ ModelFiles }, offered) => {
      const files = await ModelFiles.open("test-models");
      const ended = await files.download(offered, `/models/${offered.name}`, () => undefined, new AbortController().signal).then(
        () => "done",
        (error: Error) => error.message,
      );
      return { ended, kept: (await files.list()).map(({ have, whole }) => ({ have, whole })) };
    },
    offered,
  );
}

test("a download that breaks off goes on from there, and is checked", async ({ page }) => {
  const half = 150_000;
  const { offer: offered, ranges } = await offer(page, (body) => (ranges.length === 1 ? body.subarray(0, half) : body));
  expect(await download(page, offered)).toEqual({
    ended: "The download stopped at 0.2 of 0.4 MB. Resume it when the server is back.",
    kept: [{ have: half, whole: false }],
  });
  expect(await download(page, offered)).toEqual({ ended: "done", kept: [{ have: offered.bytes, whole: true }] });
  expect(ranges).toEqual(["", `bytes=${half}-`]);
});

test("a file of another content, or no model, is refused and removed", async ({ page }) => {
  const { offer: offered } = await offer(page, (body) => {
    const wrong = Buffer.from(body);
    wrong[200_000] = 1;
    return wrong;
  });
  expect(await download(page, offered)).toEqual({
    ended: "a.gguf doesn’t match the server’s checksum, so it was removed. Download it again.",
    kept: [],
  });
  await page.unroute("**/models/a.gguf");
  const text = Buffer.from("this is no model at all, though it has the right checksum");
  await page.route("**/models/a.gguf", (route) => route.fulfill({ body: text }));
  const other = { name: "a.gguf", bytes: text.length, sha256: createHash("sha256").update(text).digest("hex") };
  expect(await download(page, other)).toEqual({ ended: "a.gguf isn’t a GGUF model file.", kept: [] });
  expect(await download(page, { ...other, name: "../a.gguf" }).catch((error: Error) => error.message)).toMatchObject({
    ended: "This file name can’t be used. It may contain letters, digits, dots, dashes and underscores, and must end in .gguf.",
  });
});

test("a download of what changed on the server begins anew", async ({ page }) => {
  const { offer: offered, ranges } = await offer(page, (body) => (ranges.length === 1 ? body.subarray(0, 1000) : body));
  await download(page, { ...offered, sha256: "0".repeat(64) });
  expect(await download(page, offered)).toMatchObject({ ended: "done" });
  expect(ranges).toEqual(["", ""]);
});

test("a full disk is told, before and half-way, and what has come stays", async ({ page }) => {
  const { offer: offered, ranges } = await offer(page);
  for (const how of ["throws", "writes less", "returns nonsense"]) {
    const got = await inside(
      page,
      async ({ ModelFiles }, { offered, how }) => {
        const { prototype } = (globalThis as unknown as { FileSystemSyncAccessHandle: { prototype: { write(b: Uint8Array, o?: { at: number }): number } } })
          .FileSystemSyncAccessHandle;
        const write = prototype.write;
        prototype.write = function (bytes, options) {
          // The note is written before, and is short.
          if (bytes.length < 1000) return write.call(this, bytes, options);
          if (how === "throws") throw new DOMException("full", "QuotaExceededError");
          return how === "writes less" ? write.call(this, bytes.subarray(0, 5), options) : 4294967288;
        };
        const files = await ModelFiles.open("test-models");
        await files.remove(offered.name);
        return files.download(offered, "/models/a.gguf", () => undefined, new AbortController().signal).then(
          () => "done",
          (error: Error) => error.message,
        );
      },
      { offered, how },
    );
    expect(got, how).toBe("The disk is full: 0 of 0.4 MB of the model is downloaded. Free up space, then resume the download.");
  }
  expect(await download(page, offered)).toMatchObject({ ended: "done" });
  const asked = ranges.length;
  expect((await download(page, { ...offered, name: "b.gguf", bytes: 1e15 })).ended).toMatch(
    /^Not enough storage for this model: it needs 1,000,000,000 MB, and [\d,]+ MB is free\.$/,
  );
  expect(ranges.length).toBe(asked);
});

test("a file that another tab writes is left alone", async ({ page }) => {
  const { offer: offered } = await offer(page);
  const got = await inside(
    page,
    async ({ ModelFiles }, offered) => {
      const dir = await (await navigator.storage.getDirectory()).getDirectoryHandle("test-models", { create: true });
      const handle = await dir.getFileHandle("a.gguf.part", { create: true });
      const held = await (handle as unknown as { createSyncAccessHandle(): Promise<{ close(): void }> }).createSyncAccessHandle();
      const files = await ModelFiles.open("test-models");
      const said = await files.download(offered, "/models/a.gguf", () => undefined, new AbortController().signal).catch((error: Error) => error.message);
      held.close();
      return said;
    },
    offered,
  );
  expect(got).toBe("Another tab is using this model file. Close that tab, or wait until it’s done.");
});

test("a file of the disk is taken, if it is a model", async ({ page }) => {
  const got = await inside(
    page,
    async ({ ModelFiles, madeUpModel }) => {
      const files = await ModelFiles.open("test-models");
      const take = (file: File) => files.import(file, () => undefined, new AbortController().signal).catch((error: Error) => error.message);
      const model = madeUpModel(50_000);
      const taken = await take(new File([model], "My model (2).gguf"));
      const half = await take(new File([model.slice(0, 100_000)], "half.gguf"));
      const text = await take(new File(["hello"], "notes.gguf"));
      const name = await take(new File([model], "model.bin"));
      return { taken, half, text, name, kept: (await files.list()).map((file) => file.name) };
    },
    null,
  );
  expect(got.taken).toMatchObject({ name: "My-model-2-.gguf", whole: true, origin: "disk" });
  expect(got.half).toBe("The model file is incomplete: 0.1 of 0.2 MB. Download it again.");
  expect(got.text).toBe("notes.gguf isn’t a GGUF model file.");
  expect(got.name).toBe("This file name can’t be used. It may contain letters, digits, dots, dashes and underscores, and must end in .gguf.");
  expect(got.kept).toEqual(["My-model-2-.gguf"]);
});

test("the wire: streams, whole answers, errors, and the browser's own model", async ({ page }) => {
  const got = await inside(
    page,
    async ({ localFetch, builtIn, builtInAvailability, builtInModel, LocalError }) => {
      let available = "available";
      const created: unknown[] = [];
      Object.assign(globalThis, {
        LanguageModel: {
          availability: async () => available,
          create: async (options: { initialPrompts: unknown; temperature: number }) => {
            created.push({ prompts: options.initialPrompts, temperature: options.temperature });
            return {
              promptStreaming: (input: string) =>
                new ReadableStream<string>({
                  start(controller) {
                    if (input === "fail") return controller.error(new Error("broken"));
                    for (const piece of ["You ", "said ", input]) controller.enqueue(piece);
                    controller.close();
                  },
                }),
              destroy: () => created.push("destroyed"),
              inputUsage: 7,
            };
          },
        },
      });
      await builtInAvailability();
      const failing = {
        models: async () => ["failing"],
        answer: async (_: unknown, hear: (heard: { kind: "reading"; read: number; of: number }) => void) => {
          hear({ kind: "reading", read: 32, of: 90 });
          throw new LocalError("timed_out", "It stalled.");
        },
      };
      const fetch = localFetch([builtIn, failing]);
      const ask = async (body: unknown, path = "/x/v1/chat/completions") => {
        const response = await fetch(new Request(path, body === null ? {} : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }));
        return { status: response.status, text: (await response.text()).replace(/chatcmpl-[-0-9a-f]+/g, "ID").replace(/"created":\d+/g, '"created":1') };
      };
      const messages = [{ role: "system", content: "Be brief." }, { role: "user", content: [{ type: "text", text: "hi" }] }];
      const answers = {
        list: await ask(null, "/local/v1/models"),
        nowhere: await ask(null, "/local/v1/other"),
        whole: await ask({ messages, temperature: 0.5 }),
        stream: await ask({ messages, model: builtInModel, stream: true, stream_options: { include_usage: true } }),
        late: await ask({ messages, model: "failing", stream: true }),
        lateWhole: await ask({ messages, model: "failing" }),
        upstream: await ask({ messages: [{ role: "user", content: "fail" }] }),
        unknown: await ask({ messages, model: "other" }),
        noJSON: await ask("{"),
        noMessages: await ask({}),
        tools: await ask({ messages, tools: [{}] }),
        role: await ask({ messages: [{ role: "tool", content: "x" }] }),
        format: await ask({ messages, response_format: { type: "json_object" } }),
      };
      available = "unavailable";
      await builtInAvailability();
      return { answers, created, nobody: await localFetch([builtIn])(new Request("/v1/chat/completions", { method: "POST", body: JSON.stringify({ messages }) })).then((r) => r.text()) };
    },
    null,
  );
  const error = (text: string) => (JSON.parse(text) as { error: object }).error;
  const { answers } = got;
  expect(answers.list).toMatchObject({ status: 200 });
  expect(answers.list.text).toContain('"id":"browser-built-in"');
  expect(answers.nowhere.status).toBe(404);
  expect(JSON.parse(answers.whole.text)).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { role: "assistant", content: "You said hi" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    local: { dropped: 0 },
  });
  expect(got.created.slice(0, 2)).toEqual([{ prompts: [{ role: "system", content: "Be brief." }], temperature: 0.5 }, "destroyed"]);
  const events = answers.stream.text.trimEnd().split("\n\n");
  expect(events.length).toBe(6);
  expect(events[0]).toContain('"delta":{"role":"assistant","content":"You "}');
  expect(events[3]).toContain('"finish_reason":"stop"');
  expect(events[4]).toContain('"choices":[],"usage":{"prompt_tokens":7');
  expect(events[5]).toBe("data: [DONE]");
  const stalled = '{"error":{"message":"It stalled.","type":"burrow_error","param":null,"code":"timed_out"}}';
  expect(answers.late).toEqual({ status: 200, text: `: reading 32/90\n\ndata: ${stalled}\n\n` });
  expect(answers.lateWhole).toEqual({ status: 504, text: stalled });
  expect(error(answers.upstream.text)).toMatchObject({ code: "upstream", message: "The browser’s built-in model didn’t answer." });
  expect(answers.unknown.status).toBe(404);
  for (const bad of [answers.noJSON, answers.noMessages, answers.tools, answers.role, answers.format]) {
    expect(bad.status).toBe(400);
    expect(error(bad.text)).toMatchObject({ code: "invalid", type: "burrow_error" });
  }
  expect(error(got.nobody)).toMatchObject({ code: "no_model", message: "There’s no model in this browser. Download one first." });
});

test("a fetch crosses a port, with its stream, its errors and its end", async ({ page }) => {
  const got = await inside(
    page,
    async ({ answerFetches, fetchOver }) => {
      const { port1, port2 } = new MessageChannel();
      const stopped: string[] = [];
      answerFetches(port2, async (request) => {
        if (request.url.endsWith("/fail")) throw new TypeError("no way");
        if (request.url.endsWith("/whole")) return Response.json({ method: request.method, body: await request.text() }, { status: 201 });
        return new Response(
          new ReadableStream<Uint8Array>({
            start(controller) {
              controller.enqueue(new TextEncoder().encode("first"));
              request.signal.addEventListener("abort", () => {
                stopped.push(request.url.split("/").at(-1) ?? "");
                controller.error(new DOMException("stopped", "AbortError"));
              });
            },
          }),
        );
      });
      const fetch = fetchOver(port1);
      const whole = await fetch(new Request("/whole", { method: "POST", body: "hello" }));
      const failed = await fetch(new Request("/fail")).catch((error: Error) => error.name);
      const stop = new AbortController();
      const reader = (await fetch(new Request("/endless", { signal: stop.signal }))).body!.getReader();
      const first = new TextDecoder().decode((await reader.read()).value);
      stop.abort();
      const end = await reader.read().catch((error: Error) => error.name);
      const cancelled = (await fetch(new Request("/cancelled"))).body!;
      await cancelled.cancel();
      // The port keeps the order: what comes after the stop has been heard.
      await fetch(new Request("/whole", { method: "POST", body: "" }));
      return { status: whole.status, body: await whole.json(), failed, first, end, stopped };
    },
    null,
  );
  expect(got).toEqual({ status: 201, body: { method: "POST", body: "hello" }, failed: "TypeError", first: "first", end: "AbortError", stopped: ["endless", "cancelled"] });
});

test("the real page starts the worker under its own policy, which stays strict", async ({ page }) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto("/");
  await expect(page.locator("#status")).not.toBeEmpty();
  // A first visit loads nothing of it.
  for (const name of ["local.js", "model.js", "wllama.wasm"]) expect(loaded).not.toContain(addressOf(name));
  const answer = await page.evaluate(async (script) => {
    const { openLocal } = (await import(script)) as typeof import("../src/models/local/local.js");
    const { policy } = (globalThis as unknown as { burrowEarly: { policy?: { createScriptURL(url: string): string } } }).burrowEarly;
    const local = openLocal(policy === undefined ? {} : { scriptURL: (url) => policy.createScriptURL(url) });
    const list = (await (await local.fetch(new Request("/local/v1/models"))).json()) as unknown;
    return { list, snapshot: await local.state.refresh() };
  }, addressOf("local.js"));
  expect(answer.list).toEqual({ object: "list", data: [] });
  expect(answer.snapshot.builtIn).toBe("unavailable");
  expect(loaded).toContain(addressOf("model.js"));
  expect(loaded).not.toContain(addressOf("wllama.wasm"));
  expect(problems.filter((text) => /policy|trusted/i.test(text))).toEqual([]);
});

test("the queue runs one at a time, in order, without those who left", async ({ page }) => {
  const got = await inside(
    page,
    async ({ Queue }) => {
      const queue = new Queue();
      const order: string[] = [];
      let running = 0;
      const stop = new AbortController();
      const one = (name: string, signal = new AbortController().signal) =>
        queue
          .run(async () => {
            order.push(`${name} ${++running}`);
            await Promise.resolve();
            running--;
            if (name === "b") throw new Error("b");
          }, signal)
          .catch((error: Error) => order.push(`${name} ${error.name}`));
      const all = [one("a"), one("b"), one("left", stop.signal), one("c")];
      stop.abort();
      await Promise.all(all);
      await one("late", stop.signal);
      await one("d");
      return order;
    },
    null,
  );
  expect(got).toEqual(["a 1", "left AbortError", "b 1", "c 1", "b Error", "late AbortError", "d 1"]);
});

test("a text that repeats itself ends before the sentence that was said", async ({ page }) => {
  const got = await inside(
    page,
    async ({ Repeats }, texts: string[]) =>
      texts.map((text) => {
        let shown = "";
        const repeats = new Repeats((piece) => (shown += piece));
        // In pieces of three letters, as a model's tokens come.
        const isWhole = (text.match(/[^]{1,3}/g) ?? []).every((piece) => repeats.take(piece));
        if (isWhole) repeats.end();
        return { shown, isWhole };
      }),
    [
      "Rabbits dig long burrows in the soil. Hares do not. Rabbits dig long burrows in the soil. Hares do not. Rabbits",
      "1. **A small cafe with a modern look**\n2. A small cafe with a modern view\n3. A small cafe with a modern look\n4. more",
      "Yes. Yes. Yes. It is so, and it stays so.",
      "```\nfor (let i = 0; i < 10; i++) {\nfor (let i = 0; i < 10; i++) {\n```\n| one and another and more | two |\n| one and another and more | two |\n",
      "The river is long and wide here. The river is long and narrow there.",
      "It ends as it began, with a walk. It ends as it began, with a walk.",
    ],
  );
  expect(got).toEqual([
    { shown: "Rabbits dig long burrows in the soil. Hares do not. ", isWhole: false },
    { shown: "1. **A small cafe with a modern look**\n2. A small cafe with a modern view\n", isWhole: false },
    { shown: "Yes. Yes. Yes. It is so, and it stays so.", isWhole: true },
    { shown: "```\nfor (let i = 0; i < 10; i++) {\nfor (let i = 0; i < 10; i++) {\n```\n| one and another and more | two |\n| one and another and more | two |\n", isWhole: true },
    { shown: "The river is long and wide here. The river is long and narrow there.", isWhole: true },
    { shown: "It ends as it began, with a walk. ", isWhole: true },
  ]);
});
