// What a model in the browser costs: `make bench-local`. Times depend on what else the
// machine does; the tokens that are read do not.

import { expect, test } from "@playwright/test";
import { type Turn, ask, emptyPage, openModels } from "./local/page.js";

const file = "SmolLM2-135M-Instruct.Q8_0.gguf";
const id = "SmolLM2-135M-Instruct.Q8_0";
const turns = 20;
const rows: string[] = [];

for (const threads of [1, 2]) {
  test(`${threads} thread(s)`, async ({ page }) => {
    test.setTimeout(1_200_000);
    await emptyPage(page);
    await openModels(page, threads);
    const load = await page.evaluate(
      async ({ file, id }) => {
        await models.local.state.refresh();
        await models.local.state.download(file);
        const began = performance.now();
        await models.local.load(id);
        return performance.now() - began;
      },
      { file, id },
    );
    const messages = [{ role: "system", content: "You answer briefly." }];
    const all: Turn[] = [];
    for (let i = 0; i < turns; i++) {
      messages.push({ role: "user", content: i === 0 ? "Say hello in one short sentence." : `Question ${i}: what is ${i} plus ${i + 3}? Answer in one sentence.` });
      const turn = await ask(page, { messages, max_tokens: 32, temperature: 0.7 });
      expect(turn).toMatchObject({ done: true, error: null });
      messages.push({ role: "assistant", content: turn.text });
      all.push(turn);
    }
    const memory = await page.evaluate(async () => {
      const { measureUserAgentSpecificMemory: measure } = performance as { measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }> };
      return measure === undefined ? 0 : (await measure.call(performance)).bytes;
    });
    const speed = await page.evaluate(() => models.local.state.snapshot().speed);
    // A prompt of some length, of another conversation: how fast it reads.
    const before = performance.now();
    const reading = await ask(page, { messages: [{ role: "user", content: `${"The burrow has many rooms and a long way in. ".repeat(16)}How many?` }], max_tokens: 1 });
    const read = (reading.local?.read_tokens ?? 0) / ((performance.now() - before) / 1000);
    const at = (i: number) => `${((all[i]?.first ?? 0) / 1000).toFixed(2)} s (${all[i]?.local?.read_tokens} of ${all[i]?.usage?.prompt_tokens} tokens read)`;
    const row = [
      `${threads}`,
      `${(load / 1000).toFixed(1)} s`,
      `${read.toFixed(0)}/s`,
      `${speed?.writtenTokensPerSecond.toFixed(0)}/s`,
      at(0),
      at(1),
      at(turns - 1),
      `${Math.round(memory / 1e6)} MB`,
    ].join(" | ");
    console.log(row);
    rows.push(row);
  });
}

test.afterAll(() => {
  console.log("threads | load | reads | writes | first token, 1st turn | 2nd turn | 20th turn | memory");
  for (const row of rows) console.log(row);
});
