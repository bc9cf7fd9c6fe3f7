import { FileText, X } from "lucide";
import { Remarks } from "../documents/remarks.js";
import { plainName } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { Files } from "./files.js";
import { attachments, type Attachment, count } from "./state.js";
import { versions } from "./versions.js";

interface Props {
  files: Files;
}

const words = text.documents;

/** The files that go along with the question, above it on the same surface. */
export function FileChips({ files }: Props) {
  return (
    <ul class="files" aria-label={text.files.label}>
      {inOrder(attachments.value).map((file) => (
        <li key={file.id} class="file" data-refused={file.progress.kind === "refused"}>
          <Icon node={FileText} />
          <span class="file-words">
            <span class="file-name" dir="auto" title={plainName(file.name)}>
              {plainName(file.name)}
            </span>
            <span class="file-state figures">
              {describe(file)}
              {versions.value.some(({ id }) => id === file.id) && <span class="file-newer"> · {text.files.newer}</span>}
            </span>
          </span>
          {file.progress.kind === "ready" && file.progress.document.warnings !== undefined && file.progress.document.warnings.length > 0 && <Remarks remarks={file.progress.document.warnings} />}
          {file.pasted && (
            <button type="button" class="worded file-unpaste" aria-description={plainName(file.name)} onClick={() => files.unpaste(file.id)}>
              {text.files.unpaste}
            </button>
          )}
          <button type="button" class="plain" aria-label={removal(file)} onClick={() => files.remove(file.id)}>
            <Icon node={X} small />
          </button>
          {file.progress.kind === "reading" && (
            <progress class="file-progress" aria-label={labelOf(file.name, file.progress.isRead)} value={file.progress.share} max={1} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** What needs the reader's attention stands first: of many files not all are in sight. */
function inOrder(files: readonly Attachment[]): readonly Attachment[] {
  const isRefused = ({ progress }: Attachment) => progress.kind === "refused";
  return [...files.filter(isRefused), ...files.filter((file) => !isRefused(file))];
}

function describe({ bytes, progress }: Attachment): string {
  switch (progress.kind) {
    case "reading":
      return progress.isRead === true ? text.files.saving(progress.share) : words.reading(progress.share);
    case "ready":
      return `${words.size(bytes)} · ${text.count.tokens(progress.document.tokens ?? 0, count.value?.encoding !== keptEncoding)}`;
    case "refused":
      return progress.reason;
    default:
      return progress satisfies never;
  }
}

/** The encoding in which documents are counted once, whoever reads them. */
const keptEncoding = "cl100k_base";

function labelOf(name: string, isRead = false): string {
  return isRead ? text.files.savingLabel(plainName(name)) : words.readingLabel(plainName(name));
}

function removal({ name, progress }: Attachment): string {
  if (progress.kind !== "reading") return text.files.remove(plainName(name));
  return progress.isRead === true ? text.files.cancel(plainName(name)) : words.cancel(plainName(name));
}
