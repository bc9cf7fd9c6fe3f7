// Leads the reader to a piece of the text, and keeps it there while the text around it is
// laid out: what is out of sight has a height that is only guessed, and what stands before
// it may come later.

/** How far below the upper edge the piece begins, in pixels. */
const margin = 12;

/** What a reader does that goes on from there. */
const moves = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Keeps a piece at the upper edge of the box that scrolls, until the reader moves on or the returned function is called. */
export function leadTo(box: HTMLElement, piece: HTMLElement): () => void {
  let height = NaN;
  let at = NaN;
  const place = () => {
    box.scrollTop += piece.getBoundingClientRect().top - box.getBoundingClientRect().top - margin;
    height = box.scrollHeight;
    at = box.scrollTop;
  };
  const sizes = new ResizeObserver(place);
  const around = box.parentElement ?? box;
  const end = () => {
    sizes.disconnect();
    box.removeEventListener("scroll", scrolled);
    for (const move of moves) around.removeEventListener(move, end);
  };
  // Where the text has not changed, only the reader scrolls, by whatever means.
  const scrolled = () => {
    if (box.scrollHeight === height && Math.abs(box.scrollTop - at) > 1) end();
  };
  place();
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
  box.addEventListener("scroll", scrolled);
  for (const move of moves) around.addEventListener(move, end, { passive: true });
  return end;
}
