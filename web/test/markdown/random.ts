// Random Markdown that is mostly broken: where signs meet in ways nobody writes.

/** Numbers from 0 to 1 that a seed determines. */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const beginnings = [
  "", "", "", "", "- ", "* ", "+ ", "1. ", "2) ", "> ", ">", "  ", "    ", "\t", "# ", "### ", "```", "```js", "~~~", "---", "===", "***",
  "| a | b |", "|---|:-:|", "|---|", "- - ", "> - ", "   - ", "  > ", "    - ", "- [ ] ", "- [x] ", "[r]: ", "[r]: /u\n", "[^1]: ", "<div>", "</div>", "<details>", "<details open><summary>a</summary>", "<summary>b</summary>", "</details>", "</details>", "[^x]: ", "<!-- ", "$$", "$$", "\\[", "\\]", "$$x$$", "- $$", "  $$", "> \\[",
];
const middles = [
  "a", "b", "word", " ", " ", "  ", "*", "**", "***", "_", "__", "`", "``", "~~", "~", "[", "]", "](u)", "](http://a.b/c ", "[r]", "[x][r]", "![", "!", "\\", "\\*", "\\\n",
  "&amp;", "&#x202e;", "&", ".", "(", ")", "1", "<x>", "<br>", "<sub>", "</sub>", "<sup>", "</sup>", "[^1]", "[^x]", "<", ">", "|", "\\|", "#", "\r", "\t", "https://a.b/c_d_e", "www.a.b", "<http://a.b>", '"', "'", "é", "中", "。",
  "👩‍💻", "\u202e", "\u200b", "\u{e0041}", "\x00", "\u2028", ":", "-", "=",
  "$", "$", "$$", "$x$", "$\\frac{a}{b}$", "\\(", "\\)", "\\[", "\\]", "^2", "_1", "{", "}", "\\\\",
];

export function randomMarkdown(next: () => number): string {
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  const many = (most: number, make: () => string) => Array.from({ length: Math.floor(next() * most) }, make);
  const lines = many(14, () => (next() < 0.25 ? "" : pick(beginnings) + many(7, () => pick(middles)).join("")));
  return lines.join(pick(["\n", "\n", "\n", "\r\n"]));
}
