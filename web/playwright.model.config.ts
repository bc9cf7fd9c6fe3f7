// A real model behind the real program: `make test-model`.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config.js";
import { modelServer, programServer } from "./test/servers.js";
import { smallModels } from "./test/server.js";

export default defineConfig({
  ...base,
  projects: [
    { name: "model", testMatch: /\.model\.ts$/ },
    { name: "bench", testMatch: /\.modelbench\.ts$/ },
  ],
  // A small model on a busy machine takes its time.
  timeout: 240_000,
  expect: { timeout: 120_000 },
  webServer: [modelServer("exec ../build/localmodel-server -root .. -port 0"), programServer({ MAX_OUTPUT_TOKENS: "48" }, 0, smallModels)],
});
