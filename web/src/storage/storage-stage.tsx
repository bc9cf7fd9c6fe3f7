import { CircleCheck, FileDown, FileUp, HardDriveDownload, HardDriveUpload, Stethoscope, Trash2, TriangleAlert, X, type IconNode } from "lucide";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { withoutHidden } from "../markdown/signs.js";
import { text } from "../text/en.js";
import type { StorageIntents } from "./intents.js";
import { backupFiles, pickFile } from "./save-file.js";
import { tally } from "./storage.js";
import { type Notice, type Question, type Task, notice, question, task } from "./task.js";

interface Props {
  storage: StorageIntents;
}

const words = text.storage;

/** What can be done, or what is being done, or what is asked: one at a time, in one place. */
export function StorageStage({ storage }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const asked = question.value;
  const running = task.value;
  const said = notice.value;
  const stage = asked !== null ? "question" : running !== null ? "task" : said !== null ? "notice" : "actions";

  // What had the focus is gone with the stage before.
  const before = useRef(stage);
  useLayoutEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    place.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, [stage]);

  return (
    <div ref={place} class="storage-stage">
      {asked !== null ? <Ask question={asked} /> : running !== null && <Progress task={running} stop={storage.stop} />}
      {running === null && (
        <>
          {said !== null && <Said notice={said} storage={storage} />}
          <Actions storage={storage} first={said === null} />
        </>
      )}
    </div>
  );
}

function Actions({ storage, first }: Props & { first: boolean }) {
  const pick = async (accept: string, use: (file: File) => void) => {
    const file = await pickFile(accept);
    if (file !== null) use(file);
  };
  const empty = tally.value?.sessions === 0;
  const rows: { key: keyof typeof words.actions; icon: IconNode; act(): void; disabled?: boolean }[] = [
    { key: "backup", icon: HardDriveDownload, act: storage.backup },
    { key: "restore", icon: HardDriveUpload, act: () => void pick(backupFiles, storage.restore) },
    { key: "export", icon: FileDown, act: storage.export, disabled: empty },
    { key: "import", icon: FileUp, act: () => void pick(importFiles, storage.import) },
    { key: "check", icon: Stethoscope, act: storage.check },
    { key: "deleteAll", icon: Trash2, act: storage.deleteAll, disabled: empty },
  ];
  return (
    <ul class="storage-actions" aria-label={words.actionsLabel}>
      {rows.map(({ key, icon, act, disabled = false }, i) => (
        <li key={key}>
          <button type="button" class="storage-action" disabled={disabled} data-first={first && i === 0 ? "" : undefined} onClick={() => act()}>
            <Icon node={icon} />
            <span>
              <span class="storage-action-name">{words.actions[key].name}</span>
              <span class="storage-action-note">{words.actions[key].note}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What the file dialog offers first; what is in a file is looked at in any case. */
const importFiles = ".zip,.json,.jsonl,.ndjson,.txt";

function Progress({ task, stop }: { task: Task; stop(): void }) {
  return (
    <div class="storage-panel" role="group" aria-labelledby="storage-task" tabIndex={-1} data-first>
      <p id="storage-task" class="figures">
        {words.progress(task.words, task.share)}
      </p>
      <progress class="storage-progress" aria-labelledby="storage-task" max={1} {...(task.share === null ? {} : { value: task.share })} />
      {task.stoppable && (
        <div class="card-tools">
          <button type="button" class="worded" onClick={stop}>
            {words.cancel}
          </button>
        </div>
      )}
    </div>
  );
}

function Ask({ question }: { question: Question }) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => panel.current?.focus(), [question]);
  const { title, lines, warning, changes, answers, back, answer } = question;
  return (
    <div ref={panel} class="storage-panel" role="group" aria-labelledby="storage-question" aria-describedby="storage-report" tabIndex={-1} data-first>
      <h3 id="storage-question">{title}</h3>
      <div id="storage-report">
        {lines.map((line) => (
          <p>{withoutHidden(line)}</p>
        ))}
        {warning && <p data-level="amber">{warning}</p>}
        <Details {...changes} />
      </div>
      <div class="card-tools">
        {answers.map(({ key, words, danger }, i) => (
          <button type="button" class={danger ? "worded danger" : i === 0 ? "worded first" : "worded"} onClick={() => answer(key)}>
            {words}
          </button>
        ))}
        <button type="button" class="worded" onClick={() => answer(null)}>
          {back ?? words.cancel}
        </button>
      </div>
    </div>
  );
}

function Said({ notice: { words: sentence, trouble, details, remedy }, storage }: { notice: Notice } & Props) {
  return (
    <div class="storage-panel storage-said" data-level={trouble ? "brick" : "good"} role={trouble ? "alert" : "status"} tabIndex={-1} data-first>
      <Icon node={trouble ? TriangleAlert : CircleCheck} />
      <div>
        <p>{sentence}</p>
        <Details lines={details ?? []} />
        {remedy === "repair" && (
          <div class="card-tools">
            <button type="button" class="worded first" onClick={storage.repair}>
              {words.repair}
            </button>
          </div>
        )}
      </div>
      <button type="button" class="plain" aria-label={words.dismiss} onClick={storage.dismiss}>
        <Icon node={X} small />
      </button>
    </div>
  );
}

function Details({ title, lines }: Question["changes"]) {
  if (lines.length === 0) return null;
  return (
    <details open={title !== undefined}>
      <summary>{title ?? words.details}</summary>
      <ul class="storage-lines" tabIndex={0}>
        {lines.map((line, i) => (
          <li key={i} dir="auto">
            {withoutHidden(line)}
          </li>
        ))}
      </ul>
    </details>
  );
}
