import { Download, Pause, Play, RotateCcw } from "lucide";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { LocalModel } from "./local/state.js";
import { download, getSmallest, looked, pause, retry, showModels } from "./model-files.js";
import { modelName } from "./model-name.js";
import { type Models, localModels, smallestOf } from "./models.js";

const words = text.models;

/** A model for a page that nobody answers: the way to it, and how far it is. */
export function ModelOffer({ models }: { models: Models }) {
  const snapshot = localModels.value;
  const coming = snapshot?.models.find(({ phase }) => phase.kind === "downloading" || phase.kind === "checking");
  if (coming !== undefined) return <Coming model={coming} models={models} />;
  const failed = snapshot?.models.find(({ phase }) => phase.kind === "failed");
  if (failed !== undefined) return <Failed model={failed} models={models} />;
  const smallest = smallestOf(snapshot);
  // There is none, and the settings say more.
  const none = smallest === null && looked.value;
  return (
    <button type="button" class={none ? "worded" : "worded first"} onClick={() => (none ? showModels() : void getSmallest(models))}>
      <Icon node={Download} small />
      {none ? words.offer.open : words.offer.get(smallest?.bytes ?? null)}
    </button>
  );
}

function Coming({ model, models }: { model: LocalModel; models: Models }) {
  const { phase } = model;
  if (phase.kind !== "downloading" && phase.kind !== "checking") return null;
  const paused = phase.kind === "downloading" && phase.paused;
  const part = words.part(phase.done, phase.of);
  return (
    <div class="model-coming figures">
      <p>{phase.kind === "checking" ? words.offer.checking : paused ? words.offer.paused(part) : words.offer.downloading(part)}</p>
      {/* All of it is here when it is checked: the bar stays full. */}
      <progress class="storage-progress" max={phase.of} value={phase.kind === "checking" ? phase.of : phase.done} aria-label={words.progress(modelName(model.id), words.phases[phase.kind])} />
      {phase.kind === "downloading" && (
        <button type="button" class="worded small" onClick={() => void (paused ? download(models, model) : pause(models, model))}>
          <Icon node={paused ? Play : Pause} small />
          {paused ? words.resume : words.pause}
        </button>
      )}
    </div>
  );
}

function Failed({ model, models }: { model: LocalModel; models: Models }) {
  return (
    <div class="model-coming">
      <p>{model.phase.kind === "failed" && model.phase.sentence}</p>
      <button type="button" class="worded small" onClick={() => void retry(models, model)}>
        <Icon node={RotateCcw} small />
        {words.again}
      </button>
    </div>
  );
}
