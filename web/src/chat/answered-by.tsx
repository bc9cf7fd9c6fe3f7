import { AppWindow, CornerDownRight, MessageCircleQuestion } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Answer as Stats, Message, Source } from "../core/protocol.gen.js";
import { couldAdopt } from "../faq/faq.js";
import { path } from "../history/conversation.js";
import { addKey, useOllama } from "../models/add-key.js";
import { nameAndSize } from "../models/model-name.js";
import { Icon } from "../shared/icon.js";
import { narrow, showSidebar } from "../shared/layout.js";
import { addressOf, session as shown } from "../shared/route.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { shortDate } from "../text/format.js";
import type { ChatIntents } from "./intents.js";
import type { Live } from "./live.js";
import { leads, numberOf } from "./sources.js";

const words = text.models;

interface Props {
  message: Message;
  stats: Stats;
  last: boolean;
}

/** Whether a line of its own names the model: none has answered where nothing was said. */
export function saysModel({ content }: Message, { rung, fell }: Stats): boolean {
  return rung === "browser" && fell === undefined && content !== "";
}

/** Who answered, where that is not what the reader may take for granted; and why. */
export function AnsweredBy({ message, stats, last }: Props) {
  const { rung, fell, model = "" } = stats;
  // An answer without a model says so itself, and the card above the composer why.
  if (rung === "none") return null;
  if (fell !== undefined) return <Note rung={rung}>{fell}</Note>;
  if (!saysModel(message, stats)) return null;
  const { name, size } = nameAndSize(model);
  if (!last) return <Note rung={rung}>{words.note.short(name)}</Note>;
  return (
    <Note rung={rung}>
      {words.note.browser(name, size)}{" "}
      <span class="answered-ways">
        <button type="button" class="linked" onClick={addKey}>
          {text.chat.host.addKey}
        </button>
        {" · "}
        <button type="button" class="linked" onClick={useOllama}>
          {words.note.ollama}
        </button>
      </span>
    </Note>
  );
}

/** As soon as another one answers than was to. */
export function FellNow({ live }: { live: Live }) {
  const fell = live.fell.value;
  return fell === null || fell.rung === "none" ? null : <Note rung={fell.rung}>{fell.message}</Note>;
}

/** An answer that the FAQ had: whose question it is, and a way to the model. */
export function FromFAQ({ question, ask }: { question: string; ask(): void }) {
  return (
    <p class="answered-by">
      <Icon node={MessageCircleQuestion} small />
      <span>
        {text.faq.from}: “<bdi>{plainName(question)}</bdi>”. {text.faq.noModel}{" "}
        <button type="button" class="linked" onClick={ask}>
          {text.faq.ask}
        </button>
      </span>
    </p>
  );
}

function Note({ rung, children }: { rung: Stats["rung"]; children: ComponentChildren }) {
  return (
    <p class="answered-by">
      <Icon node={rung === "browser" ? AppWindow : CornerDownRight} small />
      <span>{children}</span>
    </p>
  );
}

/**
 * What an answer quotes, in the order of its numbers. Each leads to where it was said; a
 * pair of the FAQ can take in the question that it was near to, unless that leans on the
 * chat and says nothing alone: then `asked` is null.
 */
export function SourceList({ sources, asked, intents }: { sources: readonly Source[]; asked: string | null; intents: ChatIntents }) {
  const open = (event: MouseEvent & { currentTarget: HTMLElement }, source: Source) => {
    // A reader who asks for a new tab gets one.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (narrow.peek()) showSidebar(false);
    void intents.sources.leadTo(source, event.currentTarget);
  };
  return (
    <nav class="source-list figures" aria-label={words.sources.title}>
      <ol>
        {sources.map((source, i) => (
          <li key={i}>
            {!leads(source) ? (
              <span class="source-link" data-number={numberOf(source, i)}>
                <SourceWords source={source} />
              </span>
            ) : (
              <a class="source-link" data-number={numberOf(source, i)} href={addressOf(source.session ?? shown.value)} onClick={(event) => open(event, source)}>
                <SourceWords source={source} />
              </a>
            )}
            {source.kind === "faq" && source.id !== undefined && asked !== null && <Adopt pair={source.id} asked={asked} intents={intents} />}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Has a pair of the FAQ take in the question of an answer, as long as it has not. */
function Adopt({ pair, asked, intents: { faq } }: { pair: string; asked: string; intents: ChatIntents }) {
  useEffect(() => faq.know(), []);
  const question = path.value?.messages.find(({ uid }) => uid === asked)?.content;
  if (question === undefined || !couldAdopt(pair, question)) return null;
  return (
    <button type="button" class="linked source-act" onClick={() => void faq.adopt(pair, question)}>
      {text.faq.adopt}
    </button>
  );
}

/** What a source is called, and where in it the place is, or who said it when. */
function SourceWords({ source: { name, place, heading, role, at } }: { source: Source }) {
  const said = role === undefined || at === undefined ? "" : words.sources.of(words.sources.by[role], shortDate(at));
  const where = [place, said].filter(Boolean).join(" · ");
  return (
    <>
      <span class="source-name" dir="auto">
        {plainName(name) || text.chat.unnamed}
      </span>
      <span class="source-note">
        {heading !== undefined && <span class="source-heading">{heading}</span>}
        {where !== "" && <span class="source-place">{heading === undefined ? where : ` · ${where}`}</span>}
      </span>
    </>
  );
}
