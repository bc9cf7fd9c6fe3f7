import type { IconNode } from "lucide";
import { h } from "preact";

interface Props {
  node: IconNode;
  small?: boolean;
}

/** One icon of the set. It says nothing by itself: the control around it has the name. */
export function Icon({ node, small = false }: Props) {
  return (
    <svg class={small ? "icon icon-small" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      {node.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
