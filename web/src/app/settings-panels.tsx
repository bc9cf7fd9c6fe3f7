// What the sections of the settings have in them.

import { DataSettings } from "../data/data-settings.js";
import { CheckingSetting } from "../documents/checking-setting.js";
import { MeaningSetting } from "../memory/meaning-settings.js";
import { MemorySettings } from "../memory/memory-settings.js";
import { RememberSettings, UnderstandingSettings } from "../memory/understanding-settings.js";
import { AnswersSetting } from "../models/answers-settings.js";
import { Keys } from "../models/keys.js";
import { ModelField } from "../models/model-field.js";
import { ModelsSettings } from "../models/models-settings.js";
import { Programs } from "../models/programs.js";
import { type FieldProps, Help, NumberField, TextField } from "../settings/setting-fields.js";
import { layers } from "../settings/settings.js";
import { commandKey } from "../shared/keys.js";
import { type Section, piecesShown, togglePieces } from "../shared/layout.js";
import { chooseColumn, choosePaste, chooseSendKey, chooseSight, chooseTextSize, column, columns, paste, pastes, sendKey, sendKeys, sight, sights, textSize, textSizes } from "../shared/prefs.js";
import { Segments } from "../shared/segments.js";
import { StorageView } from "../storage/storage-view.js";
import { text } from "../text/en.js";
import type { Intents } from "./intents.js";
import { KeyboardSettings } from "./keyboard-settings.js";
import { chooseTheme, theme, themes } from "./theme.js";

const words = text.chat.settings;

interface Props extends FieldProps {
  of: Section;
  intents: Intents;
}

/** Whether a section has settings that a chat may have for itself. */
export function isLayered(of: Section): boolean {
  return of === "models" || of === "memory" || of === "advanced";
}

/** One section. */
export function Panel({ of, intents, layer, set }: Props) {
  if (isLayered(of) && layers.value === null) return null;
  switch (of) {
    case "general":
      return <General />;
    case "models":
      return (
        <>
          <ModelField layer={layer} set={set} />
          <AnswersSetting layer={layer} set={set} />
          <TextField layer={layer} set={set} />
          <Keys host={intents.models.host} />
          <Programs host={intents.models.host} />
          <ModelsSettings models={intents.models.models} />
        </>
      );
    case "memory":
      return (
        <>
          <RememberSettings layer={layer} set={set} />
          <MeaningSetting models={intents.models.models} readSoFar={(signal) => intents.memory.memory.readSoFar(signal)} forget={() => void intents.memory.memory.forgetRead()} />
          <MemorySettings layer={layer} set={set} presets={(signal) => intents.memory.memory.presets(signal)} />
        </>
      );
    case "data":
      return (
        <>
          <StorageView storage={intents.storage} />
          <DataSettings />
        </>
      );
    case "keyboard":
      return <KeyboardSettings />;
    case "advanced":
      return <Advanced layer={layer} set={set} />;
    default:
      return of satisfies never;
  }
}

/** How the page itself looks and behaves. */
function General() {
  return (
    <>
      <Segments
        label={words.theme}
        name="theme"
        shown
        value={theme.value}
        choices={themes.map((value) => ({ value, label: text.theme[value] }))}
        choose={chooseTheme}
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
        label={words.sendKey}
        name="send-key"
        shown
        value={sendKey.value}
        choices={sendKeys.map((value) => ({ value, label: value === "enter" ? words.sendKeys.enter : words.sendKeys[value](commandKey) }))}
        choose={chooseSendKey}
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
    </>
  );
}

function Advanced({ layer, set }: FieldProps) {
  return (
    <>
      <NumberField id="temperature" name={words.temperature} min={0} max={2} step={0.1} help={words.temperatureHelp} layer={layer} set={set} />
      <NumberField id="maxOutput" name={words.maxOutput} unit={words.inTokens} min={1} step={1} layer={layer} set={set} />
      <NumberField id="maxMessages" name={words.maxMessages} unit={words.inMessages} min={0} max={900} step={1} layer={layer} set={set} />
      <NumberField id="maxContext" name={words.maxContext} unit={words.inTokens} min={100} step={1000} layer={layer} set={set} />
      <UnderstandingSettings layer={layer} set={set} />
      <CheckingSetting layer={layer} set={set} />
      <h4>{words.tokens}</h4>
      <div class="setting setting-switch">
        <div class="setting-head">
          <label for="setting-pieces">{text.pieces.toggle}</label>
        </div>
        <input id="setting-pieces" class="switch" type="checkbox" role="switch" checked={piecesShown.value} aria-describedby="setting-pieces-help" onChange={togglePieces} />
        <Help id="pieces" words={text.pieces.help} />
      </div>
    </>
  );
}
