// What models are called on the page. Their ids are for programs: a file's name, with how it
// was made smaller, or the program that runs it before the model.

import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";

/** How local/built-in.ts calls the model that comes with the browser. */
const builtIn = "browser-built-in";
const programs = /^(?:ollama|lmstudio|llama\.cpp)\//;
/** How the numbers of a model were rounded: Q4_K_M, IQ3_XS, F16. */
const rounded = /[-._](?:I?Q\d\w*|B?F16|FP16|F32)$/i;
/** That it was taught to converse, which all are here. */
const taught = /[-_ ](?:instruct|chat|it)$/i;

/** How many parameters it has: 135M, 0.5B. */
const parameters = /[-_ ](\d+(?:\.\d+)?)([MB])(?![a-z0-9])/i;

/** A model's name without its size, and the size in words, "" if the name has none. */
export function nameAndSize(id: string): { name: string; size: string } {
  const name = modelName(id);
  const [whole, count, unit] = parameters.exec(name) ?? [];
  if (whole === undefined || count === undefined || unit === undefined) return { name, size: "" };
  return { name: name.replace(whole, ""), size: text.models.parameters(count, unit.toUpperCase() === "B") };
}

/** A model as people know it. */
export function modelName(id: string): string {
  if (id === builtIn) return text.models.builtIn;
  const name = plainName(id)
    .replace(programs, "")
    .replace(/:latest$/, "");
  const bare = name.replace(/\.gguf$/i, "").replace(rounded, "");
  // A file's name; others are names already.
  return bare === name ? name : bare.replace(taught, "").replaceAll(/[-_]+/g, " ");
}
