import { text } from "../text/en.js";
import { type Example, examples } from "../text/examples.js";
import { BurrowDrawing } from "./burrow-drawing.js";

interface Props {
  /** Puts a text into the composer. */
  fill(text: string): void;
}

const times = ["morning", "day", "evening"] as const;
const names = Object.keys(examples) as Example[];

/** What the empty page shows: who is here, what it does, four things to try. */
export function Intro({ fill }: Props) {
  return (
    <section class="intro" aria-labelledby="greeting">
      <BurrowDrawing />
      <h1 id="greeting">
        {/* The head's script knows the hour before anything is painted and marks it
            on the root; the style sheet shows the greeting that fits. */}
        {times.map((time) => (
          <span key={time} class={`at-${time}`}>
            {text.greeting[time]}
          </span>
        ))}
      </h1>
      <p class="lead">{text.lead}</p>
      <ul class="examples live" aria-label={text.examples.label}>
        {names.map((name) => (
          <li key={name}>
            <button type="button" class="example" onClick={() => fill(examples[name])}>
              <span class="example-name">{text.examples[name].name}</span>
              <span class="example-note">{text.examples[name].note}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
