// What reading a question takes in the browser, and ranking the messages of a long
// conversation: the Go benchmarks of both packages in a worker of Chromium.
import { expect, test } from "@playwright/test";
import { runGo } from "./go/run.js";

for (const name of ["understand", "recall"]) {
  test(`the benchmarks of ${name} in Chromium`, async ({ page }) => {
    test.setTimeout(10 * 60_000);
    const result = await runGo(page, name, ["-test.run=^$", "-test.bench=.", "-test.benchtime=1s", "-test.count=3"]);
    console.log(result.output.split("\n").filter((line) => line.startsWith("Benchmark")).join("\n"));
    expect(result.code, result.output).toBe(0);
  });
}
