// Runs the Go tests of the core's packages, compiled for the browser, in Chromium:
// the same tests that run natively, on the engine and the files that the page
// uses. The Makefile builds them into build/test; with EXHAUSTIVE they
// take all cases instead of a sample.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const exhaustive = process.env["EXHAUSTIVE"] !== undefined;
const build = join(import.meta.dirname, "../../build/test");
const sqliteWasm = join(import.meta.dirname, "../node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm");

const packages = {
  wire: "TestUnmarshalReadsAsEncodingJSONDoes",
  rpc: "TestPostTransport",
  llm: "TestStreamOverFetch",
  sqlite: "TestFilesAreWhereTheHostSays",
  store: "TestOnceAppliesAWriteOnce",
  tokens: "TestRandomStringsEqualOracle",
  turn: "TestStopKeepsWhatCameAndResumeGoesOn",
};

for (const [name, present] of Object.entries(packages)) {
  test(`the Go tests of ${name} pass in the browser`, async ({ page }) => {
    test.setTimeout(exhaustive ? 40 * 60_000 : 5 * 60_000);
    await page.route("**/go-test/**", (route) => {
      // The worker gets shared memory only if it is isolated as the page is.
      const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
      switch (new URL(route.request().url()).pathname.split("/").at(-1)) {
        case "page":
          return route.fulfill({ headers, contentType: "text/html", body: "<!doctype html><title>Go tests</title>" });
        case "worker.js":
          return route.fulfill({ headers, contentType: "text/javascript", body: readFileSync(join(build, "goworker.js")) });
        case "sqlite3.wasm":
          return route.fulfill({ headers, contentType: "application/wasm", body: readFileSync(sqliteWasm) });
        case "test.wasm":
          return route.fulfill({ headers, contentType: "application/wasm", body: readFileSync(join(build, `${name}.test.wasm`)) });
        default:
          return route.abort();
      }
    });
    await page.goto("/go-test/page");
    const result = await page.evaluate(
      (args) =>
        new Promise<{ code: number; output: string }>((resolve, reject) => {
          const worker = new Worker("/go-test/worker.js", { type: "module" });
          worker.onmessage = ({ data }: MessageEvent<{ code: number; output: string }>) => resolve(data);
          worker.onerror = (event) => reject(new Error(event.message));
          worker.postMessage(args);
        }),
      [`${name}.test`, "-test.v", "-test.run=^Test", "-test.timeout=40m", ...(exhaustive ? [] : ["-test.short"])],
    );
    console.log(result.output.split("\n").filter((line) => /^--- |^(PASS|FAIL)|_test.go:\d+: \d+ /.test(line)).join("\n"));
    expect(result.code, failures(result.output)).toBe(0);
    expect(result.output).toContain(`--- PASS: ${present}`);
  });
}

/** What the failed tests said. */
function failures(output: string): string {
  const parts = output.split(/^(?==== RUN)/m).filter((part) => /^\s*--- FAIL/m.test(part));
  return (parts.length > 0 ? parts.join("") : output).slice(-8000);
}
