interface Props<T extends string> {
  label: string;
  name: string;
  /** Whether the label stands before the choices, or is for screen readers only. */
  shown?: boolean;
  value: T;
  choices: readonly { value: T; label: string; disabled?: boolean }[];
  choose(value: T): void;
}

/** A few choices side by side, of which one counts. */
export function Segments<T extends string>({ label, name, shown = false, value, choices, choose }: Props<T>) {
  return (
    <fieldset class="segments">
      <legend class={shown ? "" : "aside"}>{label}</legend>
      <div class="segments-row">
        {choices.map((choice) => (
          <label key={choice.value} class="segment">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              disabled={choice.disabled ?? false}
              onChange={() => choose(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
