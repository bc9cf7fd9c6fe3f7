// The page in Debian's Firefox, which Playwright cannot drive: the tests drive it by
// WebDriver BiDi, and only the runner is Playwright's. `make test-firefox`.
import { defineConfig } from "@playwright/test";
import { scriptedModel } from "./test/servers.js";

export default defineConfig({
  testDir: "test/firefox",
  testMatch: /\.firefox\.ts$/,
  outputDir: "../build/test-results-firefox",
  retries: 2,
  forbidOnly: process.env["CI"] !== undefined,
  workers: 1,
  reporter: [["list"], ["./test/failures.ts"]],
  timeout: 120_000,
  expect: { timeout: 30_000 },
  webServer: scriptedModel(),
});
