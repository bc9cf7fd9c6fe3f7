// The builds that a benchmark measures: this one and, if BESIDE names the root of another
// checkout that has been built, that one too. They take turns within one run, so that
// whatever else the machine does slows both.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BrowserContext, type LaunchOptions, type Page, chromium } from "@playwright/test";
import { unlock } from "./fixture.js";
import { origin, token } from "./ports.js";
import { TestServer } from "./server.js";

export interface Side {
  /** Its commit. */
  name: string;
  origin: string;
  token: string;
}

const here = new URL("../../", import.meta.url).pathname;
const commitOf = (root: string) => execFileSync("git", ["-C", root, "describe", "--always", "--dirty"], { encoding: "utf8" }).trim();

export async function withSides(work: (sides: readonly Side[]) => Promise<void>): Promise<void> {
  const now = { name: commitOf(here), origin, token: token() };
  // Tests run in web/, and the path is meant from where make was called.
  const beside = process.env["BESIDE"] ? resolve(here, process.env["BESIDE"]) : null;
  if (beside === null) return work([now]);
  const server = new TestServer();
  try {
    await server.start({ program: join(beside, "build/burrow"), page: join(beside, "web/dist") });
    await work([{ name: commitOf(beside), origin: server.origin, token: server.token }, now]);
  } finally {
    await server.close();
  }
}

/** A browser with a profile on disk: without one it keeps files in the memory of another process. */
export async function withBrowser(launchOptions: LaunchOptions, side: Side, work: (context: BrowserContext, page: Page) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "burrow-bench-"));
  const context = await chromium.launchPersistentContext(profile, launchOptions);
  try {
    await unlock(context, side.token);
    await work(context, context.pages()[0] ?? (await context.newPage()));
  } finally {
    await context.close();
    rmSync(profile, { recursive: true });
  }
}

/** A browser for each side, all open at once. */
export async function withBrowsers(launchOptions: LaunchOptions, sides: readonly Side[], work: (pages: readonly Page[]) => Promise<void>, pages: readonly Page[] = []): Promise<void> {
  const side = sides[pages.length];
  if (side === undefined) return work(pages);
  await withBrowser(launchOptions, side, (_, page) => withBrowsers(launchOptions, sides, work, [...pages, page]));
}

/** A table with a column for each side. */
export function table(what: string, sides: readonly Side[], rows: readonly (readonly [name: string, ...values: string[]])[]): string {
  const columns = sides.map(({ name }) => name);
  return [`\n| ${[what, ...columns].join(" | ")} |`, `|---|${columns.map(() => "---:|").join("")}`, ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export const verdict = (ok: boolean) => (ok ? "passed" : "MISSED");
