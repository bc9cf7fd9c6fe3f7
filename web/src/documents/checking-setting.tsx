import { type FieldProps, SelectField } from "../settings/setting-fields.js";
import { checks } from "../text/checks.js";

const words = checks.setting;
const ways = ["model", "local", "off"] as const;

/** How answers are checked against the documents they cite. */
export function CheckingSetting({ layer, set }: FieldProps) {
  return (
    <>
      <h4>{words.title}</h4>
      <SelectField id="checking" name={words.checking} help={words.help} none="model" layer={layer} set={set}>
        {ways.map((value) => (
          <option key={value} value={value}>
            {words.ways[value]}
          </option>
        ))}
      </SelectField>
    </>
  );
}
