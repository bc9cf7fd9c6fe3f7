// Runs a test's function in a worker, with the inner parts at hand as `inside`.

import * as inside from "./inside.js";

self.onmessage = async ({ data }: MessageEvent<{ source: string; input: unknown }>) => {
  try {
    // A test of ours, under no policy.
    const run = (0, eval)(`(${data.source})`) as (parts: typeof inside, input: unknown) => unknown;
    self.postMessage({ value: await run(inside, data.input) });
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
};
