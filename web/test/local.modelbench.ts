// What a model in the browser costs: `make bench-local`. Times depend on what else the
// machine does; the tokens that are read do not. BENCH_TURNS=5 gives a short run.

import { cpus, loadavg } from "node:os";
import { type Page, expect, test } from "@playwright/test";
import { openSettings, parts, unlock } from "./fixture.js";
import { ask, emptyPage, openModels } from "./local/page.js";
import { beforeModelWorker } from "./local/stub.js";
import { TestServer, smallModels } from "./server.js";

const file = "SmolLM2-135M-Instruct.Q8_0.gguf";
const id = "SmolLM2-135M-Instruct.Q8_0";
/** Of one conversation; two messages each. */
const turns = Number(process.env["BENCH_TURNS"] ?? 20);
const told = [1, 2, 5, 10, 15, 20];
/** Later visits, beside the first one. */
const visits = 3;
const tables = { visits: ["visit | from Enter to the first word"], worker: ["threads | load | reads | writes | memory"], turns: [`threads | ${told.map((turn) => `turn ${turn}`).join(" | ")} | window begins anew`] };

for (const threads of [1, 2]) {
  test(`the worker alone, ${threads} thread(s)`, async ({ page }) => {
    test.setTimeout(600_000);
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
    const messages = [{ role: "user", content: `${"The burrow has many rooms and a long way in. ".repeat(16)}How many?` }];
    const turn = await ask(page, { messages, max_tokens: 32, temperature: 0.7 });
    expect(turn).toMatchObject({ done: true, error: null });
    const memory = await page.evaluate(async () => {
      const { measureUserAgentSpecificMemory: measure } = performance as { measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }> };
      return measure === undefined ? 0 : (await measure.call(performance)).bytes;
    });
    const speed = await page.evaluate(() => models.local.state.snapshot().speed);
    const rate = (perSecond = 0) => `${perSecond.toFixed(0)} tokens/s`;
    tables.worker.push([threads, `${(load / 1000).toFixed(1)} s`, rate(speed?.readTokensPerSecond), rate(speed?.writtenTokensPerSecond), `${Math.round(memory / 1e6)} MB`].join(" | "));
  });

  test(`a conversation in the page, ${threads} thread(s)`, async ({ page, context }) => {
    test.setTimeout(3_600_000);
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "LanguageModel"));
    await unlock(context);
    // One core is left to the page.
    await beforeModelWorker(page, `Object.defineProperty(navigator, "hardwareConcurrency", { value: ${threads + 1} });\n`);
    await page.goto("/");
    await prepare(page, threads);
    const seen: Waited[] = [];
    for (let turn = 1; turn <= turns; turn++) {
      const question = turn === 1 ? "Say hello in one short sentence." : `Question ${turn}: what is ${turn} plus ${turn + 3}? Answer in one sentence.`;
      seen.push(await wait(page, question));
      console.log(`${threads} thread(s), turn ${turn}: ${inWords(seen.at(-1))}`);
    }
    // A window that begins anew is shorter than the one before.
    const anew = seen.flatMap(({ prompt }, i) => (prompt < (seen[i - 1]?.prompt ?? 0) ? [`turn ${i + 1}`] : []));
    tables.turns.push([threads, ...told.map((turn) => inWords(seen[turn - 1])), anew.join(", ") || "never"].join(" | "));
  });
}

interface Waited {
  /** Milliseconds from the key to the first word in the page. */
  first: number;
  /** Tokens of the prompt, and those that were not known from the turn before. */
  prompt: number;
  fresh: number;
}

function inWords(waited: Waited | undefined): string {
  return waited === undefined ? "-" : `${(waited.first / 1000).toFixed(2)} s (${waited.fresh} of ${waited.prompt} tokens read)`;
}

test("from Enter to the first word, on a first visit and on later ones", async ({ page, context }) => {
  test.setTimeout(600_000);
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "LanguageModel"));
  const server = new TestServer({});
  await server.start({ models: smallModels });
  try {
    for (let visit = 0; visit <= visits; visit++) {
      await page.goto("about:blank");
      await page.goto(server.address);
      const first = await firstWord(page, visit === 0 ? "What is the capital of Australia?" : `What is the capital of ${["France", "Italy", "Spain"][visit - 1]}?`);
      tables.visits.push(`${visit === 0 ? "first" : `later, ${visit}`} | ${(first / 1000).toFixed(1)} s (load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores)`);
    }
  } finally {
    await server.close();
  }
});

/** Types a question as people do, and tells how long it takes from Enter to the first word; in milliseconds. */
async function firstWord(page: Page, question: string): Promise<number> {
  const { field, answers } = parts(page);
  await field.pressSequentially(question, { delay: 80 });
  const first = page.evaluate(untilFirstWord);
  await field.press("Enter");
  const waited = await first;
  await expect(answers.last().getByRole("button", { name: "Details" })).toBeAttached();
  return waited;
}

/** Gets the model, loads it, and has it answer. */
async function prepare(page: Page, threads: number): Promise<void> {
  const sheet = await openSettings(page, "Models");
  const section = sheet.locator("#models");
  await section.locator("summary").click();
  await section.getByRole("button", { name: /^Download: SmolLM2/ }).click();
  await expect(section).toContainText("Downloaded");
  await sheet.getByRole("group", { name: "Who answers" }).getByRole("radio", { name: "This browser" }).check();
  await section.getByRole("button", { name: /^Load: SmolLM2/ }).click();
  await expect(section).toContainText(threads === 1 ? "Loaded, using 1 thread" : `Loaded, using ${threads} threads`);
  await page.keyboard.press("Escape");
  await expect(parts(page).status).toContainText("This browser · SmolLM2");
}

/** Asks a question as a reader does, and tells how long it took to the first word. */
async function wait(page: Page, question: string): Promise<Waited> {
  const { field, answers } = parts(page);
  await field.fill(question);
  const first = page.evaluate(untilFirstWord);
  await field.press("Enter");
  const waited = await first;
  const details = answers.last().getByRole("button", { name: "Details" });
  await expect(details).toBeAttached();
  await details.click();
  const said = (await answers.last().textContent()) ?? "";
  const prompt = Number(/Provider’s count(\d+) in/.exec(said)?.[1]);
  const known = Number(/(\d+) tokens cached/.exec(said)?.[1] ?? 0);
  expect(prompt).toBeGreaterThan(0);
  await details.click();
  return { first: waited, prompt, fresh: prompt - known };
}

/** In the page: how long it takes from the next key to the first word of the next answer. */
function untilFirstWord(): Promise<number> {
  return new Promise((resolve) => {
    const last = () => [...document.querySelectorAll("article.answer")].at(-1);
    const before = last()?.getAttribute("data-key") ?? null;
    let began = 0;
    addEventListener("keydown", () => (began = performance.now()), { once: true, capture: true });
    const look = new MutationObserver(() => {
      const answer = last();
      const words = answer?.querySelector(".prose, .markdown")?.textContent?.trim() ?? "";
      if (words === "" || answer?.getAttribute("data-key") === before) return;
      look.disconnect();
      resolve(performance.now() - began);
    });
    look.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

test.afterAll(() => {
  for (const table of Object.values(tables)) console.log(table.join("\n"));
});
