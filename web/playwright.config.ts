// Browser tests against the real program, with a scripted model behind it: `make
// test-browser` builds the program first. Pictures are projects of their own: those for the
// documents are only taken by `make screenshots`, those of a first visit by `make film`.
import { defineConfig } from "@playwright/test";
import { gateTitles } from "./test/gate.js";
import { origin } from "./test/ports.js";
import { programServer, scriptedModel } from "./test/servers.js";

const chrome = process.env["CHROME"];
if (chrome === undefined || chrome === "") {
  throw new Error("CHROME is not set: run `make test-browser`, or set it to `go run ./tools/browser`");
}

/** Files are tested beside each other; measuring is done alone. */
const workers = Number(process.env["BURROW_TEST_WORKERS"] ?? 1);

/** With this model, tokens are counted exactly. */
const scripted = { OPENAI_API_KEY: "for-tests", MODEL_NAME: "gpt-4" };

/** A browser that talks to nobody on its own. */
const alone = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const launchOptions = {
  executablePath: chrome,
  // Without its sandbox, Chromium also starts as root and in containers. It
  // loads pages of this project only.
  chromiumSandbox: false,
  args: alone,
};

/**
 * Each test compiles the core anew and uses little of it: what an optimising compiler
 * would do with that is a quarter of the time that a test takes. What computes for long
 * has it: the core's own tests, large imports, and what is measured.
 */
const compiledOnce = { ...launchOptions, args: [...alone, "--js-flags=--liftoff-only"] };

const computing = /(go|disk|long)\.spec\.ts$/;

/** What hangs on what the browser keeps, when it lets go of it, and which model it brings, is tested in the whole of it. */
const keeping = /(copies|interrupted|kill|local|navigation|no-room|offline|outbox|service|storage|tabs)\.spec\.ts$/;

/** The rest, three in four, has the same engine without a window around it: a page opens in half the time. */
const shell = { ...compiledOnce, executablePath: process.env["CHROME_SHELL"] || chrome };

export default defineConfig({
  testDir: "test",
  outputDir: "../build/test-results",
  // A test that passes only at a later try has a fault of its own, and is named at the end.
  retries: 2,
  // `make test` runs the journeys, `make test-all` everything.
  ...(process.env["GATE"] === undefined ? {} : { grep: gateTitles() }),
  forbidOnly: process.env["CI"] !== undefined,
  workers,
  reporter: [["list"], ["./test/failures.ts"]],
  // Deadlines are for what hangs; a busy machine is allowed to be slow.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: origin,
    headless: true,
    locale: "en-US",
    timezoneId: "UTC",
    // What a trace costs is a fifth of the time: TRACE=1 keeps those of failures.
    trace: process.env["TRACE"] === undefined ? "on-first-retry" : "retain-on-failure",
    // A page that is kept by its service worker asks the server for little, and tests look
    // at what it asks. Those of the service worker allow it: offline.spec.ts.
    serviceWorkers: "block",
    launchOptions,
  },
  projects: [
    { name: "core", testMatch: computing },
    { name: "page", testMatch: /\.(spec|browser\.test)\.ts$/, testIgnore: [computing, keeping], use: { launchOptions: shell } },
    { name: "keeping", testMatch: keeping, use: { launchOptions: compiledOnce } },
    { name: "screenshots", testMatch: /\.shots\.ts$/ },
    { name: "film", testMatch: /\.film\.ts$/ },
    { name: "bench", testMatch: /\.bench\.ts$/ },
  ],
  webServer: Array.from({ length: workers }, (_, worker) => [scriptedModel(worker), programServer(scripted, worker)]).flat(),
});
