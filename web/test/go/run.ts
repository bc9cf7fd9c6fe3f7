// Runs the test program of a Go package, compiled for the browser, in a worker of a page
// that is isolated as the page of the program is. The Makefile builds them into build/test.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";

const build = join(import.meta.dirname, "../../../build/test");
const sqliteWasm = join(import.meta.dirname, "../../node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm");

export async function runGo(page: Page, name: string, args: string[]): Promise<{ code: number; output: string }> {
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
  return page.evaluate(
    (args) =>
      new Promise<{ code: number; output: string }>((resolve, reject) => {
        const worker = new Worker("/go-test/worker.js", { type: "module" });
        worker.onmessage = ({ data }: MessageEvent<{ code: number; output: string }>) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(args);
      }),
    [`${name}.test`, ...args],
  );
}
