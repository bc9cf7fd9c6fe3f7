import { text } from "../text/en.js";
import { BurrowDrawing } from "./burrow-drawing.js";

interface Props {
  ask(question: string): void;
}

const times = ["morning", "day", "evening"] as const;

/** What a new chat shows: who is here, what it does, four questions to try. */
export function Intro({ ask }: Props) {
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
      <p class="lead">
        {/* As the greeting: the shell does not know which until it is painted. */}
        <span class="at-kept">{text.lead}</span>
        <span class="at-temporary">{text.leadTemporary}</span>
      </p>
      <ul class="examples live" aria-label={text.examplesLabel}>
        {text.chat.examples.map(({ title, question }) => (
          <li key={title}>
            <button type="button" class="example" onClick={() => ask(question)}>
              <span class="example-name">{title}</span>
              <span class="example-note">{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
