import { Fragment } from "preact";
import { livesHere } from "../chat/turns.js";
import { sources } from "../composer/attached.js";
import { hasOlder, level, share } from "../composer/context.js";
import { count, trouble } from "../composer/state.js";
import { core, online } from "../core/status.js";
import { condensingHere, failureHere } from "../memory/memory.js";
import { host, providerOf } from "../models/host.js";
import { modelName } from "../models/model-name.js";
import { placeOf } from "../models/model-select.js";
import { model } from "../models/next.js";
import { pause } from "../models/model-files.js";
import { type Next, coming, comingModel, next } from "../models/rung.js";
import { waiting } from "../offline/outbox.js";
import { layers } from "../settings/settings.js";
import { isShown, openSettings, sheet } from "../shared/layout.js";
import { storeInfo, storeStatus } from "../storage/storage.js";
import { notice, task } from "../storage/task.js";
import { text } from "../text/en.js";
import type { Intents } from "./intents.js";

interface Props {
  intents: Intents;
}

const words = text.status;
const ladder = text.models.status;

/** Who answers, and how well all is; what of the history needs to be known: one line, in words. */
export function StatusLine({ intents }: Props) {
  return (
    <p id="status" class="status">
      {statements().map(({ key, words, colour }, i) => (
        <Fragment key={key}>
          {i > 0 && " · "}
          <span data-level={colour}>{words}</span>
        </Fragment>
      ))}
      <Coming intents={intents} />
      {waiting.value.length > 0 && (
        <>
          {" ·"}
          <Remedy words={text.offline.outbox.count(waiting.value.length)} act={() => (sheet.value = "outbox")} />
        </>
      )}
      {trouble.value !== null && <Remedy words={words.retry} act={intents.retry} />}
      {condensingHere.value && <Remedy words={text.memory.stop} act={() => intents.memory.memory.stop()} />}
      {failureHere.value !== null && <Remedy words={text.memory.dismiss} act={() => intents.memory.memory.dismiss()} />}
      {(task.value !== null || notice.value !== null) && !isShown("data") && (
        <Remedy words={text.storage.details} act={() => openSettings("data")} />
      )}
    </p>
  );
}

/** How far the model is that will answer. A question that waits for it says so itself. */
function Coming({ intents }: Props) {
  const soon = comingModel.value;
  if (soon === null || core.value.kind !== "ready" || livesHere.value.length > 0) return null;
  const { phase } = soon;
  const said = text.models.coming;
  if (phase.kind === "checking") return <span>{` · ${said.checking}`}</span>;
  if (phase.kind !== "downloading") return null;
  return (
    <span class="figures">
      {` · ${said.downloading(phase.done, phase.of)}`}
      <Remedy words={text.models.pause} act={() => void pause(intents.models.models, soon)} />
    </span>
  );
}

/** What can be done about a statement. */
function Remedy({ words, act }: { words: string; act(): void }) {
  return (
    <>
      {" "}
      <button type="button" class="linked" onClick={act}>
        {words}
      </button>
    </>
  );
}

interface Statement {
  key: string;
  words: string;
  colour?: string;
}

function statements(): Statement[] {
  return [...answering(), ...storing(), ...asking(), ...condensing()];
}

function answering(): Statement[] {
  if (core.value.kind === "stopped") return [{ key: "core", words: words.stopped }];
  if (trouble.value !== null) return [{ key: "core", words: trouble.value, colour: "brick" }];
  if (core.value.kind === "starting" || count.value === null) return [{ key: "core", words: words.starting }];

  const list: Statement[] = [who(), ...instead()];
  const part = share.value ?? 0;
  if (part > 1 && hasOlder.value) list.push({ key: "context", words: words.over, colour: level.value });
  else if (level.value !== "calm") list.push({ key: "context", words: words.near(part), colour: level.value });
  if (!online.value && host.value?.state !== "unreachable") list.push({ key: "network", words: words.offline, colour: "amber" });
  return list;
}

