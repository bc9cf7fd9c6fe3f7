import { useSignal } from "@preact/signals";
import { KeyRound, PlugZap, ServerOff } from "lucide";
import { core, online } from "../core/status.js";
import { Icon } from "../shared/icon.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { addKey } from "./add-key.js";
import { checking, host } from "./host.js";
import type { ModelsIntents } from "./intents.js";
import { ModelOffer } from "./model-offer.js";
import { localModels } from "./models.js";
import { coming, inBrowser } from "./rung.js";

interface Props {
  intents: ModelsIntents;
}

interface CardProps extends Props {
  /** Whether the page is that of a new chat, whose examples say what can be done. */
  isNew: boolean;
}

const words = text.chat.host;

const states = {
  no_model: { icon: PlugZap, title: words.noModelTitle, ways: words.noModelWays },
  locked: { icon: KeyRound, title: words.lockedTitle, ways: words.lockedWays },
  unreachable: { icon: ServerOff, title: words.unreachableTitle, ways: text.offline.stoppedWays },
} as const;

/** Why nobody answers, and what can be done about it. */
export function HostCard({ intents, isNew }: CardProps) {
  const state = host.value?.state ?? "ready";
  if (state === "ready" || core.value.kind !== "ready") return null;
  // Without a network there is nothing to be done here, and the status line says it.
  if (state === "unreachable" && !online.value) return null;
  // The model in this browser answers, or will in a moment; the status line says so.
  if (state !== "locked" && (inBrowser.value !== null || coming.value !== null)) return null;
  const { icon, title, ways } = states[state];
  // What the server says of a provider that does not answer is more than we know.
  const problems = host.value?.server?.providers.filter(({ problem }) => problem !== undefined) ?? [];
  if (isNew && state === "no_model" && problems.length === 0 && !hasBegun()) return null;
  return (
    <section class="card card-host" aria-labelledby="host-title">
      <h2 id="host-title">
        <Icon node={icon} />
        {title}
      </h2>
      {problems.map(({ name, problem }) => (
        <p key={name}>
          {plainName(name)}: {problem}
        </p>
      ))}
      <ul>
        {ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
      {state === "locked" && <Unlock intents={intents} />}
      {state !== "locked" && (
        <div class="card-tools">
          {state === "no_model" && <ModelOffer models={intents.models} />}
          {state === "no_model" && (
            <button type="button" class="worded" onClick={addKey}>
              <Icon node={KeyRound} small />
              {words.addKey}
            </button>
          )}
          <button type="button" class={state === "no_model" ? "worded" : "worded first"} disabled={checking.value} onClick={() => void intents.host.check()}>
            {checking.value ? words.checking : words.check}
          </button>
        </div>
      )}
    </section>
  );
}

/** Whether a download was begun that has to be seen: it goes on, was paused or has failed. */
function hasBegun(): boolean {
  return localModels.value?.models.some(({ phase }) => phase.kind === "downloading" || phase.kind === "checking" || phase.kind === "failed") ?? false;
}

function Unlock({ intents }: Props) {
  const refused = useSignal(false);
  const pasted = useSignal("");
  const unlock = async (event: Event) => {
    event.preventDefault();
    refused.value = !(await intents.host.unlock(pasted.peek()));
  };
  return (
    <form class="unlock" onSubmit={(event) => void unlock(event)}>
      <label class="aside" for="token">
        {words.tokenLabel}
      </label>
      <input
        id="token"
        class="input"
        type="text"
        autocomplete="off"
        spellcheck={false}
        placeholder={words.tokenPlaceholder}
        value={pasted.value}
        onInput={(event) => (pasted.value = event.currentTarget.value)}
      />
      <button type="submit" class="worded first" disabled={pasted.value.trim() === "" || checking.value}>
        {words.unlock}
      </button>
      {refused.value && (
        <p role="alert" data-level="brick">
          {words.refused}
        </p>
      )}
    </form>
  );
}
