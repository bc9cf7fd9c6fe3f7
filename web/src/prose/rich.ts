// An answer as other programs take it: the elements that are shown, without what is the
// page's own.

/** What belongs to the page: buttons, icons, what only screen readers see. */
const own = "button, svg, .code-head, .aside, [aria-hidden=true]";
/** What other programs make something of. */
const kept = /^(?:href|start|colspan|rowspan|checked|open|display|mathvariant)$/;

/** Markup of what is drawn in an element. */
export function richOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll(own)) part.remove();
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...part.attributes]) if (!kept.test(name)) part.removeAttribute(name);
  }
  // Colours, which other programs have their own of.
  for (const part of copy.querySelectorAll("span")) part.replaceWith(...part.childNodes);
  const serializer = new XMLSerializer();
  return [...copy.childNodes].map((node) => serializer.serializeToString(node)).join("").replaceAll(' xmlns="http://www.w3.org/1999/xhtml"', "");
}
