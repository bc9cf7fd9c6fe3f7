import { type FieldProps, Head, valueOf } from "../settings/setting-fields.js";
import { text } from "../text/en.js";
import { modelOptions } from "./model-select.js";

const words = text.chat.settings;

/** Which model answers, in the settings. */
export function ModelField({ layer, set }: FieldProps) {
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
