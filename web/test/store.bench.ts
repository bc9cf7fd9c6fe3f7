// Measures SQLite called by the core beside SQLite's own JavaScript API, in one
// worker of one Chromium, and prints a table: `make bench-store`.
import { join } from "node:path";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { chromium, expect, test } from "@playwright/test";

const build = join(import.meta.dirname, "../../build/bench");
const sqliteWasm = join(import.meta.dirname, "../node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm");

interface Figures {
  failure?: string;
  figures: Record<string, { ours: number[]; theirs: number[] }>;
}

test("SQLite through the core beside its own API", async ({ baseURL, launchOptions }) => {
  test.setTimeout(10 * 60_000);
  // A profile on disk: without one the browser keeps files in the memory of
  // another process.
  const profile = mkdtempSync(join(tmpdir(), "burrow-bench-"));
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, ...(baseURL ? { baseURL } : {}) });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.route("**/bench/**", (route) => {
    const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
    const file = { "worker.js": join(build, "storeworker.js"), "core.wasm": join(build, "store.wasm"), "sqlite3.wasm": sqliteWasm };
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    if (name === "page") return route.fulfill({ headers, contentType: "text/html", body: "<!doctype html><title>Benchmark</title>" });
    if (!(name in file)) return route.abort();
    const contentType = name.endsWith(".js") ? "text/javascript" : "application/wasm";
    return route.fulfill({ headers, contentType, body: readFileSync(file[name as keyof typeof file]) });
  });
  await page.goto("/bench/page");
  const { failure, figures } = await page.evaluate(
    () =>
      new Promise<Figures>((resolve, reject) => {
        const worker = new Worker("/bench/worker.js", { type: "module" });
        worker.onmessage = ({ data }: MessageEvent<Figures>) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage("go");
      }),
  );
  await context.close();
  rmSync(profile, { recursive: true });
  expect(failure).toBeUndefined();
  console.log("| ms | core | JavaScript API | times as fast |\n|---|---|---|---|");
  for (const [name, { ours, theirs }] of Object.entries(figures)) {
    const ratios = ours.map((ms, i) => (theirs[i] ?? 0) / ms);
    console.log(`| ${name} | ${median(ours).toFixed(1)} | ${median(theirs).toFixed(1)} | ${median(ratios).toFixed(2)} |`);
  }
});

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
