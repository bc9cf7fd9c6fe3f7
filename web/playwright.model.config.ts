// A real model behind the real program: `make test-model`.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config.js";
import { origin, port, tokenFileOf } from "./test/ports.js";

const model = `http://127.0.0.1:${port + 1}`;
const server = { reuseExistingServer: false, gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 }, stdout: "ignore", stderr: "ignore" } as const;

export default defineConfig({
  ...base,
  projects: [
    { name: "model", testMatch: /\.model\.ts$/ },
    { name: "bench", testMatch: /\.modelbench\.ts$/ },
  ],
  // A small model on a busy machine takes its time.
  timeout: 240_000,
  expect: { timeout: 120_000 },
  webServer: [
    {
      ...server,
      command: `exec ../build/localmodel-server -root .. -port ${port + 1}`,
      url: `${model}/v1/models`,
      timeout: 120_000,
    },
    {
      ...server,
      command: `exec ../build/burrow serve --listen 127.0.0.1:${port} --token-file ${tokenFileOf(port)} --models ../build/models`,
      url: `${origin}/healthz`,
      timeout: 10_000,
      env: { OPENAI_BASE_URL: `${model}/v1`, MAX_OUTPUT_TOKENS: "48" },
    },
  ],
});
