// What is said about the FAQ, in English: part of the catalogue in en.ts.

import { count } from "./amounts.js";
import { number, plural } from "./format.js";

export const faq = {
  title: "FAQ",
  lead: "Questions with the answers you have agreed on. A question in this list is answered at once, without a model and without a network. A similar question goes to the model together with the answer; below its reply you can say that the answer fits.",
  close: "Close",
  filter: "Filter the FAQ",
  filterHint: "Filter",
  add: "Add a question",
  importCSV: "Import CSV",
  exportCSV: "Export CSV",
  none: "No questions yet. Add one, or import a spreadsheet saved as CSV with a question and its answer in each row.",
  noneFound: "No question or answer has these words.",
  pairs: (n: number) => count(n, "question", "questions"),
  also: (n: number) => (n === 0 ? "" : `${number(n)} other ${plural(n, "wording", "wordings")}`),
  clash: "Another question here asks the same and has a different answer. Neither is used until you change or delete one.",
  edit: (question: string) => `Edit: ${question}`,
  remove: (question: string) => `Delete: ${question}`,
  removed: "Question deleted.",
  question: "Question",
  answer: "Answer",
  wordings: "Other wordings, one per line",
  save: "Save",
  cancel: "Cancel",
  saved: "Question saved.",
  preview: (added: number, changed: number, same: number) =>
    added + changed === 0 ? (same === 0 ? "There’s nothing to import in this file." : "Everything in this file is already here.") : `Import ${[added > 0 ? `${number(added)} new` : "", changed > 0 ? `${number(changed)} changed` : ""].filter(Boolean).join(" and ")} ${plural(added + changed, "question", "questions")}?`,
  imported: (added: number, changed: number) => `${[added > 0 ? `${count(added, "question", "questions")} added` : "", changed > 0 ? `${count(changed, "question", "questions")} changed` : ""].filter(Boolean).join(", ")}.`,
  problem: (row: number, why: string) => `Row ${number(row)}: ${why}`,
  leftOut: (n: number) => count(n, "row will be left out:", "rows will be left out:"),
  import: "Import",
  notText: "This isn’t a text file. Save your spreadsheet as CSV with UTF-8.",
  csv: "Comma-separated values",

  /** Below an answer. */
  from: "From the FAQ",
  noModel: "No model was asked.",
  ask: "Ask the model",
  adopt: "Use this answer next time",
  adopted: "The FAQ will answer this question next time.",
  gone: "This question is no longer in the FAQ.",
};
