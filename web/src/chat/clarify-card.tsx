import { useSignal } from "@preact/signals";
import { MessageCircleQuestionMark } from "lucide";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { focusField } from "../composer/field.js";
import { hasDraft } from "../composer/state.js";
import type { Clarify, Message } from "../core/protocol.gen.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { sheet, touch } from "../shared/layout.js";
import { isMenuOpen } from "../shared/menu.js";
import { isComposing } from "../shared/send-key.js";
import { withoutHidden } from "../markdown/signs.js";
import { text } from "../text/en.js";
import type { ChatIntents } from "./intents.js";
import type { Live } from "./live.js";
import { isWriting, refused } from "./understanding.js";

export interface ClarifyProps {
  message: Message;
  clarify: Clarify;
  /** The turn that goes on with what was chosen. */
  live: Live | null;
  intents: ChatIntents;
  /** Takes the choice, where it is not the turn that waits for it: then there is nothing to write, and these words take none. */
  choose?(choice: string): void;
  just?: string;
}

const words = text.understanding.card;

/** What the reader is asked before there is an answer. Digits choose, and whoever writes is let write. */
export function ClarifyCard({ message, clarify, live, intents, choose: take, just = words.just }: ClarifyProps) {
  const box = useRef<HTMLElement>(null);
  const other = useSignal(false);
  const { question, choices } = clarify;
  const running = live !== null;
  const chosen = live?.act.kind === "resume" ? live.act.choice : undefined;
  const said = refused.value?.message === message.uid ? refused.value.words : null;
  const choose = (choice: string) => {
    refused.value = null;
    if (take === undefined) intents.turns.clarify(message, choice);
    else take(choice);
  };
  useEffect(() => {
    const { activeElement } = document;
    const within = activeElement === document.body || box.current?.contains(activeElement);
    const idle = !hasDraft.peek() && !isWriting(activeElement) && sheet.peek() === null && !isMenuOpen();
    if (!running && idle) box.current?.querySelector<HTMLElement>(".choice, .worded")?.focus({ preventScroll: true });
    // What was pressed goes with the card. On a touch screen the keyboard would come up.
    if (running && within && !touch.peek()) focusField();
  }, [message.uid, running]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLInputElement) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      focusField();
    } else if (event.key.length === 1 && !/[\s\d]/.test(event.key)) {
      // The letter itself goes there too.
      focusField();
    }
  };
  return (
    <section ref={box} class="clarify" role="group" aria-label={words.label(withoutHidden(question))} aria-busy={running} onKeyDown={onKeyDown}>
      <p class="clarify-question">
        <Icon node={MessageCircleQuestionMark} />
        <span dir="auto">{withoutHidden(question)}</span>
      </p>
      <ol>
        {choices.map((choice, i) => (
          <li key={i}>
            <button
              type="button"
              class="choice"
              disabled={running}
              data-chosen={chosen === choice.text ? "" : undefined}
              aria-pressed={running ? chosen === choice.text : undefined}
              aria-keyshortcuts={take === undefined ? String(i + 1) : undefined}
              onClick={() => choose(choice.text)}
            >
              {take === undefined && <kbd aria-hidden="true">{i + 1}</kbd>}
              <span>
                <span class="choice-text" dir="auto">
                  {withoutHidden(choice.text)}
                </span>
                {choice.as !== "" && choice.as !== choice.text && <span class="choice-as">{words.as(choice.as)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {other.value && <OtherField running={running} ask={choose} close={() => (other.value = false)} />}
      {said !== null && (
        <p class="clarify-refused" role="alert">
          {said}
        </p>
      )}
      <div class="clarify-foot">
        {!other.value && take === undefined && (
          <button type="button" class="worded small" disabled={running} onClick={() => (other.value = true)}>
            {words.other}
          </button>
        )}
        <button type="button" class="worded small" disabled={running} data-chosen={chosen === "" ? "" : undefined} onClick={() => choose("")}>
          {just}
        </button>
        {!touch.value && take === undefined && <span aria-hidden="true">{words.keys(choices.length)}</span>}
      </div>
    </section>
  );
}

/** What none of the choices says. */
function OtherField({ running, ask, close }: { running: boolean; ask(own: string): void; close(): void }) {
  const field = useRef<HTMLInputElement>(null);
  const empty = useSignal(false);
  useLayoutEffect(() => field.current?.focus(), []);
  const cancel = () => {
    const foot = field.current?.closest(".clarify")?.querySelector(".clarify-foot");
    close();
    whenDrawn(() => foot?.querySelector<HTMLElement>("button")?.focus());
  };
  return (
    <form
      class="clarify-other"
      onSubmit={(event) => {
        event.preventDefault();
        const own = field.current?.value.trim() ?? "";
        empty.value = own === "";
        if (own !== "") ask(own);
      }}
    >
      <input
        ref={field}
        class="input"
        dir="auto"
        maxLength={2000}
        disabled={running}
        aria-label={words.otherLabel}
        placeholder={words.otherHint}
        aria-invalid={empty.value}
        onInput={() => (empty.value = false)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || isComposing(event)) return;
          event.preventDefault();
          event.stopPropagation();
          cancel();
        }}
      />
      <button type="submit" class="worded first" disabled={running}>
        {words.otherAsk}
      </button>
      {empty.value && (
        <p class="clarify-refused" role="alert">
          {words.otherEmpty}
        </p>
      )}
    </form>
  );
}