/** Who answers the next question, as the reader knows them. */
function who(): Statement {
  const key = "host";
  if (host.value === null) return { key, words: text.chat.host.looking };
  const { state, server } = host.value;
  const soon = coming.value;
  // Who answers without a model is known with the settings.
  if (soon === "unknown" || (state === "no_model" && layers.value === null)) return { key, words: text.chat.host.looking };
  if (soon === "fetched") return { key, words: ladder.fetched };
  if (soon !== null) return { key, words: text.chat.host.ready(text.models.details.rungs.browser, modelName(soon.id)) };
  if (next.value !== null && layers.value !== null) return onRung(next.value);
  switch (state) {
    case "no_model":
      return { key, words: text.chat.host.noModel, colour: "amber" };
    case "locked":
      return { key, words: text.chat.host.locked, colour: "amber" };
    case "unreachable":
      return { key, words: online.value ? text.offline.stopped : text.offline.offline(waiting.value.length), colour: "amber" };
    case "ready": {
      const provider = providerOf(model.value) ?? server?.providers[0];
      return { key, words: provider === undefined ? modelName(model.value) : text.chat.host.ready(placeOf(provider), modelName(model.value)) };
    }
    default:
      return state satisfies never;
  }
}

/** Who it is on the ladder. */
function onRung({ rung, provider, model }: Next): Statement {
  const key = "host";
  if (provider !== null) return { key, words: text.chat.host.ready(placeOf(provider), modelName(model)) };
  const said = { none: sources.value.some(({ state, attached }) => attached && state === "ready") ? ladder.noneData : ladder.none, browser: ladder.noBrowser, remote: ladder.noRemote, machine: ladder.noMachine }[rung];
  // Who wants no model has what they want.
  return layers.value?.applied.answers === "none" ? { key, words: said } : { key, words: said, colour: "amber" };
}

/** What the matter is with the server, where somebody answers without it. */
function instead(): Statement[] {
  if (next.value?.rung !== "browser" || next.value.provider === null) return [];
  const state = host.value?.state;
  if (state === "locked") return [{ key: "server", words: text.chat.host.locked, colour: "amber" }];
  if (state !== "unreachable") return [];
  return [{ key: "server", words: online.value ? text.chat.host.unreachable : words.offline, colour: "amber" }];
}

/** Nothing unless the database can’t be asked. */
function asking(): Statement[] {
  const database = host.value?.server?.database;
  if (database === undefined || database.state === "ready") return [];
  return [{ key: "database", words: words.database(database.name, database.message ?? ""), ...(database.state === "starting" ? {} : { colour: "brick" }) }];
}

/** Nothing unless the older part of this chat is being condensed, or could not be. */
function condensing(): Statement[] {
  if (condensingHere.value) return [{ key: "memory", words: text.memory.condensing }];
  return failureHere.value === null ? [] : [{ key: "memory", words: failureHere.value, colour: "amber" }];
}

/** Nothing while the history is where it belongs. One that is not kept has a card of its own. */
function storing(): Statement[] {
  if (core.value.kind !== "ready") return [];
  const list: Statement[] = [];
  const status = storeStatus.value;
  const info = storeInfo.value;
  if (status.kind === "waiting") list.push({ key: "store", words: status.reason, colour: "amber" });
  if (status.kind === "failed") list.push({ key: "store", words: status.message, colour: "brick" });
  if (info?.readOnly) list.push({ key: "store", words: info.readOnly, colour: "amber" });
  if ("note" in status && status.note !== undefined) list.push({ key: "tabs", words: status.note, colour: "amber" });
  // The settings show these themselves.
  if (isShown("data")) return list;
  if (task.value !== null) list.push({ key: "task", words: text.storage.progress(task.value.words, task.value.share) });
  else if (notice.value?.trouble) list.push({ key: "task", words: notice.value.words, colour: "brick" });
  else if (notice.value !== null) list.push({ key: "task", words: notice.value.words });
  return list;
}
