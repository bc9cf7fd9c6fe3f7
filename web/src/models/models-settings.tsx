import { useSignal, useSignalEffect } from "@preact/signals";
import { ChevronRight, FilePlus2, Globe } from "lucide";
import { useRef } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { text } from "../text/en.js";
import { host } from "./host.js";
import type { LocalModel, Snapshot } from "./local/state.js";
import { begin, choose, fileTrouble, sectionOpen, sectionWanted } from "./model-files.js";
import { modelName } from "./model-name.js";
import { ModelRow } from "./model-row.js";
import { type Models, localModels } from "./models.js";

const words = text.models;

/** The models in this browser. Nothing is fetched for them before the section is opened. */
export function ModelsSettings({ models }: { models: Models }) {
  const place = useRef<HTMLDetailsElement>(null);
  useSignalEffect(() => {
    if (sheet.value === "settings" && sectionOpen.value) void begin(models);
  });
  useSignalEffect(() => {
    if (sheet.value !== "settings" || !sectionWanted.value) return;
    // When the dialog has been opened, and has put the focus where it begins.
    requestAnimationFrame(() => {
      sectionWanted.value = false;
      place.current?.scrollIntoView({ block: "start" });
      place.current?.querySelector("summary")?.focus({ preventScroll: true });
    });
  });
  return (
    <details ref={place} id="models" class="models" data-setting={words.also} aria-label={words.title} open={sectionOpen.value} onToggle={(event) => (sectionOpen.value = event.currentTarget.open)}>
      <summary>
        <h4>{words.title}</h4>
        <Icon node={ChevronRight} small />
      </summary>
      {sectionOpen.value && <Body models={models} />}
    </details>
  );
}

function Body({ models }: { models: Models }) {
  const snapshot = localModels.value;
  const field = useRef<HTMLInputElement>(null);
  const said = useSaid(snapshot);
  const trouble = fileTrouble.value;
  return (
    <>
      <p class="setting-help">{words.about}</p>
      {trouble !== null && (
        <p class="settings-refusal" role="alert">
          {trouble}
        </p>
      )}
      {snapshot === null && trouble === null && <p class="setting-help">{words.looking}</p>}
      {snapshot === null && trouble !== null && (
        <button type="button" class="worded" onClick={() => void begin(models)}>
          {words.again}
        </button>
      )}
      {snapshot !== null && <List snapshot={snapshot} models={models} />}
      {snapshot !== null && (
        <div class="models-choose">
          <button type="button" class="worded" aria-describedby="models-choose-help" onClick={() => field.current?.click()}>
            <Icon node={FilePlus2} small />
            {words.choose}
          </button>
          <p id="models-choose-help" class="setting-help">
            {words.chooseHelp}
          </p>
          <input
            ref={field}
            type="file"
            accept=".gguf"
            hidden
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              // The same file may be chosen again.
              currentTarget.value = "";
              if (file !== undefined) void choose(models, file);
            }}
          />
        </div>
      )}
      {/* The page's own region is behind the dialog. */}
      <p class="aside" role="status">
        {said}
      </p>
    </>
  );
}

function List({ snapshot, models }: { snapshot: Snapshot; models: Models }) {
  const unreachable = host.value?.state === "unreachable";
  const offered = snapshot.models.some(({ origin }) => origin === "server");
  const { builtIn, speed } = snapshot;
  return (
    <>
      {unreachable && <p class="setting-help">{words.offline}</p>}
      {!unreachable && !offered && (
        <p class="setting-help models-none">
          {words.offersNone[0]}
          <code>{words.offersNone[1]}</code>
          {words.offersNone[2]}
        </p>
      )}
      {(snapshot.models.length > 0 || builtIn !== "unavailable") && (
        <ul class="model-list" aria-label={words.list}>
          {snapshot.models.map((model) => (
            <ModelRow key={model.file} model={model} models={models} />
          ))}
          {builtIn !== "unavailable" && (
            <li class="model-row model-built-in">
              <Icon node={Globe} small />
              <div>
                <p class="model-name">{words.builtIn}</p>
                <p class="model-note">{words.builtIns[builtIn]}</p>
              </div>
            </li>
          )}
        </ul>
      )}
      {speed !== null && <p class="setting-help figures">{words.speed(speed.readTokensPerSecond, speed.writtenTokensPerSecond)}</p>}
    </>
  );
}

/** What a screen reader is told: that a model is there, or that something went wrong; not how far it is. */
function useSaid(snapshot: Snapshot | null): string {
  const said = useSignal("");
  const before = useRef<ReadonlyMap<string, LocalModel> | null>(null);
  if (snapshot !== null) {
    const was = before.current;
    before.current = new Map(snapshot.models.map((model) => [model.file, model]));
    for (const { file, id, phase } of was === null ? [] : snapshot.models) {
      const kind = was?.get(file)?.phase.kind ?? "none";
      if (kind === phase.kind) continue;
      if (phase.kind === "on-disk" && (kind === "checking" || kind === "downloading" || kind === "none")) said.value = words.said.onDisk(modelName(id));
      if (phase.kind === "ready") said.value = words.said.ready(modelName(id));
      if (phase.kind === "failed") said.value = phase.sentence;
    }
  }
  return said.value;
}
