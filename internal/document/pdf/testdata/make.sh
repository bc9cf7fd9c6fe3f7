#!/bin/bash
# Makes the PDF files beside it. They are committed, since other versions of these programs
# make other files; this says where each is from, and makes more like them.
#
#   apt-get install --no-install-recommends ghostscript qpdf texlive-latex-base \
#     texlive-latex-recommended libreoffice-writer-nogui libreoffice-calc-nogui \
#     chromium fonts-dejavu-core fonts-liberation fonts-droid-fallback
#   pip install reportlab==5.1.0 fpdf2==2.8.9 pillow==13.0.0
#
# make.sh [python with these packages] [chromium]
set -euo pipefail
cd "$(dirname "$0")"
python=${1:-python3}
chromium=${2:-chromium}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=1700000000 FORCE_SOURCE_DATE=1

# LaTeX 2022: two columns, footnotes, hyphens, ligatures; page labels. The book has fonts of
# bitmaps, the article of outlines.
for name in article book; do
	for _ in 1 2 3; do pdflatex -interaction=batchmode -output-directory "$work" "src/$name.tex" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; done
	cp "$work/$name.pdf" .
done

# LibreOffice 7.4: headers and footers, lists, a table, a sheet.
soffice --headless "-env:UserInstallation=file://$work/office" --convert-to pdf --outdir "$work" src/letter.fodt src/rows.csv >/dev/null 2>&1
cp "$work/letter.pdf" "$work/rows.pdf" .

# Chromium: CSS columns, a table with a dark head, and scripts from all over the world.
for name in web languages; do
	"$chromium" --headless --no-sandbox --disable-gpu --no-pdf-header-footer "--print-to-pdf=$work/$name.pdf" "file://$PWD/src/$name.html" >/dev/null 2>&1
	cp "$work/$name.pdf" .
done

# reportlab and fpdf2: what a reader does not see, pictures of pages, turned pages.
"$python" make.py "$work"
cp "$work"/{veiled,scan,ocr,partly,turned,across,fpdf}.pdf .

# qpdf 11: a layer that is off, passwords, object streams, a linearised file.
qpdf --deterministic-id "$work/layers.pdf" layers.pdf
qpdf --static-id --static-aes-iv --encrypt open own 256 -- letter.pdf locked.pdf 2>/dev/null
qpdf --static-id --static-aes-iv --encrypt "" own 256 --extract=n -- letter.pdf owner.pdf 2>/dev/null
qpdf --deterministic-id --linearize --object-streams=generate letter.pdf linear.pdf

# Ghostscript 10: the article once more, as another program writes it.
gs -q -dNOPAUSE -dBATCH -sDEVICE=pdfwrite -sOutputFile=distilled.pdf article.pdf
