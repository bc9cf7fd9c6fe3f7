// A leader goes in one of the ways in which tabs do, and another tab follows it.

import type { Page } from "@playwright/test";
import { type Origin, crash } from "./origin.js";
import type { Setup } from "./page.js";

export const dump = (page: Page) => page.evaluate(() => window.tab.dump());
export const write = (page: Page) => page.evaluate(() => window.tab.write());
export const settled = (page: Page) => page.evaluate(() => window.tab.settled());

// The browser's own way, Page.setWebLifecycleState, tells only hidden pages, and
// Playwright keeps all of its pages visible.
export async function freeze(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("freeze")));
}

export const waysToGo: [string, (page: Page) => Promise<unknown>][] = [
  ["closed", (page) => page.close()],
  ["crashed", crash],
  ["left by its reader", (page) => page.goto("about:blank")],
  ["given a new worker", (page) => page.evaluate(() => window.tab.restart())],
  ["frozen", freeze],
];

/**
 * The leader of three tabs goes while all write; nothing is lost by it. Returns the
 * milliseconds from there to the first answer of another leader, and those that an answer
 * took before.
 */
export async function takeOver(origin: Origin, setup: Setup, go: (page: Page) => Promise<unknown>): Promise<{ takeover: number; answer: number }> {
  const [leader, follower] = await origin.openAll(3, setup);
  await write(follower);
  const asked = Date.now();
  await write(follower);
  const answer = Date.now() - asked;
  await leader.evaluate(() => window.tab.burst(20, { after: 1 }));
  await follower.evaluate(() => window.tab.burst(20, { after: 1 }));
  const { by } = await write(leader);
  const begin = Date.now();
  const gone = go(leader);
  const answered = await follower.evaluate(async (by) => {
    for (;;) {
      const written = await window.tab.write();
      if (written.by !== by) return Date.now();
    }
  }, by);
  await gone;
  await settled(follower);
  origin.check(await dump(follower));
  await origin.clear();
  return { takeover: answered - begin, answer };
}
