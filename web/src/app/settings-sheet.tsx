import { useComputed, useSignal } from "@preact/signals";
import { MemorySettings } from "../memory/memory-settings.js";
import { UnderstandingSettings } from "../memory/understanding-settings.js";
import { AnswersSetting } from "../models/answers-settings.js";
import { Keys } from "../models/keys.js";
import { ModelField } from "../models/model-field.js";
import { ModelsSettings } from "../models/models-settings.js";
import { type Change, NumberField, TextField } from "../settings/setting-fields.js";
import { type LayerName, layers, refusal } from "../settings/settings.js";
import { commandKey } from "../shared/keys.js";
import { chooseColumn, choosePaste, chooseSendKey, chooseSight, chooseTextSize, column, columns, paste, pastes, sendKey, sendKeys, sight, sights, textSize, textSizes } from "../shared/prefs.js";
import { session as shown } from "../shared/route.js";
import { Segments } from "../shared/segments.js";
import { Sheet } from "../shared/sheet.js";
import { text } from "../text/en.js";
import type { Intents } from "./intents.js";
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
          <AnswersSetting layer={layer.value} set={set} />
          <TextField layer={layer.value} set={set} />
          <NumberField id="temperature" name={words.temperature} min={0} max={2} step={0.1} layer={layer.value} set={set} />
          <NumberField id="maxOutput" name={words.maxOutput} unit={words.inTokens} min={1} step={1} layer={layer.value} set={set} />
          <NumberField id="maxMessages" name={words.maxMessages} unit={words.inMessages} min={0} max={900} step={1} layer={layer.value} set={set} />
          <NumberField id="maxContext" name={words.maxContext} unit={words.inTokens} min={100} step={1000} layer={layer.value} set={set} />
          <UnderstandingSettings layer={layer.value} set={set} />
          <MemorySettings layer={layer.value} set={set} />
        </div>
      )}
      {layers.value !== null && <Keys host={intents.models.host} />}
      <ModelsSettings models={intents.models.models} />
      <PageSettings />
    </Sheet>
  );
}

/** How the page itself looks and behaves. */
function PageSettings() {
  return (
    <>
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
        label={words.column}
        name="column"
        shown
        value={column.value}
        choices={columns.map((value) => ({ value, label: words.columns[value] }))}
        choose={chooseColumn}
      />
      <Segments
        label={words.sight}
        name="sight"
        shown
        value={sight.value}
        choices={sights.map((value) => ({ value, label: words.sights[value] }))}
        choose={chooseSight}
      />
      <Segments
        label={words.paste}
        name="paste"
        shown
        value={paste.value}
        choices={pastes.map((value) => ({ value, label: words.pastes[value] }))}
        choose={choosePaste}
      />
      <Segments
        label={words.theme}
        name="colours"
        shown
        value={theme.value}
        choices={themes.map((value) => ({ value, label: text.theme[value] }))}
        choose={chooseTheme}
      />
    </>
  );
}
