import { useSignal } from "@preact/signals";
import { Download, Eraser, MemoryStick, Pause, Play, RotateCcw, Square, Trash2, TriangleAlert, type IconNode } from "lucide";
import { useRef } from "preact/hooks";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { LocalModel } from "./local/state.js";
import { download, isWhole, load, pause, phaseWords, retry, unload } from "./model-files.js";
import { modelName } from "./model-name.js";
import { ModelProgress } from "./model-progress.js";
import type { Models } from "./models.js";

const words = text.models;

interface Act {
  words: string;
  icon: IconNode;
  first?: boolean;
  act(): void;
}

/** A model: what it is, how far it is, what can be done with it. */
export function ModelRow({ model, models }: { model: LocalModel; models: Models }) {
  const asking = useSignal(false);
  const row = useRef<HTMLLIElement>(null);
  const { bytes, origin, phase } = model;
  const id = modelName(model.id);
  // What was asked moves the focus along, so that the keyboard is not lost.
  const ask = (now: boolean) => {
    asking.value = now;
    whenDrawn(() => row.current?.querySelector<HTMLElement>(now ? ".model-sure button" : "[data-delete]")?.focus());
  };
  const moving = phase.kind === "downloading" ? !phase.paused : phase.kind === "checking" || phase.kind === "loading";
  const deletable = phase.kind !== "none" && !moving;
  const notes = [...(bytes === 0 ? [] : [words.size(bytes)]), words.from[origin]];
  return (
    <li ref={row} class="model-row" data-phase={phase.kind}>
      <p class="model-name">{id}</p>
      <p class="model-note figures">
        <span class="model-phase">{phaseWords(phase, origin)}</span>
        {` · ${notes.join(" · ")}`}
      </p>
      <ModelProgress model={model} />
      {phase.kind === "failed" && (
        <p class="model-failed">
          <Icon node={TriangleAlert} small />
          <span>{phase.sentence}</span>
        </p>
      )}
      {asking.value && deletable ? (
        <div class="model-sure" role="group" aria-label={words.of(words.delete, id)}>
          <p role="alert">{words.sure(id, bytes)}</p>
          <button type="button" class="worded small" onClick={() => ask(false)}>
            {words.keep}
          </button>
          <button
            type="button"
            class="worded small danger"
            onClick={() => {
              asking.value = false;
              void models.remove(model.file);
            }}
          >
            {words.delete}
          </button>
        </div>
      ) : (
        <div class="model-tools">
          {actsOf(model, models).map(({ words: said, icon, first, act }) => (
            <button key={said} type="button" class={first ? "worded small first" : "worded small"} aria-label={words.of(said, id)} onClick={act}>
              <Icon node={icon} small />
              {said}
            </button>
          ))}
          {deletable && (
            <button type="button" class="worded small" data-delete aria-label={words.of(words.delete, id)} onClick={() => ask(true)}>
              <Icon node={Trash2} small />
              {words.delete}
            </button>
          )}
        </div>
      )}
    </li>
  );
}

function actsOf(model: LocalModel, models: Models): Act[] {
  const { phase, origin } = model;
  switch (phase.kind) {
    case "none":
      return [{ words: words.download, icon: Download, first: true, act: () => void download(models, model) }];
    case "downloading":
      if (phase.paused) return [{ words: words.resume, icon: Play, first: true, act: () => void download(models, model) }];
      // A file of the disk is copied in one go.
      return origin === "disk" ? [] : [{ words: words.pause, icon: Pause, act: () => void pause(models, model) }];
    case "checking":
      return [];
    case "on-disk":
      return [{ words: words.load, icon: MemoryStick, act: () => void load(models, model) }];
    case "loading":
      return [{ words: words.stop, icon: Square, act: () => void unload(models) }];
    case "ready":
      return [{ words: words.unload, icon: Eraser, act: () => void unload(models) }];
    case "failed":
      // What came from the disk has to be chosen anew.
      return origin === "disk" && !isWhole(model) ? [] : [{ words: words.again, icon: RotateCcw, first: true, act: () => void retry(models, model) }];
    default:
      return phase satisfies never;
  }
}
