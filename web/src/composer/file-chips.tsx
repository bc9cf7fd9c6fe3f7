import { FileText, X } from "lucide";
import { Icon } from "../shared/icon.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import type { Files } from "./files.js";
import { attachments, type Attachment, count } from "./state.js";

interface Props {
  files: Files;
}

/** The files that are counted beside the text, above it on the same surface. */
export function FileChips({ files }: Props) {
  return (
    <ul class="files" aria-label={text.files.label}>
      {attachments.value.map((file) => (
        <li key={file.id} class="file" data-refused={file.progress.kind === "refused"}>
          <Icon node={FileText} />
          <span class="file-words">
            <span class="file-name" dir="auto" title={plainName(file.name)}>
              {plainName(file.name)}
            </span>
            <span class="file-state figures">{describe(file)}</span>
          </span>
          {file.pasted && (
            <button type="button" class="worded file-unpaste" aria-description={plainName(file.name)} onClick={() => files.unpaste(file.id)}>
              {text.files.unpaste}
            </button>
          )}
          <button type="button" class="plain" aria-label={removal(file)} onClick={() => files.remove(file.id)}>
            <Icon node={X} small />
          </button>
          {file.progress.kind === "counting" && (
            <progress class="file-progress" aria-label={text.files.progress(plainName(file.name))} value={file.progress.share} max={1} />
          )}
        </li>
      ))}
    </ul>
  );
}

function describe({ bytes, progress }: Attachment): string {
  switch (progress.kind) {
    case "counting":
      return text.files.counting(progress.share);
    case "counted":
      return `${text.files.size(bytes)} · ${text.count.tokens(progress.tokens, count.value?.estimate ?? false)}`;
    case "refused":
      return progress.reason;
    default:
      return progress satisfies never;
  }
}

function removal({ name, progress }: Attachment): string {
  return progress.kind === "counting" ? text.files.cancel(plainName(name)) : text.files.remove(plainName(name));
}
