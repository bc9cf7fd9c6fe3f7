// A first visit, a picture a second, from an empty profile to the first answer: `make film`
// writes build/film. Without a key the browser's small model answers; with one, which is
// typed into the settings, the scripted model does. What moved by itself is printed.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type Page, expect, test } from "@playwright/test";
import { openSettings, parts } from "./fixture.js";
import { script } from "./model.js";
import { modelOrigin } from "./ports.js";
import { TestServer, smallModels } from "./server.js";

const folder = join(import.meta.dirname, "../../build/film");
const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
type Size = keyof typeof sizes;
type Scheme = "light" | "dark";

const plan = `A quiet weekend with three walks:

1. **Saturday morning**: along the river, 8 km, flat, with a café half-way.
2. **Saturday afternoon**: the orchard loop, 4 km.
3. **Sunday**: up to the ridge, 11 km, and down through the beech wood.

If it rains, take Sunday's walk the other way round: the wood comes first and keeps you dry.`;

for (const size of ["wide", "phone"] as const)
  for (const scheme of ["light", "dark"] as const) {
    test(`without a key, ${size}, ${scheme}`, async ({ browser }) => {
      await film(browser, `keyless-${size}-${scheme}`, size, scheme, smallModels, async (page) => {
        await write(page, "What is the capital of Australia?", size);
      });
    });

    test(`with a key, ${size}, ${scheme}`, async ({ browser }) => {
      await script({ text: plan, everyMillis: 60 });
      await film(browser, `key-${size}-${scheme}`, size, scheme, undefined, async (page) => {
        await expect(parts(page).status).toContainText("No model");
        await enterKey(page);
        await write(page, "Plan a quiet weekend of walking for two people.", size);
      });
    });
  }

/** Takes pictures while somebody visits, until the first answer is whole. */
async function film(browser: Browser, name: string, size: Size, scheme: Scheme, models: string | undefined, visit: (page: Page) => Promise<void>): Promise<void> {
  test.setTimeout(300_000);
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) if (old.startsWith(`${name}-`)) rmSync(join(folder, old));
  const server = new TestServer({});
  await server.start(models === undefined ? {} : { models });
  const touch = size === "phone";
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: scheme, serviceWorkers: "allow", hasTouch: touch, isMobile: touch });
  try {
    // Chromium has a model of its own by name only.
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "LanguageModel"));
    await context.addInitScript(noteShifts);
    const page = await context.newPage();
    // A page that is being replaced has no picture.
    await page.goto(server.address, { waitUntil: "commit" });
    const pictures = takePictures(page, name);
    await visit(page);
    await expect(parts(page).answers.last().getByRole("button", { name: "Details" })).toBeAttached({ timeout: 240_000 });
    await pictures.end();
    console.log(`${name}: ${(await page.evaluate(() => shifts)).join("; ") || "nothing moved by itself"}`);
    await context.close();
  } finally {
    await server.close();
  }
}

/** One at once and one each second, named by their seconds; one more at the end. */
function takePictures(page: Page, name: string) {
  const began = performance.now();
  let ended = false;
  const shoot = async (second: number) => {
    // Pictures that take long on a busy machine are of their own second.
    await page.screenshot({ path: join(folder, `${name}-${String(second).padStart(3, "0")}.png`) });
  };
  const run = (async () => {
    for (let next = 0; !ended; ) {
      await shoot(next);
      next = Math.max(next + 1, Math.ceil((performance.now() - began) / 1000));
      while (!ended && performance.now() - began < 1000 * next) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    async end() {
      ended = true;
      await run;
      await shoot(Math.ceil((performance.now() - began) / 1000));
    },
  };
}

/** Types as somebody does who knows what to ask, and sends it. */
async function write(page: Page, question: string, size: Size): Promise<void> {
  const { field, send } = parts(page);
  await field.click();
  await field.pressSequentially(question, { delay: 60 });
  if (size === "phone") await send.tap();
  else await field.press("Enter");
}

/** Enters a key in the settings, as a reader would. */
async function enterKey(page: Page): Promise<void> {
  const sheet = await openSettings(page, "Models");
  const section = sheet.getByRole("region", { name: "API keys" });
  await section.getByRole("button", { name: "Add a key" }).click();
  await section.getByRole("combobox", { name: "Provider" }).selectOption("Other (OpenAI-compatible)");
  await section.getByRole("textbox", { name: "Address" }).fill(`${modelOrigin}/v1`);
  await section.getByRole("textbox", { name: "Name" }).fill("My server");
  await section.locator("input[name=key]").pressSequentially("sk-first-visit", { delay: 30 });
  await section.getByRole("button", { name: "Save", exact: true }).click();
  await expect(section.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Escape");
  const scrim = page.locator(".scrim");
  if (await scrim.isVisible()) await page.keyboard.press("Escape");
}

declare global {
  // In the page.
  var shifts: string[];
}

/** Notes what moves without the reader having done something, in words. */
function noteShifts(): void {
  globalThis.shifts = [];
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node }) => (node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? "?")));
      shifts.push(`${entry.value.toFixed(3)} at ${(entry.startTime / 1000).toFixed(1)} s (${moved.join(", ")})`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}
