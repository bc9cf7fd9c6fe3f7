// An origin with several tabs: real pages, workers, locks, channels and files in a
// browser with a profile on disk, as a reader has it. A private window would keep
// its files in memory.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type LaunchOptions, type Page, chromium, expect } from "@playwright/test";
import type { Line, Written } from "./messages.js";
import type { Setup } from "./page.js";

const compiled = join(import.meta.dirname, "../../../build/test/modules/tabs");

export class Origin {
  /** Writes that pages saw answered, by their keys. */
  readonly acked = new Map<string, Written>();
  /** Failures that pages were told of. */
  readonly failures: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    private readonly profile: string,
  ) {}

  static async start(launchOptions: LaunchOptions, baseURL: string): Promise<Origin> {
    const profile = mkdtempSync(join(tmpdir(), "burrow-tabs-"));
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL });
    const origin = new Origin(context, profile);
    await context.route("**/tabs-test/**", (route) => {
      const path = new URL(route.request().url()).pathname.slice("/tabs-test/".length);
      if (path === "page") {
        return route.fulfill({
          contentType: "text/html",
          // As the server isolates its page.
          headers: { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" },
          body: '<!doctype html><title>tabs</title><script type="module" src="/tabs-test/test/tabs/page.js"></script>',
        });
      }
      return route.fulfill({
        contentType: "text/javascript",
        headers: { "Cross-Origin-Embedder-Policy": "require-corp" },
        body: readFileSync(join(compiled, path)),
      });
    });
    await context.exposeFunction("report", (kind: "acked" | "failed", value: string, written: Written) => {
      if (kind === "acked") origin.acked.set(value, written);
      else origin.failures.push(value);
    });
    return origin;
  }

  async stop(): Promise<void> {
    await this.context.close();
    rmSync(this.profile, { recursive: true, force: true });
  }

  /** Closes all tabs and forgets what they reported. */
  async clear(): Promise<void> {
    // The browser ends with its last page.
    const last = await this.context.newPage();
    await Promise.all(this.context.pages().map((page) => (page === last ? undefined : page.close())));
    this.acked.clear();
    this.failures.length = 0;
  }

  async open(setup: Setup): Promise<Page> {
    const page = await this.context.newPage();
    page.on("pageerror", (error) => this.failures.push(error.message));
    await page.goto("/tabs-test/page");
    await page.evaluate((setup) => window.tab.start(setup), setup);
    return page;
  }

  /** Opens tabs of which the first leads and the others follow. */
  async openAll(n: number, setup: Setup): Promise<[Page, Page, ...Page[]]> {
    const leader = await this.open(setup);
    await leader.evaluate(() => window.tab.reached("leading"));
    const followers = await Promise.all(Array.from({ length: n - 1 }, () => this.open(setup)));
    await Promise.all(followers.map((page) => page.evaluate(() => window.tab.reached("following"))));
    const [second, ...others] = followers;
    if (second === undefined) throw new Error("a single tab follows nobody");
    return [leader, second, ...others];
  }

  /** Fails unless the file is what one owner at a time makes of the writes that were acknowledged. */
  check(text: string, where = ""): void {
    const faults: string[] = [];
    const at = new Map<string, number>();
    const lastOf = new Map<string, number>();
    let owner = "";
    text.split("\n").slice(0, -1).forEach((line, i) => {
      const value: Line = JSON.parse(line);
      if ("owner" in value) {
        owner = value.owner;
        return;
      }
      const { key, by } = value;
      if (by !== owner) faults.push(`line ${i + 1} was written by ${by} while ${owner} had the file`);
      if (at.has(key)) faults.push(`${key} was applied twice`);
      at.set(key, i + 1);
      const [tab = "", n] = key.split("-");
      if (Number(n) < (lastOf.get(tab) ?? 0)) faults.push(`${key} came after ${lastOf.get(tab)}`);
      lastOf.set(tab, Number(n));
    });
    for (const [key, { line }] of this.acked) {
      if (at.get(key) !== line) faults.push(`${key} was acknowledged in line ${line} and stands in ${at.get(key) ?? "none"}`);
    }
    expect(faults, where).toEqual([]);
    expect(this.failures, where).toEqual([]);
  }
}

/** Kills the process that renders the page, as a crash would. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // It never answers.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
}

