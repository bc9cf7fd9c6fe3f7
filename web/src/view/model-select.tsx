import { ChevronDown } from "lucide";
import { chooseModel, model, models } from "../state.js";
import { text } from "../text/en.js";
import { Icon } from "./icon.js";

/** Which model's tokens are counted. Those with "~" have an encoding nobody has published. */
export function ModelSelect() {
  const chosen = model.value;
  if (chosen === null) return null;
  const exact = models.value.filter((m) => !m.estimate);
  const estimated = models.value.filter((m) => m.estimate);
  return (
    <span class="model">
      <select
        aria-label={text.model.label}
        title={text.model.label}
        value={chosen.name}
        onChange={(event) => chooseModel(event.currentTarget.value)}
      >
        <optgroup label={text.model.exact}>
          {exact.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label={text.model.estimate}>
          {estimated.map(({ name }) => (
            <option key={name} value={name}>
              {`~ ${name}`}
            </option>
          ))}
        </optgroup>
      </select>
      <Icon node={ChevronDown} small />
    </span>
  );
}
