import { databaseSource } from "../composer/attached.js";
import { dataExamples } from "../data/state.js";
import { addKey, useOllama } from "../models/add-key.js";
import { host } from "../models/host.js";
import { getSmallest } from "../models/model-files.js";
import type { Models } from "../models/models.js";
import { coming, next } from "../models/rung.js";
import { layers } from "../settings/settings.js";
import { openSettings } from "../shared/layout.js";
import { text } from "../text/en.js";
import { BurrowDrawing } from "./burrow-drawing.js";
import type { ChatIntents } from "./intents.js";
import { emptied } from "./items.js";

interface Props {
  intents: ChatIntents;
  models: Models;
  /** Called when somebody is about to press an example. */
  ready(): void;
}

/** A question, or something that is done. */
type Example = { title: string; sources?: readonly string[] } & ({ question: string; note?: undefined; act?: undefined } | { question?: undefined; note: string; act: "key" | "ollama" | "download" | "import" });

const times = ["morning", "day", "evening"] as const;
const examples = text.chat.examples;

/** What a new chat shows: who is here, what it does, four things to try. */
export function Intro({ intents, models, ready }: Props) {
  const offered = offeredNow();
  const list: readonly Example[] = [...examples[offered ?? "model"], ...dataExamples.value.slice(0, 2).map((question) => ({ title: text.chat.askData, question, sources: [databaseSource] }))];
  /** What can be done where no model answers. */
  const acts = {
    key: addKey,
    ollama: useOllama,
    download: () => void getSmallest(models),
    import: () => openSettings("data"),
  };
  return (
    <section class="intro" aria-labelledby="greeting" data-emptied={emptied.value ? "" : undefined}>
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
      <ul class="examples live" aria-label={text.examplesLabel} data-for={offered ?? undefined} onPointerOver={ready} onFocusIn={ready}>
        {/* By their places: what is offered may change, and nothing is to move. */}
        {list.map(({ title, question, note, act, sources }, i) => (
          <li key={i}>
            <button type="button" class="example" onClick={() => (act === undefined ? intents.composing.ask(question, sources) : acts[act]())}>
              <span class="example-name">{title}</span>
              <span class="example-note">{note ?? question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What suits who answers next; null until that is known, when the examples only keep their place. */
function offeredNow(): keyof typeof examples | null {
  if (coming.value === "unknown") return null;
  if (coming.value !== null) return "small";
  if (host.value === null || layers.value === null) return null;
  if (next.value === null) return "model";
  const { rung, provider } = next.value;
  return rung === "none" ? "none" : rung === "browser" ? (provider === null ? "none" : "small") : "model";
}
