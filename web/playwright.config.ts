// Browser tests against the real program: `make test-browser` builds it first.
// Pictures for the documents are a project of their own, so that they are only
// taken by `make screenshots`.
import { defineConfig } from "@playwright/test";

const port = Number(process.env["BURROW_TEST_PORT"] ?? 7797);
const origin = `http://127.0.0.1:${port}`;
const chrome = process.env["CHROME"];
if (chrome === undefined || chrome === "") {
  throw new Error("CHROME is not set: run `make test-browser`, or set it to `go run ./tools/browser`");
}

export default defineConfig({
  testDir: "test",
  outputDir: "../build/test-results",
  // A test that passes only the second time is broken.
  retries: 0,
  forbidOnly: process.env["CI"] !== undefined,
  workers: 1,
  reporter: "list",
  // Deadlines are for what hangs; a busy machine is allowed to be slow.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: origin,
    headless: true,
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: chrome,
      // Without its sandbox, Chromium also starts as root and in containers. It
      // loads pages of this project only.
      chromiumSandbox: false,
      // A browser that talks to nobody on its own.
      args: [
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "page", testMatch: /\.(spec|browser\.test)\.ts$/ },
    { name: "screenshots", testMatch: /\.shots\.ts$/ },
    { name: "bench", testMatch: /\.bench\.ts$/ },
  ],
  webServer: {
    command: `../build/burrow serve --listen 127.0.0.1:${port}`,
    url: `${origin}/healthz`,
    // A server left over from elsewhere may be another version.
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
    timeout: 10_000,
    stdout: "ignore",
    stderr: "pipe",
  },
});
