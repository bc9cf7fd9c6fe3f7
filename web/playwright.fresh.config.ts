// The way of somebody who has just got the project: a clone of what is committed, an empty
// home, `make run`, a question. It fetches and builds everything, so it is no part of
// `make test`: `make test-fresh`.
import { defineConfig } from "@playwright/test";

const chrome = process.env["CHROME"];
if (chrome === undefined || chrome === "") throw new Error("CHROME is not set: run `make test-fresh`");

export default defineConfig({
  testDir: "test",
  testMatch: /\.fresh\.ts$/,
  outputDir: "../build/test-results-fresh",
  retries: 0,
  workers: 1,
  reporter: "list",
  // Fetching and compiling everything takes minutes.
  timeout: 30 * 60_000,
  expect: { timeout: 5 * 60_000 },
  use: {
    headless: true,
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: chrome, chromiumSandbox: false, args: ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] },
  },
});
