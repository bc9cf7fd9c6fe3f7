import { useSignal } from "@preact/signals";
import { HardDrive, ShieldCheck, TriangleAlert, type IconNode } from "lucide";
import { useEffect } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import { number } from "../text/format.js";
import type { StorageIntents } from "./intents.js";
import { StorageStage } from "./storage-stage.js";
import { lastBackup, persisted, space, storeInfo, storeStatus, tally } from "./storage.js";

interface Props {
  storage: StorageIntents;
}

const words = text.storage;

/** How the history is kept, in words and numbers, and what can be done with it. */
export function StorageView({ storage }: Props) {
  const dropping = useSignal(false);
  useEffect(() => storage.refresh(), []);
  // The page behind attaches the files that are dropped on it; these are for the history.
  const over = (event: DragEvent) => {
    event.stopPropagation();
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    dropping.value = true;
  };
  const leave = (event: DragEvent & { currentTarget: HTMLElement }) => {
    event.stopPropagation();
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) dropping.value = false;
  };
  const drop = (event: DragEvent) => {
    event.stopPropagation();
    event.preventDefault();
    dropping.value = false;
    void storage.take([...(event.dataTransfer?.files ?? [])]);
  };
  return (
    <section class="storage" aria-label={words.title} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      <State persist={storage.persist} />
      <Space />
      <Facts />
      <StorageStage storage={storage} />
      {dropping.value && <p class="drop storage-drop">{words.drop}</p>}
    </section>
  );
}

interface Condition {
  icon: IconNode;
  sentence: string;
  /** Says more, in a line of its own. */
  note?: string | undefined;
  level?: "good" | "amber" | "brick";
  /** Whether there is something that the browser could promise to keep. */
  askable?: boolean;
}

/** How the history is, in one sentence. */
function condition(): Condition {
  const status = storeStatus.value;
  switch (status.kind) {
    case "starting":
      return { icon: HardDrive, sentence: words.state.opening };
    case "waiting":
      return { icon: TriangleAlert, sentence: status.reason, level: "amber" };
    case "failed":
      return { icon: TriangleAlert, sentence: status.message, note: words.state.retried, level: "brick" };
    default:
  }
  const info = storeInfo.value;
  if (info?.kept === false) return { icon: TriangleAlert, sentence: words.state.memory, note: info.reason, level: "amber" };
  if (info?.readOnly) return { icon: TriangleAlert, sentence: info.readOnly, note: status.note, level: "amber" };
  const { note } = status;
  if (persisted.value === null) return { icon: HardDrive, sentence: words.state.plain, note };
  return persisted.value
    ? { icon: ShieldCheck, sentence: words.state.safe, note, level: "good" }
    : { icon: HardDrive, sentence: words.state.kept, note, askable: (tally.value?.sessions ?? 0) > 0 };
}

function State({ persist }: { persist(): void }) {
  const { icon, sentence, note, level, askable } = condition();
  return (
    <div class="storage-state" data-level={level}>
      <Icon node={icon} />
      <div>
        <p>{sentence}</p>
        {note !== undefined && <p class="storage-note">{note}</p>}
        {askable && (
          <button type="button" class="worded storage-persist" onClick={persist}>
            {words.persist}
          </button>
        )}
      </div>
    </div>
  );
}

function Space() {
  const given = space.value;
  if (given === null || given.quota === 0 || storeInfo.value?.kept !== true) return null;
  const used = words.used(given.used);
  const free = words.free(Math.max(0, given.quota - given.used));
  return (
    <div class="storage-space figures">
      <div
        class="storage-meter"
        role="meter"
        aria-label={words.space}
        aria-valuemin={0}
        aria-valuemax={given.quota}
        aria-valuenow={Math.min(given.used, given.quota)}
        aria-valuetext={`${used}, ${free}`}
      >
        <span style={{ inlineSize: `${(100 * given.used) / given.quota}%` }} />
      </div>
      <p aria-hidden="true">
        <span>{used}</span>
        <span>{free}</span>
      </p>
    </div>
  );
}

function Facts() {
  const counted = tally.value;
  if (storeInfo.value === null || counted === null) return null;
  return (
    <dl class="keys storage-facts figures">
      {counted.sessions === 0 ? (
        <div>
          <dt>{words.none}</dt>
        </div>
      ) : (
        <>
          <Fact name={words.conversations} value={number(counted.sessions)} />
          <Fact name={words.messages} value={number(counted.messages)} />
        </>
      )}
      {(counted.sessions > 0 || lastBackup.value !== null) && (
        <Fact name={words.lastBackup} value={lastBackup.value === null ? words.never : words.moment(lastBackup.value)} />
      )}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
