// The servers that the tests of a worker share: the program, and the model behind it.
// Playwright starts them one after another and reads where they listen: see ports.ts.

import { program, serve } from "./built.js";
import { modelName, portName, tokenName } from "./ports.js";
import { environment, noModels, noSettings } from "./room.js";

const shared = {
  gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  stdout: "ignore",
  stderr: "pipe",
} as const;

/** A model that answers as tests tell it. */
export function scriptedModel(worker = 0) {
  return modelServer("exec ../build/scriptedmodel -listen 127.0.0.1:0", worker);
}

/** A program that prints the base address of a model. */
export function modelServer(command: string, worker = 0) {
  return { ...shared, command, wait: { stdout: new RegExp(`http://127\\.0\\.0\\.1:(?<${modelName(worker)}>\\d+)\\b`) }, timeout: 120_000 };
}

/** The program under test, with the model of its worker. Nothing of the machine's own settings counts. */
export function programServer(settings: Record<string, string>, worker = 0, models = noModels) {
  const set = Object.entries({ ...environment, ...settings }).map(([name, value]) => quoted(`${name}=${value}`));
  const model = `OPENAI_BASE_URL=http://127.0.0.1:$${modelName(worker)}/v1`;
  const command = [program, ...serve, "--listen", "127.0.0.1:0", "--token-file", `${noSettings(`env-${worker}`)}-token`, "--env", noSettings(`env-${worker}`), "--models", models];
  return {
    ...shared,
    command: `exec env -i ${set.join(" ")} ${model} ${command.map(quoted).join(" ")}`,
    wait: { stdout: new RegExp(`http://127\\.0\\.0\\.1:(?<${portName(worker)}>\\d+)/#token=(?<${tokenName(worker)}>\\S+)\\s`) },
    timeout: 60_000,
  };
}

/** For the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
