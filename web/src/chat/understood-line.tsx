import { useSignal } from "@preact/signals";
import { CornerDownRight, Pencil } from "lucide";
import { useRef } from "preact/hooks";
import { focusField, growField } from "../composer/field.js";
import type { Message } from "../core/protocol.gen.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { isComposing } from "../shared/send-key.js";
import { text } from "../text/en.js";
import type { ChatIntents } from "./intents.js";
import type { Live } from "./live.js";
import { saysMore, understoodOf } from "./understanding.js";
import { useEditor } from "./use-editor.js";

interface Props {
  question: string;
  /** The answer to it, and the turn that makes one. */
  answer: Message | null;
  live: Live | null;
  intents: ChatIntents;
}

const words = text.understanding.line;

/** What a question was taken to mean, where that is not what it says; the reader may know better. */
export function UnderstoodLine({ question, answer, live, intents }: Props) {
  const editing = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const understood = understoodOf(question, answer, live);
  if (understood === null) return null;
  const { as, by, choice } = understood;
  const settled = answer !== null && live === null && answer.status !== "streaming";
  if (editing.value && settled) {
    const end = (now: string | null) => {
      editing.value = false;
      if (now === null) return whenDrawn(() => button.current?.focus());
      intents.turns.again(answer, { understoodAs: now });
      return focusField();
    };
    return <MeaningField content={as || question} end={end} />;
  }
  return (
    <div class="understood">
      <Icon node={CornerDownRight} small />
      <p>
        {choice ? words.chose : words.as} <span dir="auto">{choice || as}</span>
        {!choice && by === "you" && ` ${words.you}`}
      </p>
      {settled && saysMore(as, question) && (
        <button ref={button} type="button" class="plain" aria-label={words.edit} title={words.edit} onClick={() => (editing.value = true)}>
          <Icon node={Pencil} small />
        </button>
      )}
    </div>
  );
}

/** The meaning while it is written anew. Enter asks again, Escape does not. */
function MeaningField({ content, end }: { content: string; end(now: string | null): void }) {
  const field = useEditor(true);
  const empty = useSignal(false);
  const ask = () => {
    const now = field.current?.value.replaceAll(/\s+/g, " ").trim() ?? "";
    empty.value = now === "";
    if (now === "") field.current?.focus();
    else end(now);
  };
  return (
    <form
      class="editor meaning"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <textarea
        ref={field}
        class="editor-field"
        dir="auto"
        rows={1}
        aria-label={words.label}
        aria-invalid={empty.value}
        aria-describedby="meaning-note"
        defaultValue={content}
        onInput={(event) => {
          empty.value = false;
          growField(event.currentTarget);
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === "Enter") ask();
          else if (event.key === "Escape") end(null);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div class="editor-foot">
        <p id="meaning-note" role={empty.value ? "alert" : undefined} data-level={empty.value ? "brick" : undefined}>
          {empty.value ? words.empty : words.note}
        </p>
        <button type="button" class="worded" onClick={() => end(null)}>
          {words.cancel}
        </button>
        <button type="submit" class="worded first">
          {words.ask}
        </button>
      </div>
    </form>
  );
}
