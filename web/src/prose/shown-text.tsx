import type { ComponentChild } from "preact";
import { codesOf, nameOf, runsOf } from "../markdown/signs.js";
import { text as words } from "../text/en.js";

/**
 * Text with a label at each hidden character. The label is drawn by the style sheet,
 * so that what is selected and copied is the text as it came.
 */
export function shown(text: string): ComponentChild {
  const runs = runsOf(text);
  if (runs.length === 1 && runs[0]?.hidden === false) return text;
  return runs.map((run) => (run.hidden ? sign(run.text) : run.text));
}

/** A run of hidden characters, with its label. */
export function sign(run: string): ComponentChild {
  return (
    <bdi class="sign" data-sign={nameOf(run)} title={words.markdown.hidden(codesOf(run))}>
      {run}
    </bdi>
  );
}
