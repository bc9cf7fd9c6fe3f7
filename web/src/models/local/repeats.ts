// A small model that has lost its thread says the same again and again. The sentence
// under way is held back while it is the beginning of one that was said before; if it
// becomes that sentence, it isn't shown, and the answer ends.

/** Shorter sentences may come twice: "Yes.", "1. Salt". */
const least = 24;

export class Repeats {
  private readonly said = new Set<string>();
  /** The sentence under way, and how much of it was handed on. */
  private sentence = "";
  private shown = 0;
  private inCode = false;

  constructor(private readonly hand: (text: string) => void) {}

  /** Takes a piece of the text; false once the text repeats itself. */
  take(piece: string): boolean {
    for (const sign of piece) {
      // The number of an item ends with a point and is no sentence.
      const ends = sign === "\n" || (/\s/.test(sign) && /\p{L}.*[.!?。！？]["”»)*_]*$/u.test(this.sentence));
      this.sentence += sign;
      if (ends && !this.close()) return false;
    }
    if (!this.isBeginning()) this.show();
    return true;
  }

  /** The text has ended: what is held back is handed on, unless it was said before. */
  end(): void {
    this.close();
  }

  /** Ends the sentence; false if it was said before. */
  private close(): boolean {
    if (/^\s*(```|~~~)/.test(this.sentence)) this.inCode = !this.inCode;
    const words = this.words();
    if (this.said.has(words)) return false;
    if (words.length >= least) this.said.add(words);
    this.show();
    this.sentence = "";
    this.shown = 0;
    return true;
  }

  private show(): void {
    const text = this.sentence.slice(this.shown);
    this.shown = this.sentence.length;
    if (text !== "") this.hand(text);
  }

  /** Whether it may become one that was said; of a number in a list nobody can tell. */
  private isBeginning(): boolean {
    if (this.said.size > 0 && /^[\s#>*_-]*\d*[.)]?\s*$/.test(this.sentence)) return true;
    const words = this.words();
    if (words === "") return false;
    for (const earlier of this.said) if (earlier.startsWith(words)) return true;
    return false;
  }

  /** The sentence without its number in a list and its marks. Lines of code and of tables may come again. */
  private words(): string {
    if (this.inCode || /^\s*(\||```|~~~)/.test(this.sentence)) return "";
    return this.sentence
      .replace(/^[\s#>*_-]*(\d+[.)]\s+)?/, "")
      .replace(/[*_`]/g, "")
      .trim()
      .toLowerCase();
  }
}
