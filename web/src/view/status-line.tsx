import { Fragment } from "preact";
import { core, count, level, online, share, storageOpen, trouble } from "../state.js";
import { storeInfo, storeStatus } from "../storage.js";
import { notice, task } from "../task.js";
import { text } from "../text/en.js";

interface Props {
  retry(): void;
}

const words = text.status;

/** Who counts, how, and how well; what of the history needs to be known: one line, in words. */
export function StatusLine({ retry }: Props) {
  return (
    <p id="status" class="status">
      {statements().map(({ key, words, colour }, i) => (
        <Fragment key={key}>
          {i > 0 && " · "}
          <span data-level={colour}>{words}</span>
        </Fragment>
      ))}
      {trouble.value !== null && (
        <>
          {" "}
          <button type="button" class="linked" onClick={retry}>
            {words.retry}
          </button>
        </>
      )}
      {(task.value !== null || notice.value !== null) && !storageOpen.value && (
        <>
          {" "}
          <button type="button" class="linked" onClick={() => (storageOpen.value = true)}>
            {text.storage.details}
          </button>
        </>
      )}
    </p>
  );
}

interface Statement {
  key: string;
  words: string;
  colour?: string;
}

function statements(): Statement[] {
  return [...counting(), ...storing()];
}

function counting(): Statement[] {
  if (core.value.kind === "stopped") return [{ key: "core", words: words.stopped }];
  if (trouble.value !== null) return [{ key: "core", words: trouble.value, colour: "brick" }];
  const counted = count.value;
  if (core.value.kind === "starting" || counted === null) return [{ key: "core", words: words.starting }];

  const list: Statement[] = [
    { key: "core", words: words.ready },
    { key: "encoding", words: counted.encoding },
    { key: "exact", words: counted.estimate ? words.estimate : words.exact },
  ];
  const part = share.value ?? 0;
  if (part > 1) list.push({ key: "window", words: words.over, colour: level.value });
  else if (level.value !== "calm") list.push({ key: "window", words: words.near(part), colour: level.value });
  if (!online.value) list.push({ key: "network", words: words.offline });
  return list;
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
  // The sheet shows these itself.
  if (storageOpen.value) return list;
  if (task.value !== null) list.push({ key: "task", words: text.storage.progress(task.value.words, task.value.share) });
  else if (notice.value?.trouble) list.push({ key: "task", words: notice.value.words, colour: "brick" });
  else if (notice.value !== null) list.push({ key: "task", words: notice.value.words });
  return list;
}
