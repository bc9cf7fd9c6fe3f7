import { Share2 } from "lucide";
import { plainName } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import type { Files } from "../composer/files.js";
import { text } from "../text/en.js";
import { forget, shared, takeShared } from "./shared.js";

const words = text.offline.shared;

/** Shows what was shared with the page, and asks whether it belongs into the message. */
export function SharedCard({ files }: { files: Files }) {
  const now = shared.value;
  if (now === null) return null;
  return (
    <section class="card card-shared" role="status" aria-labelledby="shared-title">
      <h2 id="shared-title">
        <Icon node={Share2} />
        {words.title}
      </h2>
      <p>{now.from === null ? words.fromUnknown : words.from(now.from)}</p>
      {now.text !== "" && (
        <pre dir="auto" tabIndex={0}>
          {now.text}
        </pre>
      )}
      {now.files.length > 0 && (
        <ul>
          {now.files.map(({ name }, i) => (
            <li key={i} dir="auto">
              {plainName(name)}
            </li>
          ))}
        </ul>
      )}
      <div class="card-tools">
        <button type="button" class="worded first" onClick={() => void takeShared(files)}>
          {words.add}
        </button>
        <button type="button" class="worded" onClick={() => void forget()}>
          {words.discard}
        </button>
      </div>
    </section>
  );
}
