import { Share2 } from "lucide";
import { plainName } from "../markdown/signs.js";
import { forget, shared, takeShared } from "../offline/shared.js";
import { text } from "../text/en.js";
import type { Intents } from "../wiring.js";
import { Icon } from "./icon.js";

const words = text.offline.shared;

/** Shows what was shared with the page, and asks whether it belongs into the message. */
export function SharedCard({ intents }: { intents: Intents }) {
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
        <button type="button" class="worded first" onClick={() => void takeShared(intents.files)}>
          {words.add}
        </button>
        <button type="button" class="worded" onClick={() => void forget()}>
          {words.discard}
        </button>
      </div>
    </section>
  );
}
