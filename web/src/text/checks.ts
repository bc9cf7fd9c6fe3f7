// What is said about sentences that don't match their sources, in English: part of the
// catalogue in en.ts, and in the script of what comes later.

import { number } from "./format.js";

export const checks = {
  /** The first part is drawn as the sentences are marked. */
  note: (sentences: number, sources: number) =>
    sentences === 1 ? (["One sentence", ` doesn’t match the ${sources === 1 ? "source" : "sources"} it cites.`] as const) : ([`${number(sentences)} sentences`, " don’t match the sources they cite."] as const),
  /** What stands before the numbers of the sources, and behind them. */
  why: {
    strange: (strange: string) => [`“${strange}” isn’t in `, "."] as const,
    quote: (quote: string, sources: number) => ["", `${sources === 1 ? " says" : " say"}: “${quote}”`] as const,
    silent: (sources: number) => ["", sources === 1 ? " doesn’t say this." : " don’t say this."] as const,
  },

  setting: {
    title: "Documents",
    checking: "Check answers against documents",
    ways: { model: "With a model", local: "By numbers and names only", off: "Off" },
    help: "With a model, the model reads the cited passages again: one more request for each answer that cites documents. Sentences that don’t match are corrected once, and marked if they still don’t match.",
  },
};
