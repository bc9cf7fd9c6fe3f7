// Measures the Markdown view in Chromium while a long answer grows by a few characters
// per frame. A busy machine makes the times that pass long; beside them it tells how long
// the page's thread has worked: the longest task, and how many of them took over 50 ms.

import { type Browser, type Page, test } from "@playwright/test";
import { longAnswer } from "./markdown/answer.js";
import { hostileFormulas } from "./markdown/formulas.js";
import { open } from "./markdown/open.js";

/** Two tokens. */
const perFrame = 8;

const texts: Record<string, string> = {
  "everything, 20 kB": longAnswer(20_000),
  "one list, 20 kB": longAnswer(20_000).replace(/\n+/g, " ").replace(/.{80}/g, "\n- $&"),
  "one table, 20 kB": `| a | b | c |\n|---|--:|---|\n${"| some words | 12.5 | `code` and *more* |\n".repeat(490)}`,
  "one fence, 20 kB": `\`\`\`go\n${"\tfor i := range n { sum += values[i] }\n".repeat(520)}`,
  "everything, 100 kB": longAnswer(100_000),
};

test("a growing answer", async ({ page, browser }) => {
  test.setTimeout(20 * 60_000);
  await open(page);
  console.log("\n| ms | updates | update p50 | p95 | with layout p50 | p95 | over 50 ms | longest work | over 50 ms |\n|---|---|---|---|---|---|---|---|---|");
  for (const [name, text] of Object.entries(texts)) {
    const { figures, tasks } = await worked(browser, page, text);
    const times = [figures.update50, figures.update95, figures.laidOut50, figures.laidOut95].map((ms) => ms.toFixed(1));
    console.log(`| ${[name, figures.updates, ...times, figures.longTasks, (tasks[0] ?? 0).toFixed(1), tasks.filter((ms) => ms > 50).length].join(" | ")} |`);
    await page.reload();
    await page.waitForFunction(() => "stage" in window);
  }
});

test("formulas that are made to take long", async ({ page }) => {
  await open(page);
  const draw = (tex: string) =>
    page.evaluate((source) => {
      const begin = performance.now();
      window.stage.show(source);
      return performance.now() - begin;
    }, `$$${tex}$$`);
  // The first one loads what draws formulas.
  await draw("x");
  await page.locator("math").waitFor();
  const plain = "\\frac{a}{b}+".repeat(240);
  const ordinary = Math.min(await draw(plain), await draw(`${plain}x`), await draw(plain));
  console.log(`\n| formula | ms | times an ordinary one of 2,880 bytes, ${ordinary.toFixed(1)} ms |\n|---|---|---|`);
  const rows: { tex: string; ms: number }[] = [];
  for (const tex of hostileFormulas) rows.push({ tex, ms: await draw(tex) });
  for (const { tex, ms } of rows.sort((a, b) => b.ms - a.ms).slice(0, 8)) {
    console.log(`| ${"`"}${tex.slice(0, 24)}${"`"}, ${tex.length} bytes | ${ms.toFixed(1)} | ${(ms / ordinary).toFixed(1)} |`);
  }
});

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Time that the thread has worked, in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** Grows a text, and lists how long the tasks of the page's thread have worked, the longest first. */
async function worked(browser: Browser, page: Page, text: string) {
  await browser.startTracing(page, { categories: ["toplevel"] });
  const figures = await page.evaluate(([text, perFrame]) => window.stage.grow(text, perFrame), [text, text.length > 50_000 ? perFrame * 5 : perFrame] as const);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = new Set(traceEvents.filter(({ args }) => args?.name === "CrRendererMain").map(({ pid, tid }) => `${pid}/${tid}`));
  const tasks = traceEvents.filter(({ ph, pid, tid, tdur }) => ph === "X" && tdur !== undefined && main.has(`${pid}/${tid}`));
  return { figures, tasks: tasks.map(({ tdur = 0 }) => tdur / 1000).sort((a, b) => b - a) };
}
