import type { ComponentChild } from "preact";
import type { Block, Definitions, Item } from "../markdown/tree.js";
import { memo } from "../shared/memo.js";
import { text as words } from "../text/en.js";
import { CodeBlock } from "./code-block.js";
import { DisplayFormula } from "./formula.js";
import { MarkdownTable } from "./markdown-table.js";
import { Note } from "./notes.js";
import { Prose } from "./prose.js";
import { shown } from "./shown-text.js";

interface Props {
  block: Block;
  definitions: Definitions;
}

/** A block of the answer itself: each one finds out by its first letters which way it is read. */
export const MarkdownBlock = memo(function MarkdownBlock({ block, definitions }: Props) {
  return drawn(block, definitions, "auto");
});

/** The page's own headings are above those of an answer. */
const headings = ["h3", "h4", "h5", "h6"] as const;

function drawn(block: Block, definitions: Definitions, dir?: "auto"): ComponentChild {
  switch (block.kind) {
    case "paragraph":
      return (
        <p dir={dir}>
          <Prose text={block.text} definitions={definitions} />
        </p>
      );
    case "heading": {
      const Heading = headings[block.level - 1] ?? "h6";
      return (
        <Heading dir={dir}>
          <Prose text={block.text} definitions={definitions} />
        </Heading>
      );
    }
    case "code":
      return <CodeBlock language={block.language} text={block.text} open={block.open} />;
    case "math":
      return <DisplayFormula tex={block.tex} source={block.source} />;
    case "quote":
      return <blockquote dir={dir}>{block.children.map((child) => drawn(child, definitions))}</blockquote>;
    case "fold":
      return (
        <details class="fold" dir={dir} open={block.unfolded}>
          <summary>{block.summary.trim() === "" ? words.markdown.details : <Prose text={block.summary} definitions={definitions} />}</summary>
          {block.children.map((child) => drawn(child, definitions))}
        </details>
      );
    case "notes":
      return (
        <ul class="notes" dir={dir} aria-label={words.markdown.notes}>
          {block.notes.map(({ label, text }) => (
            <Note label={label}>
              <Prose text={text} definitions={definitions} />
            </Note>
          ))}
        </ul>
      );
    case "list":
      return list(block, definitions, dir);
    case "table":
      return <MarkdownTable align={block.align} rows={block.rows} definitions={definitions} dir={dir} />;
    case "rule":
      return <hr />;
    case "plain":
      return (
        <p class="as-written" dir={dir}>
          {shown(block.text)}
        </p>
      );
    default:
      return block satisfies never;
  }
}

function list({ start, loose, items }: Block & { kind: "list" }, definitions: Definitions, dir?: "auto"): ComponentChild {
  const inside = items.map((item) => (
    <li class={item.done === null ? undefined : "task"}>
      {item.done !== null && <input type="checkbox" disabled checked={item.done} aria-label={item.done ? words.markdown.done : words.markdown.open} />}
      {inItem(item, loose, definitions)}
    </li>
  ));
  if (start === null) return <ul dir={dir}>{inside}</ul>;
  return (
    <ol dir={dir} start={start}>
      {inside}
    </ol>
  );
}

/** Items of a list without blank lines are lines, not paragraphs. */
function inItem({ children }: Item, loose: boolean, definitions: Definitions): ComponentChild {
  return children.map((child) =>
    child.kind === "paragraph" && !loose ? <Prose text={child.text} definitions={definitions} /> : drawn(child, definitions),
  );
}
