/**
 * A text file as part of a question: its name, and its text in a fence of Markdown
 * that is longer than any in the text.
 */
export function fenced(name: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const language = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  return `${name}:\n${fence}${language}\n${text}${end}${fence}`;
}

/** A question with its files below it. */
export function withFiles(question: string, files: readonly { name: string; text: string }[]): string {
  return [question, ...files.map(({ name, text }) => fenced(name, text))].filter((part) => part !== "").join("\n\n");
}
