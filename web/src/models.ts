import type { Model as Row } from "./protocol.gen.js";

/** A model to count for. */
export interface Model {
  name: string;
  /** Tokens that the model takes at once; null if that is not known. */
  window: number | null;
  /** True if its encoding is not published, so that counts are near and not exact. */
  estimate: boolean;
}

/**
 * What the page offers. How a model counts is the core's to say: `row` names the row
 * of its table. The windows are the providers' published figures for the largest
 * plain offer of that name.
 */
const offered = [
  { name: "gpt-4", row: "gpt-4", window: 8_192 },
  { name: "gpt-4-turbo", row: "gpt-4", window: 128_000 },
  { name: "gpt-3.5-turbo", row: "gpt-3.5", window: 16_385 },
  { name: "gpt-4o", row: "gpt-4o", window: 128_000 },
  { name: "gpt-4.1", row: "gpt-4.1", window: 1_047_576 },
  { name: "gpt-5", row: "gpt-5", window: 400_000 },
  { name: "o3", row: "o3", window: 200_000 },
  { name: "text-embedding-3-large", row: "text-embedding-3-", window: 8_191 },
  { name: "claude-sonnet-4-5", row: "claude", window: 200_000 },
  { name: "gemini-2.5-pro", row: "gemini", window: 1_048_576 },
  { name: "llama-3.3", row: "llama", window: 131_072 },
  { name: "mistral-large", row: "mistral", window: 131_072 },
] as const;

/** The offered models that the core knows, and last a name it knows nothing of. */
export function offer(table: readonly Row[], unknown: string): Model[] {
  const models: Model[] = [];
  for (const { name, row, window } of offered) {
    const found = table.find(({ prefix }) => prefix === row);
    if (found !== undefined) models.push({ name, window, estimate: found.estimate });
  }
  models.push({ name: unknown, window: null, estimate: true });
  return models;
}
