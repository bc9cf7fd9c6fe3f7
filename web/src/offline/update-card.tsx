import { type ReadonlySignal, computed, effect, signal } from "@preact/signals";
import { RefreshCw, TriangleAlert } from "lucide";
import { readingAny } from "../composer/state.js";
import { checking } from "../models/host.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { UpdateIntents } from "./intents.js";
import { pin, ready, reloading } from "./service.js";

const words = text.offline.update;

interface Said {
  /** Tells one offer from another, so that "Later" is meant for this one. */
  key: string;
  title: string;
  note: string;
  /** Whether a reload brings the page the server has. */
  helps: boolean;
}

/** What there is to say of versions; null if page and server are one. */
const said: ReadonlySignal<Said | null> = computed(() => {
  const other = pin.value;
  const { title, kept } = text.offline.pin;
  switch (other.kind) {
    case "server old":
      return { key: `server ${other.server}`, title, note: `${text.offline.pin.serverOld(other.page, other.server)} ${kept}`, helps: false };
    case "page old":
      return { key: `page ${other.server}`, title, note: `${text.offline.pin.pageOld(other.page, other.server)} ${kept}`, helps: true };
    case "differs":
      return { key: `differs ${other.version}`, title, note: `${text.offline.pin.differs(other.version)} ${kept}`, helps: true };
    case "same":
      return ready.value === null ? null : { key: `ready ${ready.value.build}`, title: words.ready, note: words.readyNote(ready.value.version), helps: true };
    default:
      return other satisfies never;
  }
});

const dismissed = signal("");
/** What the reader has said to the question whether to reload now. */
const answer = signal<"none" | "asked" | "after">("none");

/** Offers the new version, and says which end is the old one. It is never taken without a word of the reader. */
export function UpdateCard({ intents }: { intents: UpdateIntents }) {
  const now = said.value;
  const { answering } = intents;
  if (now === null || dismissed.value === now.key) return null;
  const reload = () => {
    if (answering.peek() || readingAny.peek()) answer.value = "asked";
    else void intents.service.reload();
  };
  const after = () => {
    answer.value = "after";
    const stop = effect(() => {
      if (answering.value) return;
      queueMicrotask(() => stop());
      void intents.service.reload();
    });
  };
  return (
    <section class="card card-update" data-level={now.title === words.ready ? undefined : "amber"} role="status" aria-labelledby="update-title">
      <div>
        <h2 id="update-title">
          <Icon node={now.title === words.ready ? RefreshCw : TriangleAlert} />
          {now.title}
        </h2>
        <p>{noteOf(now, answering.value)}</p>
      </div>
      <div class="card-tools">
        {answer.value === "asked" && now.helps && (
          <>
            <button type="button" class="worded first" onClick={() => void intents.service.reload()}>
              {words.anyway}
            </button>
            {answering.value && (
              <button type="button" class="worded" onClick={after}>
                {words.after}
              </button>
            )}
          </>
        )}
        {answer.value === "none" && now.helps && (
          <button type="button" class="worded first" disabled={reloading.value === "fetching"} onClick={reload}>
            {words.reload}
          </button>
        )}
        {!now.helps && (
          <button type="button" class="worded first" disabled={checking.value} onClick={() => void intents.host.check()}>
            {text.offline.pin.check}
          </button>
        )}
        <button type="button" class="worded" onClick={() => ((dismissed.value = now.key), (answer.value = "none"))}>
          {words.later}
        </button>
      </div>
    </section>
  );
}

function noteOf({ note }: Said, answering: boolean): string {
  if (answer.value === "asked") return [answering ? words.answering : "", readingAny.value ? words.attached : ""].filter((part) => part !== "").join(" ") || note;
  if (answer.value === "after") return words.waits;
  if (reloading.value === "fetching") return words.fetching;
  return reloading.value === "refused" ? words.refused : note;
}
