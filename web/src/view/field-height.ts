/** Firefox cannot yet size a text field by its content in the style sheet. */
const sizedByStyle = CSS.supports("field-sizing", "content");

/** Makes the field as high as its text; the style sheet limits the height. */
export function growField(field: HTMLTextAreaElement): void {
  if (sizedByStyle) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
