import { ChevronDown } from "lucide";
import type { Provider } from "../core/protocol.gen.js";
import { Icon } from "../shared/icon.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { providers } from "./host.js";
import { model } from "./next.js";

interface Props {
  choose(name: string): void;
}

const words = text.chat.model;

/** Who answers the next question. */
export function ModelSelect({ choose }: Props) {
  return (
    <span class="model">
      <select aria-label={words.label} title={words.label} value={model.value} onChange={(event) => choose(event.currentTarget.value)}>
        {modelOptions(model.value)}
      </select>
      <Icon node={ChevronDown} small />
    </span>
  );
}

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
      {chosen !== "" && !isOffered && <option value={chosen}>{plainName(chosen)}</option>}
      {offered.map((provider) => (
        <optgroup key={provider.name} label={placeOf(provider)}>
          {provider.models.map((name) => (
            <option key={name} value={name}>
              {plainName(name)}
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
