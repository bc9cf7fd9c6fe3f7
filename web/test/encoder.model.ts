// A real encoder in the browser: `make test-model`. Its file is that of `make encoder`.

import { expect, test, type Page } from "@playwright/test";
import { ask as askInPage, condenseSoon, openSettings, parts, recalls, unlock } from "./fixture.js";
import { ask, emptyPage, openModels } from "./local/page.js";

const file = "all-MiniLM-L6-v2.Q8_0.gguf";
const statement = "We booked Hartmann, the removal firm, for our move.";
/** The same in other words. */
const question = "Who carries our furniture to the new flat?";

/** The vectors of texts, or the sentence that says why there are none. */
async function encode(page: Page, texts: string[]): Promise<number[][] | string> {
  return page.evaluate(async (texts) => {
    const response = await models.local.fetch(new Request("/local/encode", { method: "POST", body: JSON.stringify(texts) }));
    if (!response.ok) return response.text();
    const all = new Float32Array(await response.arrayBuffer());
    const length = all.length / texts.length;
    return texts.map((_, i) => [...all.subarray(i * length, (i + 1) * length)]);
  }, texts);
}

async function download(page: Page): Promise<string> {
  return page.evaluate(() =>
    models.local.encoder.download(() => undefined, new AbortController().signal).then(
      () => "here",
      (error: Error) => error.message,
    ),
  );
}

const product = (a: number[] = [], b: number[] = []) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

test("what means the same points the same way, however long it is", async ({ page }) => {
  await emptyPage(page);
  await openModels(page);
  expect(await encode(page, ["Hello"])).toBe(`${file} isn’t on this device. Download it first.`);
  expect(await download(page)).toBe("here");

  const given = [question, statement, "The soup wants more salt.", "搬家公司星期四九点来。".repeat(400)];
  const vectors = (await encode(page, given)) as number[][];
  expect(vectors.map(({ length }) => length)).toEqual(given.map(() => 384));
  for (const vector of vectors) expect(product(vector, vector)).toBeCloseTo(1, 4);
  const [asked, meant, other] = vectors;
  expect(product(asked, meant)).toBeGreaterThan(product(asked, other) + 0.2);
});

test("a file that is not the one of this version is refused and removed", async ({ page }) => {
  await emptyPage(page);
  await openModels(page);
  await page.route(`**/models/${file}`, async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    body[body.length - 1]! ^= 1;
    await route.fulfill({ response, body });
  });
  expect(await download(page)).toBe("The server’s file isn’t the one this version needs, so it was deleted.");
  await page.unroute(`**/models/${file}`);
  await page.route(`**/models/${file}`, (route) => route.fulfill({ status: 404 }));
  expect(await download(page)).toMatch(/^This server doesn’t have the file\./);
  expect(await page.evaluate(async () => (await navigator.storage.estimate()).usage)).toBeLessThan(1_000_000);
});

test("answers go first, and the model that answers stays loaded", async ({ page }) => {
  await emptyPage(page);
  await openModels(page, 1);
  expect(await download(page)).toBe("here");
  const model = await page.evaluate(async () => {
    const { state } = models.local;
    const name = (await state.refresh()).models[0]?.file ?? "";
    await state.download(name);
    return name;
  });
  expect(model, "the encoder is no model that answers").not.toBe(file);
  await ask(page, { messages: [{ role: "user", content: "Say hello." }], max_tokens: 4 });
  const order = await page.evaluate(async () => {
    const said: string[] = [];
    const body = JSON.stringify({ stream: true, max_tokens: 24, messages: [{ role: "user", content: "Count to twenty." }] });
    const response = await models.local.fetch(new Request("/local/v1/chat/completions", { method: "POST", body }));
    const encoded = models.local.fetch(new Request("/local/encode", { method: "POST", body: '["a burrow"]' })).then(() => said.push("encoded"));
    const reader = response.body!.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) if (said.at(-1) !== "answering") said.push("answering");
    said.push("answered");
    await encoded;
    return said;
  });
  expect(order).toEqual(["answering", "answered", "encoded"]);
  expect(await page.evaluate(() => models.local.state.snapshot().models[0]?.phase.kind)).toBe("ready");
});

/** Has the page's questions answered at once: this is not about who answers. */
async function answerAtOnce(page: Page): Promise<void> {
  const chunk = { id: "1", object: "chat.completion.chunk", created: 1, model: "smollm2-135m", choices: [{ index: 0, delta: { content: "Noted." }, finish_reason: "stop" }] };
  await page.route("**/v1/chat/completions", (route) => route.fulfill({ contentType: "text/event-stream", body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n` }));
}

test("turned on in the settings, it finds an earlier message by what it means", async ({ page, context }) => {
  await unlock(context);
  await answerAtOnce(page);
  await page.goto("/");
  const { meter, breakdown, status } = parts(page);
  await expect(status).toContainText("smollm2-135m");
  const sheet = await openSettings(page, "Memory");
  await condenseSoon(page, sheet);
  const state = sheet.locator(".meaning-state");
  await sheet.getByRole("switch", { name: "Find messages by meaning" }).click();
  await expect(state).toHaveText("Ready. There are no messages to read yet.");
  await page.keyboard.press("Escape");
  const filler = "The weather was fine all week long. ".repeat(25);
  for (const said of [statement, filler, filler]) await askInPage(page, said);
  await openSettings(page, "Memory");
  await expect(state).toHaveText("6 messages read");
  await page.keyboard.press("Escape");

  await meter.click();
  await recalls(page, question, breakdown.getByRole("region", { name: "Recalled for this question" }).getByRole("button", { name: /^Go to “We booked Hartmann/ }));
});
