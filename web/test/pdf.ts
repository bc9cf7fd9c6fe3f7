// A PDF of several pages, small enough to be made for a test.

/** Writes a PDF: for each page its lines, of which the first is a heading. */
export function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  const objects: string[] = ["<< /Type /Catalog /Pages 2 0 R >>", `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(" ")}] >>`, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"];
  for (const [i, lines] of pages.entries()) {
    const content = lines.map((line, at) => `BT /F1 ${at === 0 ? 18 : 11} Tf 60 ${780 - 20 * at} Td (${line.replace(/[\\()]/g, "\\$&")}) Tj ET`).join("\n");
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`);
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  let file = "%PDF-1.4\n";
  const starts = objects.map((object, i) => {
    const start = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`, "latin1");
}

/** A contract: a clause on each page, of thirty lines. Only the last line of the ninth page says who the contact is. */
export function contract(pages: number): { name: string; mimeType: string; buffer: Buffer } {
  const clause = (n: number) => [`${n}. Clause ${n}`, ...Array.from({ length: 30 }, (_, i) => `${n}.${i + 1} The parties keep the records of clause ${n} for ${i + 2} years, in line ${i + 1} and elsewhere.`), ...(n === 9 ? ["The contact for personal data is Miriam Oduya."] : [])];
  return { name: "contract.pdf", mimeType: "application/pdf", buffer: pdfOf(Array.from({ length: pages }, (_, i) => clause(i + 1))) };
}
