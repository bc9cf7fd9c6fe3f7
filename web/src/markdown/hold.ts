// The end of an answer that is being written is often half a sign: a dash that will
// be an item, but underlines a heading until a space follows. Such ends wait for what
// comes next, so that nothing changes its look twice.

const signs = /^[ \t>]*(?:[-+*=_#|:`~ \t]*|(?:[-+*]|\d{1,9}[.)]?)(?:[ \t]+(?:\[[ xX]?\]?)?)?[ \t]*)$/;
const fenceSigns = /^[ \t>]*[`~]*$/;
/** What changes the character before it, and half a character. */
const halves = /(?:[\u200d\ufe0e\ufe0f\u{e0020}-\u{e007f}]+|[\ud800-\udbff])$/u;

/** A tag that is being written, and one that means something and is not closed yet. */
const tag = /<(?:\/?[A-Za-z]*|(?:sub|sup|kbd|mark|u)>[^<>]{0,40}|(?:sub|sup|kbd|mark|u)>[^<>]{0,40}<\/?[a-z]*)$/i;
const foldLine = /^[ \t>]*<(?:d[a-z]*[^>]*|details[^>]*>[ \t]*<?s?u?m?m?a?r?y?|summary>(?:(?!<\/summary>).)*)$/i;

/** What waits is short; if it is not, it means something else. */
const longestSigns = 100;
const longestAddress = 1_000;

/** The part of an unfinished line that can be shown. */
export function shownOf(line: string, fenced: boolean): string {
  if (line.length < longestSigns && (fenced ? fenceSigns : signs).test(line)) return "";
  let end = line.length;
  // The address of a link: its text stands there already, and the address would push it around.
  const address = fenced ? -1 : line.lastIndexOf("](");
  if (address >= 0 && end - address < longestAddress && !line.includes(")", address)) end = address;
  if (!fenced) {
    if (line.length < longestSigns && foldLine.test(line)) return "";
    const opened = tag.exec(line.slice(Math.max(0, end - 64), end));
    if (opened !== null) end = Math.max(0, end - 64) + opened.index;
  }
  const tail = Math.max(0, end - 16);
  return line.slice(0, tail) + line.slice(tail, end).replace(halves, "");
}

const head = /^ {0,3}\|[^\n]*\n?$/;
const delimiters = /^[ \t|:-]*$/;

/** Whether this is the head of a table, but may still be a paragraph that begins with a bar. */
export function isTableHead(lines: string, line: string): boolean {
  const text = lines === "" ? line : lines;
  return text.length < longestAddress && head.test(text) && (lines === "" || delimiters.test(line));
}
