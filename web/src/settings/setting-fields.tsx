import { RotateCcw } from "lucide";
import type { ComponentChildren } from "preact";
import type { Settings as Layer } from "../core/protocol.gen.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import { type LayerName, layers, originOf } from "./settings.js";

const words = text.chat.settings;

export type Change = (changes: { [K in keyof Layer]?: Layer[K] | undefined }) => void;

export interface FieldProps {
  layer: LayerName;
  set: Change;
}

/** The name of a setting, where its value comes from, and the way back to that of the layer below. */
export function Head({ id, name, layer, set }: FieldProps & { id: keyof Layer; name: string }) {
  const own = layers.value?.[layer][id] !== undefined;
  return (
    <div class="setting-head">
      <label for={`setting-${id}`}>{name}</label>
      <span class="tag" title={words.originNotes[originOf(id)]}>
        {words.origin[originOf(id)]}
      </span>
      {own && (
        <button type="button" class="plain" aria-label={words.reset(name)} title={words.reset(name)} onClick={() => set({ [id]: undefined })}>
          <Icon node={RotateCcw} small />
        </button>
      )}
    </div>
  );
}

/** What applies if this layer were the highest: a chat's own settings do not show among those for all. */
export function valueOf<K extends keyof Layer>(id: K, layer: LayerName): Layer[K] | undefined {
  const all = layers.value;
  if (all === null) return undefined;
  if (layer === "session" || all.session[id] === undefined) return all.applied[id];
  return all.user[id] ?? all.server[id];
}

export function TextField({ layer, set }: FieldProps) {
  return (
    <div class="setting">
      <Head id="instructions" name={words.instructions} layer={layer} set={set} />
      <textarea
        id="setting-instructions"
        class="input"
        dir="auto"
        rows={3}
        value={valueOf("instructions", layer) ?? ""}
        onChange={(event) => set({ instructions: event.currentTarget.value })}
      />
    </div>
  );
}

interface NumberProps extends FieldProps {
  id: "temperature" | "maxOutput" | "threshold" | "keepLast" | "maxMessages" | "maxContext";
  name: string;
  unit?: string;
  min: number;
  max?: number;
  step: number;
  help?: string;
}

export function NumberField({ id, name, unit, min, max, step, help, layer, set }: NumberProps) {
  const value = valueOf(id, layer);
  const onChange = (event: Event & { currentTarget: HTMLInputElement }) => {
    const { valueAsNumber } = event.currentTarget;
    set({ [id]: Number.isNaN(valueAsNumber) ? undefined : valueAsNumber });
  };
  return (
    <div class="setting setting-line">
      <Head id={id} name={name} layer={layer} set={set} />
      <input
        id={`setting-${id}`}
        class="input figures"
        type="number"
        min={min}
        max={max}
        step={id === "temperature" ? step : "any"}
        value={value ?? ""}
        aria-describedby={help === undefined ? undefined : `setting-${id}-help`}
        onChange={onChange}
      />
      {unit !== undefined && <span class="setting-unit">{unit}</span>}
      {help !== undefined && <Help id={id} words={help} />}
    </div>
  );
}

/** What a setting is for, in a sentence. */
export function Help({ id, words }: { id: string; words: string }) {
  return (
    <p id={`setting-${id}-help`} class="setting-help">
      {words}
    </p>
  );
}

interface SelectProps extends FieldProps {
  id: "strategy" | "condense" | "helperModel" | "understanding" | "checking";
  name: string;
  help: string;
  /** What is chosen if nothing is. */
  none?: string;
  children: ComponentChildren;
}

/** One of a few values, with a sentence on what they mean. */
export function SelectField({ id, name, help, none = "", layer, set, children }: SelectProps) {
  return (
    <div class="setting">
      <Head id={id} name={name} layer={layer} set={set} />
      <select
        id={`setting-${id}`}
        class="input"
        value={valueOf(id, layer) ?? none}
        aria-describedby={`setting-${id}-help`}
        onChange={(event) => set({ [id]: event.currentTarget.value || undefined })}
      >
        {children}
      </select>
      <Help id={id} words={help} />
    </div>
  );
}
