/**
 * A place in a line. Columns count a tab up to the next multiple of four, and a
 * container may end inside a tab: the columns that are left of it are then spaces
 * of what follows.
 */
export class Cursor {
  private at = 0;
  private column = 0;
  private insideTab = false;

  /** The first character that is no white space, or the end. */
  next = 0;
  /** How many columns of white space lie before it. */
  indent = 0;

  constructor(readonly line: string) {
    this.look();
  }

  get blank(): boolean {
    return this.next >= this.line.length;
  }

  /** What follows the white space. */
  get words(): string {
    return this.line.slice(this.next);
  }

  /** What follows, with its white space. */
  get rest(): string {
    if (!this.insideTab) return this.line.slice(this.at);
    return " ".repeat(4 - (this.column % 4)) + this.line.slice(this.at + 1);
  }

  /** Skips white space of up to this many columns. */
  skipColumns(columns: number): void {
    let left = Math.min(columns, this.indent);
    while (left > 0) {
      if (this.line[this.at] !== "\t") {
        this.at++;
        this.column++;
        left--;
        continue;
      }
      const wide = 4 - (this.column % 4);
      this.insideTab = wide > left;
      this.column += Math.min(wide, left);
      if (!this.insideTab) this.at++;
      left -= wide;
    }
    this.look();
  }

  /** Skips the white space and this many characters after it, none of them a tab. */
  skipMarker(characters: number): void {
    this.column += this.indent + characters;
    this.at = this.next + characters;
    this.insideTab = false;
    this.look();
  }

  private look(): void {
    let at = this.at;
    let column = this.column;
    for (; ; at++) {
      if (this.line[at] === " ") column++;
      else if (this.line[at] === "\t") column += 4 - (column % 4);
      else break;
    }
    this.next = at;
    this.indent = column - this.column;
  }
}
