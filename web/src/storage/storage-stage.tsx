import { useSignal } from "@preact/signals";
import { CircleCheck, FileDown, FileUp, HardDriveDownload, HardDriveUpload, Stethoscope, TriangleAlert, X, type IconNode } from "lucide";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { plainName, withoutHidden } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { type Question, question } from "./backup.js";
import type { StorageIntents } from "./intents.js";
import { backupFiles, pickFile } from "./save-file.js";
import { tally } from "./storage.js";
import { type Notice, type Task, notice, task } from "./task.js";

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
const importFiles = ".jsonl,.ndjson,.json,.txt";

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

function Ask({ question: { name, report, answer } }: { question: Question }) {
  const sure = useSignal(false);
  const panel = useRef<HTMLDivElement>(null);
  const turn = (to: boolean) => {
    sure.value = to;
    panel.current?.focus();
  };
  const here = tally.value ?? { sessions: 0, messages: 0 };
  const { newSessions, newMessages, changedSessions, verified, problems } = report;
  return (
    <div ref={panel} class="storage-panel" role="group" aria-labelledby="storage-question" aria-describedby="storage-report" tabIndex={-1} data-first>
      <h3 id="storage-question">{sure.value ? words.sureTitle : words.question(plainName(name))}</h3>
      {sure.value ? (
        <div id="storage-report">
          <p>{words.sure(here.sessions, here.messages)}</p>
        </div>
      ) : (
        <div id="storage-report">
          <p>{words.report(report.sessions, report.messages)}</p>
          {newSessions + newMessages > 0 && <p>{words.reportNew(newSessions, newMessages)}</p>}
          {changedSessions > 0 && <p>{words.reportChanged(changedSessions)}</p>}
          {newSessions + newMessages + changedSessions === 0 && <p>{words.reportSame}</p>}
          {!verified && <p data-level="amber">{words.unverified}</p>}
          <Details lines={problems} />
        </div>
      )}
      <div class="card-tools">
        {sure.value ? (
          <>
            <button type="button" class="worded danger" onClick={() => answer("replace")}>
              {words.replace}
            </button>
            <button type="button" class="worded" onClick={() => turn(false)}>
              {words.back}
            </button>
          </>
        ) : (
          <>
            <button type="button" class="worded first" onClick={() => answer("merge")}>
              {words.merge}
            </button>
            <button type="button" class="worded" onClick={() => turn(true)}>
              {words.replace}
            </button>
            <button type="button" class="worded" onClick={() => answer(null)}>
              {words.cancel}
            </button>
          </>
        )}
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

function Details({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{words.details}</summary>
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
