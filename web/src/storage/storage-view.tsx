import { useSignal } from "@preact/signals";
import { HardDrive, ShieldCheck, TriangleAlert, type IconNode } from "lucide";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import { number } from "../text/format.js";
import { folder, ownCopy, trouble, wanted } from "./copies.js";
import type { StorageIntents } from "./intents.js";
import { StorageStage } from "./storage-stage.js";
import { lastBackup, persisted, space, storeInfo, storeStatus, tally } from "./storage.js";

interface Props {
  storage: StorageIntents;
}

const words = text.storage;

/** How the history is kept, in words and numbers, and what can be done with it. */
export function StorageView({ storage }: Props) {
  const place = useRef<HTMLElement>(null);
  const dropping = useFileDrop(place, storage);
  useEffect(() => storage.refresh(), []);
  return (
    <section ref={place} class="storage" aria-label={words.title}>
      <State persist={storage.persist} />
      <Space />
      <Facts />
      <CopySwitch storage={storage} />
      <StorageStage storage={storage} />
      {dropping.value && <p class="drop storage-drop">{words.drop}</p>}
    </section>
  );
}

/** Takes files that are dropped anywhere on the sheet. The page behind attaches those that are dropped on it; these are for the history. */
function useFileDrop(place: RefObject<HTMLElement | null>, storage: StorageIntents) {
  const dropping = useSignal(false);
  useEffect(() => {
    const sheet = place.current?.closest("dialog");
    if (!sheet) return;
    const over = (event: DragEvent) => {
      event.stopPropagation();
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      dropping.value = true;
    };
    const leave = (event: DragEvent) => {
      event.stopPropagation();
      if (!sheet.contains(event.relatedTarget as Node | null)) dropping.value = false;
    };
    const drop = (event: DragEvent) => {
      event.stopPropagation();
      event.preventDefault();
      dropping.value = false;
      storage.take([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = new AbortController();
    sheet.addEventListener("dragover", over, listeners);
    sheet.addEventListener("dragleave", leave, listeners);
    sheet.addEventListener("drop", drop, listeners);
    return () => listeners.abort();
  }, []);
  return dropping;
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

/** Whether the program on this machine keeps a copy. Without it there is nothing to turn on, but what is on can be turned off. */
function CopySwitch({ storage }: Props) {
  if (storeInfo.value?.kept !== true || (folder.value === null && !wanted.value)) return null;
  const last = ownCopy();
  return (
    <div class="setting setting-switch">
      <div class="setting-head">
        <label for="setting-copies">{words.copies.name}</label>
      </div>
      <input
        id="setting-copies"
        class="switch"
        type="checkbox"
        role="switch"
        checked={wanted.value}
        aria-describedby="setting-copies-help setting-copies-state"
        onChange={({ currentTarget: { checked } }) => storage.wantCopies(checked)}
      />
      <p id="setting-copies-help" class="setting-help">
        {words.copies.help}
      </p>
      {wanted.value && (
        <p id="setting-copies-state" class="storage-note" role="status" data-level={trouble.value === "" ? undefined : "brick"} title={folder.value ?? undefined}>
          {trouble.value !== "" ? trouble.value : last === null ? words.copies.none : words.copies.last(last.at, last.bytes)}
        </p>
      )}
    </div>
  );
}
