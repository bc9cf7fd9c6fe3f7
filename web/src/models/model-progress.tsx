import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { text } from "../text/en.js";
import type { LocalModel } from "./local/state.js";
import { phaseWords } from "./model-files.js";
import { modelName } from "./model-name.js";

const words = text.models;
/** Over how long the speed is measured, and how long it takes to say something; in milliseconds. */
const span = 4000;
const least = 800;

/** How much of a file there is, how fast it comes, and a bar. */
export function ModelProgress({ model }: { model: LocalModel }) {
  const { phase, origin } = model;
  const moving = "done" in phase ? phase : null;
  const rate = useRate(moving === null || phase.kind !== "downloading" || phase.paused ? null : moving.done);
  if (moving === null) return null;
  const { done, of } = moving;
  const notes = [words.part(done, of), words.share(done, of), ...(rate === null ? [] : [words.rate(rate)])];
  return (
    <div class="model-progress figures">
      <progress class="storage-progress" max={of} value={done} aria-label={words.progress(modelName(model.id), phaseWords(phase, origin))} aria-valuetext={notes.slice(0, 2).join(", ")} />
      <p aria-hidden="true">{notes.join(" · ")}</p>
    </div>
  );
}

/** How fast a number grows, by the second; null while nobody can tell. */
function useRate(done: number | null): number | null {
  const samples = useRef<{ at: number; done: number }[]>([]);
  const rate = useSignal<number | null>(null);
  useEffect(() => {
    if (done === null) {
      samples.current = [];
      rate.value = null;
      return;
    }
    const at = performance.now();
    const list = [...samples.current.filter((sample) => at - sample.at < span && sample.done <= done), { at, done }];
    samples.current = list;
    const first = list[0];
    if (first !== undefined && at - first.at >= least) rate.value = (1000 * (done - first.done)) / (at - first.at);
  }, [done]);
  return rate.value;
}
