import { useComputed, useSignal } from "@preact/signals";
import { RotateCcw } from "lucide";
import { chooseSendKey, chooseTextSize, sendKey, sendKeys, textSize, textSizes } from "../prefs.js";
import type { Settings as Layer } from "../protocol.gen.js";
import { session as shown } from "../route.js";
import { type LayerName, layers, originOf, refusal } from "../settings.js";
import { text } from "../text/en.js";
import type { Intents } from "../wiring.js";
import { Icon } from "./icon.js";
import { modelOptions } from "./model-select.js";
import { Segments } from "./segments.js";
import { Sheet } from "./sheet.js";
import { commandKey } from "./shortcuts.js";
import { chooseTheme, theme, themes } from "./theme.js";

interface Props {
  intents: Intents;
}

const words = text.chat.settings;

/** How questions are answered, for all chats or for this one, and how the page behaves. */
export function SettingsSheet({ intents }: Props) {
  const wanted = useSignal<LayerName>("user");
  // A chat that is not there yet has no settings of its own.
  const layer = useComputed<LayerName>(() => (shown.value === null ? "user" : wanted.value));
  const set: Change = (changes) => void intents.settings.change(layer.peek(), changes);
  const refused = refusal.value;
  return (
    <Sheet name="settings" title={words.title} close={words.close} class="settings" onOpen={() => intents.settings.begin()}>
      <Segments
        label={words.scope}
        name="scope"
        value={layer.value}
        choices={[
          { value: "user", label: words.scopes.user },
          { value: "session", label: words.scopes.session, disabled: shown.value === null },
        ]}
        choose={(name) => (wanted.value = name)}
      />
      {layers.value !== null && (
        // Fields keep what is typed; another layer has other fields.
        <div class="settings-fields" key={`${layer.value} ${shown.value} ${refused?.times}`}>
          {refused !== null && (
            <p class="settings-refusal" role="alert">
              {refused.words}
            </p>
          )}
          <ModelField layer={layer.value} set={set} />
          <TextField layer={layer.value} set={set} />
          <NumberField id="temperature" name={words.temperature} min={0} max={2} step={0.1} layer={layer.value} set={set} />
          <NumberField id="maxOutput" name={words.maxOutput} unit={words.inTokens} min={1} step={1} layer={layer.value} set={set} />
          <NumberField id="threshold" name={words.threshold} unit={words.inTokens} min={100} step={100} layer={layer.value} set={set} />
          <NumberField id="maxMessages" name={words.maxMessages} unit={words.inMessages} min={0} max={900} step={1} layer={layer.value} set={set} />
          <NumberField id="maxContext" name={words.maxContext} unit={words.inTokens} min={100} step={1000} layer={layer.value} set={set} />
        </div>
      )}
      <h3>{words.page}</h3>
      <Segments
        label={words.sendKey}
        name="send-key"
        shown
        value={sendKey.value}
        choices={sendKeys.map((value) => ({ value, label: value === "enter" ? words.sendKeys.enter : words.sendKeys[value](commandKey) }))}
        choose={chooseSendKey}
      />
      <Segments
        label={words.textSize}
        name="text-size"
        shown
        value={textSize.value}
        choices={textSizes.map((value) => ({ value, label: words.textSizes[value] }))}
        choose={chooseTextSize}
      />
      <Segments
        label={words.theme}
        name="colours"
        shown
        value={theme.value}
        choices={themes.map((value) => ({ value, label: text.theme[value] }))}
        choose={chooseTheme}
      />
    </Sheet>
  );
}

type Change = (changes: { [K in keyof Layer]?: Layer[K] | undefined }) => void;

interface FieldProps {
  layer: LayerName;
  set: Change;
}

/** The name of a setting, where its value comes from, and the way back to that of the layer below. */
function Head({ id, name, layer, set }: FieldProps & { id: keyof Layer; name: string }) {
  const own = layers.value?.[layer][id] !== undefined;
  return (
    <div class="setting-head">
      <label for={`setting-${id}`}>{name}</label>
      <span class="tag">{words.origin[originOf(id)]}</span>
      {own && (
        <button type="button" class="plain" aria-label={words.reset(name)} title={words.reset(name)} onClick={() => set({ [id]: undefined })}>
          <Icon node={RotateCcw} small />
        </button>
      )}
    </div>
  );
}

/** What applies if this layer were the highest: a chat's own settings do not show among those for all. */
function valueOf<K extends keyof Layer>(id: K, layer: LayerName): Layer[K] | undefined {
  const all = layers.value;
  if (all === null) return undefined;
  if (layer === "session" || all.session[id] === undefined) return all.applied[id];
  return all.user[id] ?? all.server[id];
}

function ModelField({ layer, set }: FieldProps) {
  const chosen = valueOf("model", layer) ?? "";
  return (
    <div class="setting">
      <Head id="model" name={words.model} layer={layer} set={set} />
      <select id="setting-model" class="input" value={chosen} onChange={(event) => set({ model: event.currentTarget.value || undefined })}>
        {modelOptions(chosen)}
      </select>
    </div>
  );
}

function TextField({ layer, set }: FieldProps) {
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
  id: "temperature" | "maxOutput" | "threshold" | "maxMessages" | "maxContext";
  name: string;
  unit?: string;
  min: number;
  max?: number;
  step: number;
}

function NumberField({ id, name, unit, min, max, step, layer, set }: NumberProps) {
  const value = valueOf(id, layer);
  const onChange = (event: Event & { currentTarget: HTMLInputElement }) => {
    const { valueAsNumber } = event.currentTarget;
    set({ [id]: Number.isNaN(valueAsNumber) ? undefined : valueAsNumber });
  };
  return (
    <div class="setting setting-line">
      <Head id={id} name={name} layer={layer} set={set} />
      <input id={`setting-${id}`} class="input figures" type="number" min={min} max={max} step={id === "temperature" ? step : "any"} value={value ?? ""} onChange={onChange} />
      {unit !== undefined && <span class="setting-unit">{unit}</span>}
    </div>
  );
}
