import { useMemo } from "preact/hooks";
import { Growing } from "../markdown/growing.js";
import { MarkdownBlock } from "./markdown-block.js";

interface Props {
  text: string;
  /** Whether more of the text is to come. */
  streaming: boolean;
}

/**
 * The Markdown of an answer, as elements of the page: its text never becomes markup,
 * nothing is loaded, and links are followed by a click only. When the text grows, what
 * stands before its last block is not drawn again.
 */
export function Markdown({ text, streaming }: Props) {
  const growing = useMemo(() => new Growing(), []);
  const { blocks, definitions } = growing.read(text, streaming);
  if (blocks.length === 0) return null;
  return (
    <div class="markdown">
      {blocks.map(({ at, block }) => (
        <MarkdownBlock key={at} block={block} definitions={definitions} />
      ))}
    </div>
  );
}
