import type { Provider } from "../core/protocol.gen.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { providers } from "./host.js";
import { modelName } from "./model-name.js";

const words = text.chat.model;

/**
 * The models that are offered, by who offers them; a chosen one that is not offered is among
 * them. It is no component: a select whose options change without it forgets its value.
 */
export function modelOptions(chosen: string) {
  const offered = providers.value.filter(({ models }) => models.length > 0);
  const isOffered = offered.some(({ models }) => models.includes(chosen));
  return (
    <>
      {chosen === "" && <option value="">{words.none}</option>}
      {chosen !== "" && !isOffered && <option value={chosen}>{modelName(chosen)}</option>}
      {offered.map((provider) => (
        <optgroup key={provider.name} label={placeOf(provider)}>
          {provider.models.map((name) => (
            <option key={name} value={name}>
              {modelName(name)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}

/** A provider as the reader knows it. */
export function placeOf({ name, kind }: Provider): string {
  return kind === "machine" ? words.onMachine(plainName(name)) : plainName(name);
}
