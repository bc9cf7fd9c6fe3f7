import { text } from "../text/en.js";
import type { Stage } from "./live.js";

const words = text.models;

/** How far a model in this browser is before its first word. What it says is announced once, elsewhere. */
export function Preparing({ what, done, of }: Extract<Stage, { kind: "preparing" }>) {
  return (
    <div class="preparing figures">
      <p>{words[what](done, of)}</p>
      <progress class="storage-progress" max={of} value={done} aria-label={words.stages[what]} />
    </div>
  );
}
