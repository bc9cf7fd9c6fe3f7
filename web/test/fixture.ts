// What every test of the page shares: a guard that fails the test if the page logged
// an error, broke its content security policy or asked another host for something.

import { type Page, type Route, expect, test as base } from "@playwright/test";

interface Guard {
  /** Errors of the console that the test provokes on purpose. */
  allowed: RegExp[];
}

export const test = base.extend<{ guard: Guard }>({
  guard: [
    async ({ page, baseURL }, use) => {
      const guard: Guard = { allowed: [] };
      const found: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") found.push(`${message.type()}: ${message.text()}`);
      });
      page.on("pageerror", (error) => found.push(`uncaught: ${error.message}`));
      page.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== baseURL) found.push(`foreign request: ${request.url()}`);
      });
      await page.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) => {
          console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
        });
      });
      await use(guard);
      expect(found.filter((line) => !guard.allowed.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The parts of the page that tests look at, by role and name where they have one. */
export function parts(page: Page) {
  return {
    field: page.getByRole("textbox", { name: "Text to count" }),
    gauge: page.getByRole("button", { name: /Details$/ }),
    number: page.locator(".gauge-number"),
    status: page.locator("#status"),
    breakdown: page.getByRole("region", { name: "What is counted" }),
    model: page.getByRole("combobox"),
    pieces: page.getByRole("listbox"),
    files: page.getByRole("list", { name: "Files" }).getByRole("listitem"),
    said: page.getByRole("status"),
  };
}

/** Opens the page and waits until it counts. */
export async function open(page: Page) {
  await page.goto("/");
  const found = parts(page);
  await expect(found.status).toContainText("Counting in this browser");
  return found;
}

/** The value of one row of the breakdown. */
export function row(page: Page, name: string) {
  return page.locator(".breakdown dl > div", { hasText: name }).locator("dd");
}

/** Keeps the requests for an address waiting until the returned function is called. */
export async function hold(page: Page, url: RegExp): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let held = true;
  await page.route(url, async (route) => {
    if (held) waiting.push(route);
    else await route.continue();
  });
  return async () => {
    held = false;
    await Promise.all(waiting.map((route) => route.continue()));
  };
}

export const coreFile = /\/assets\/core-[^/]*\.wasm$/;
export const mainFile = /\/assets\/main-[^/]*\.js$/;
export const workerFile = /\/assets\/worker-[^/]*\.js$/;
