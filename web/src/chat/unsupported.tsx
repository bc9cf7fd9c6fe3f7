import { ChevronRight } from "lucide";
import type { Message, Sentence } from "../core/protocol.gen.js";
import { withoutHidden } from "../markdown/signs.js";
import { Cited } from "../prose/cited.js";
import { Icon } from "../shared/icon.js";
import { checks } from "../text/checks.js";
import { useMarks } from "./marks.js";
import { placesOf, wordsOfSentence } from "./sentences.js";

export interface UnsupportedProps {
  message: Message;
  sentences: readonly Sentence[];
}

/**
 * Marks sentences of an answer that don't match the sources they cite, with a dotted line
 * below each, and lists them below the answer with the reason.
 */
export function UnsupportedNote({ message, sentences }: UnsupportedProps) {
  const { uid, content } = message;
  useMarks(uid, "not-in-sources", JSON.stringify([content, sentences]), (text) =>
    placesOf(text, content, sentences).flatMap((range, i) => {
      const sentence = sentences[i];
      return range === null || sentence === undefined ? [] : [{ range, title: whyOf(sentence).join("") }];
    }),
  );
  const [marked, rest] = checks.note(sentences.length, sentences[0]?.sources.length ?? 1);
  return (
    <div class="unsupported" role="note" data-kind="unsupported">
      <details class="unfolds">
        <summary>
          <Icon node={ChevronRight} small />
          <span>
            <span class="unsupported-mark">{marked}</span>
            {rest}
          </span>
        </summary>
        <ul>
          {sentences.map((sentence, i) => {
            const [before, cited, after] = whyOf(sentence);
            return (
              <li key={i}>
                <p dir="auto">
                  <Cited text={withoutHidden(wordsOfSentence(sentence))} />
                </p>
                <p dir="auto">
                  {before}
                  <Cited text={cited} />
                  {after}
                </p>
              </li>
            );
          })}
        </ul>
      </details>
    </div>
  );
}

/** Why a sentence is marked: what stands before the numbers of its sources, the numbers, and what stands behind. */
function whyOf({ sources, strange = "", quote = "" }: Sentence): readonly [string, string, string] {
  const n = sources.length;
  const { why } = checks;
  const [before, after] = strange !== "" ? why.strange(withoutHidden(strange)) : quote !== "" ? why.quote(withoutHidden(quote), n) : why.silent(n);
  return [before, `[${sources.join(", ")}]`, after];
}
