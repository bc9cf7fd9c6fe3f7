import { type FieldProps, Head, valueOf } from "../settings/setting-fields.js";
import { text } from "../text/en.js";

const words = text.models.answers;
const kinds = ["auto", "remote", "machine", "browser", "none"] as const;

/** Which rung of the ladder answers: the best that is there, or one of them. */
export function AnswersSetting({ layer, set }: FieldProps) {
  const now = valueOf("answers", layer) ?? "auto";
  return (
    <fieldset class="setting group">
      <legend class="aside">{words.name}</legend>
      <Head id="answers" name={words.name} layer={layer} set={set} />
      <div class="asking">
        {kinds.map((value) => {
          const [name, help] = words.kinds[value];
          return (
            <label key={value}>
              <input
                type="radio"
                name="answers"
                id={value === now ? "setting-answers" : undefined}
                value={value}
                checked={value === now}
                aria-label={name}
                aria-describedby={`setting-answers-${value}`}
                onChange={() => set({ answers: value })}
              />
              <span>{name}</span>
              <span id={`setting-answers-${value}`}>{help}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
