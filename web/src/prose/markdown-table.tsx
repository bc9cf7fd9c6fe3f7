import { useMemo } from "preact/hooks";
import { cellsOf } from "../markdown/table.js";
import type { Align, Definitions } from "../markdown/tree.js";
import { memo } from "../shared/memo.js";
import { text as words } from "../text/en.js";
import { Prose } from "./prose.js";

interface Props {
  align: Align[];
  rows: string[];
  definitions: Definitions;
  dir: "auto" | undefined;
}

/** A table that scrolls inside itself. While it grows, only its last row is drawn again. */
export function MarkdownTable({ align, rows, definitions, dir }: Props) {
  const columns = useMemo(() => align, [align.join()]);
  const [head = "", ...body] = rows;
  return (
    <div class="table" tabIndex={0} role="group" aria-label={words.markdown.table}>
      <table dir={dir}>
        <thead>
          <Row line={head} columns={columns} definitions={definitions} head />
        </thead>
        {body.length > 0 && (
          <tbody>
            {body.map((line) => (
              <Row line={line} columns={columns} definitions={definitions} head={false} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

interface RowProps {
  line: string;
  columns: Align[];
  definitions: Definitions;
  head: boolean;
}

/** A row has as many cells as the table has columns, however many it was written with. */
const Row = memo(function Row({ line, columns, definitions, head }: RowProps) {
  const cells = cellsOf(line);
  return (
    <tr>
      {columns.map((align, i) => {
        const text = <Prose text={cells[i] ?? ""} definitions={definitions} />;
        return head ? (
          <th scope="col" data-align={align ?? undefined}>
            {text}
          </th>
        ) : (
          <td data-align={align ?? undefined}>{text}</td>
        );
      })}
    </tr>
  );
});
