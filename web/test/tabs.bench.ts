// Measures how long a tab waits for its next answer when the one that leads is gone, beside
// an answer while all is well.

import { test } from "@playwright/test";
import { Origin } from "./tabs/origin.js";
import { takeOver, waysToGo } from "./tabs/takeover.js";

const tries = 10;

test("another tab takes over", async ({ launchOptions, baseURL }, { testId }) => {
  test.setTimeout(10 * 60_000);
  const origin = await Origin.start(launchOptions, baseURL ?? "");
  console.log("\n| the leader is | next answer, ms: median | longest | an answer before, ms | longest is times that |\n|---|---|---|---|---|");
  for (const [how, go] of waysToGo) {
    const seen: { takeover: number; answer: number }[] = [];
    for (let i = 0; i < tries; i++) seen.push(await takeOver(origin, { file: testId, options: { name: testId } }, go));
    const takeovers = seen.map(({ takeover }) => takeover).sort((a, b) => a - b);
    const answer = seen.map(({ answer }) => answer).sort((a, b) => a - b)[tries / 2] ?? 0;
    const longest = takeovers.at(-1) ?? 0;
    console.log(`| ${[how, takeovers[tries / 2], longest, answer, (longest / Math.max(answer, 1)).toFixed(0)].join(" | ")} |`);
  }
  await origin.stop();
});
