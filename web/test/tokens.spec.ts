// Runs the Go tests of internal/tokens, compiled for the browser, in Chromium:
// the same comparisons with tiktoken-go and with the recorded reference that the
// native tests make. The Makefile builds them into build/tokens.test.wasm; with
// TOKENS_EXHAUSTIVE they take all cases instead of a sample.
import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const exhaustive = process.env["TOKENS_EXHAUSTIVE"] !== undefined;
const build = join(import.meta.dirname, "../../build");

test("the token tests pass in the browser", async ({ page }) => {
  test.setTimeout(exhaustive ? 40 * 60_000 : 5 * 60_000);
  const goroot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
  await page.route("**/tokens-test/**", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1);
    switch (name) {
      case "page":
        return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>tokens</title>" });
      case "wasm_exec.js":
        return route.fulfill({ contentType: "text/javascript", body: readFileSync(join(goroot, "lib/wasm/wasm_exec.js")) });
      case "tokens.wasm":
        return route.fulfill({ contentType: "application/wasm", body: readFileSync(join(build, "tokens.test.wasm")) });
      case "worker.js":
        return route.fulfill({ contentType: "text/javascript", body: worker });
      default:
        return route.abort();
    }
  });
  await page.goto("/tokens-test/page");
  const result = await page.evaluate(
    (args) =>
      new Promise<{ code: number; output: string }>((resolve, reject) => {
        const worker = new Worker("/tokens-test/worker.js");
        worker.onmessage = ({ data }: MessageEvent<{ code: number; output: string }>) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(args);
      }),
    ["tokens.test", "-test.v", "-test.run=^Test", "-test.timeout=40m", ...(exhaustive ? [] : ["-test.short"])],
  );
  console.log(result.output.split("\n").filter((line) => /^\s*--- |^(PASS|FAIL)/.test(line)).join("\n"));
  expect(result.code, result.output.slice(-4000)).toBe(0);
  expect(result.output).toContain("--- PASS: TestRandomStringsEqualOracle");
});

// The worker runs the test program as Node.js would, collecting what it prints.
const worker = `
importScripts("/tokens-test/wasm_exec.js");
onmessage = async ({ data }) => {
  let output = "";
  const decoder = new TextDecoder();
  globalThis.fs.writeSync = (_, bytes) => { output += decoder.decode(bytes, { stream: true }); return bytes.length; };
  const go = new Go();
  go.argv = data;
  let code = 0;
  go.exit = (c) => { code = c; };
  const { instance } = await WebAssembly.instantiateStreaming(fetch("/tokens-test/tokens.wasm"), go.importObject);
  await go.run(instance);
  postMessage({ code, output });
};`;
