import { useEffect, useRef } from "preact/hooks";
import { coming, comingModel } from "../models/rung.js";
import { announce } from "../shared/announce.js";
import { text } from "../text/en.js";
import type { Stage } from "./live.js";
import { Typing } from "./typing.js";

const words = text.models;

type What = "downloading" | "checking" | "loading" | "reading";
interface Step {
  what: What;
  done: number;
  of: number;
}

/** Where each step begins on the way to the first word, and where the last one ends. */
const begins = { downloading: 0, checking: 0.5, loading: 0.6, reading: 0.9 };
const ends = { downloading: 0.5, checking: 0.6, loading: 0.9, reading: 1 };

/**
 * Until the first word: that somebody writes, or how far a model in this browser is, from
 * its download to the question. One bar goes through all of it, and never back.
 */
export function Waiting({ stage, said }: { stage: Stage; said?: string }) {
  const shown = useRef<{ step: Step; from: number; at: number } | null>(null);
  const step = stepOf(stage);
  if (step !== null) {
    const { what, done, of } = step;
    const from = shown.current?.from ?? begins[what];
    const way = begins[what] + (ends[what] - begins[what]) * (of === 0 ? 0 : done / of);
    shown.current = { step, from, at: Math.max(shown.current?.at ?? 0, (way - from) / (1 - from)) };
  }
  const what = shown.current?.step.what;
  useEffect(() => {
    // The others are told by the core, and announced where that is heard.
    if (what === "downloading" || what === "checking") announce(words.stages[what]);
  }, [what]);
  // Between two steps the last one stands.
  if (shown.current === null) return <Typing words={said ?? (coming.value === "fetched" ? words.status.fetched : undefined)} />;
  const { step: last, at } = shown.current;
  return (
    <div class="preparing figures">
      <p>{words[last.what](last.done, last.of)}</p>
      <progress class="storage-progress" max={1} value={at} aria-label={words.stages[last.what]} />
    </div>
  );
}

function stepOf(stage: Stage): Step | null {
  if (stage.kind === "preparing") return stage;
  // A question that is there before its model waits for it.
  const soon = stage.kind === "sending" || stage.kind === "thinking" ? comingModel.value : null;
  if (soon === null) return null;
  const { phase, bytes } = soon;
  switch (phase.kind) {
    case "none":
      return { what: "downloading", done: 0, of: bytes };
    case "downloading":
    case "checking":
      return { what: phase.kind, done: phase.done, of: phase.of };
    default:
      return null;
  }
}
