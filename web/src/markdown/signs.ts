// Characters that are not seen but change what is seen: controls, marks of direction,
// zero-width characters, tags. An answer may hide words in them, or turn code around.
// What a script or an emoji needs is ordinary and stays.

/** A run of hidden characters, or text between such runs. */
export interface Run {
  text: string;
  hidden: boolean;
}

// "DI" are the characters that Unicode would have displays ignore.
const hidden = String.raw`(?![\t\n])[\p{DI}\p{Cc}\u2028\u2029\ufff9-\ufffb]`;

const scripts = (names: string) => names.replace(/\w+ ?/g, (name) => String.raw`\p{scx=${name.trim()}}`);
/** Letters that joiners tie together or keep apart. */
const joining = scripts("Adlm Arab Beng Deva Gujr Guru Khmr Knda Mand Mlym Mong Mymr Nkoo Orya Phag Sinh Syrc Taml Telu Tibt");
/** Scripts that mark the ends of words by a space without width. */
const unspaced = scripts("Khmr Laoo Mymr Thai Tibt");
const rightToLeft = new RegExp(`[${scripts("Adlm Arab Hebr Mand Nkoo Syrc Thaa")}]`, "u");

// A flag of England, Scotland or Wales.
const flag = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;
const ordinary = [
  flag,
  String.raw`(?<=[\p{ExtPict}\p{EMod}\ufe0f])\u200d(?=\p{ExtPict})`,
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<=[\p{Ideo}\p{Sm}\p{scx=Mymr}])[\ufe00-\ufe02]`,
  String.raw`(?<=\p{Ideo})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[${joining}])[\u200c\u200d]`,
  String.raw`(?<=\p{scx=Mong})[\u180b-\u180d]`,
  String.raw`(?<=[${unspaced}])\u200b`,
  String.raw`(?<=\p{L})\u00ad(?=\p{L})`,
];
// Where text runs both ways, one mark of direction is punctuation.
const mark = String.raw`(?<![\u061c\u200e\u200f])[\u061c\u200e\u200f]`;

const any = new RegExp(hidden, "u");
const plainText = new RegExp(`${ordinary.join("|")}|((?:${hidden})+)`, "gu");
const mixedText = new RegExp(`${ordinary.join("|")}|${mark}|((?:${hidden})+)`, "gu");

/** The text, divided where something is hidden in it. */
export function runsOf(text: string): Run[] {
  if (!any.test(text)) return [{ text, hidden: false }];
  const runs: Run[] = [];
  let from = 0;
  for (const found of text.matchAll(rightToLeft.test(text) ? mixedText : plainText)) {
    const run = found[1];
    if (run === undefined) continue;
    if (found.index > from) runs.push({ text: text.slice(from, found.index), hidden: false });
    runs.push({ text: run, hidden: true });
    from = found.index + run.length;
  }
  if (from < text.length) runs.push({ text: text.slice(from), hidden: false });
  return runs;
}

/** The text without hidden characters: for what is read as a line of its own. */
export function withoutHidden(text: string): string {
  return any.test(text) ? text.replace(plainText, (found, run?: string) => (run === undefined ? found : "")) : text;
}

/**
 * A name from elsewhere as a label shows it: without hidden characters, and set apart
 * if it is read from the right, so that it cannot turn around what stands beside it.
 * What is kept and sent stays as it is.
 */
export function plainName(name: string): string {
  const plain = withoutHidden(name);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** What standards call them in short. */
const names: Record<number, string> = {
  0x00: "NUL", 0x07: "BEL", 0x08: "BS", 0x0c: "FF", 0x1b: "ESC", 0x7f: "DEL", 0x9b: "CSI", 0xad: "SHY", 0x61c: "ALM",
  0x200b: "ZWSP", 0x200c: "ZWNJ", 0x200d: "ZWJ", 0x200e: "LRM", 0x200f: "RLM", 0x2028: "LS", 0x2029: "PS",
  0x202a: "LRE", 0x202b: "RLE", 0x202c: "PDF", 0x202d: "LRO", 0x202e: "RLO",
  0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0xfeff: "BOM",
};

/** A short name for a run of hidden characters: that of the first, and how many there are. */
export function nameOf(run: string): string {
  const [first = ""] = run;
  const code = first.codePointAt(0) ?? 0;
  const name = names[code] ?? (code >= 0xe0020 && code < 0xe0080 ? "TAG" : codeOf(first));
  const count = [...run].length;
  return count === 1 ? name : `${name} ×${count}`;
}

/** The numbers of the first few characters of a run. */
export function codesOf(run: string): string {
  const codes = Array.from(run, codeOf);
  return codes.length > 8 ? `${codes.slice(0, 8).join(" ")} …` : codes.join(" ");
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
