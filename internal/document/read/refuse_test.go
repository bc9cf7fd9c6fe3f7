package read

import (
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
)

// refused are the fixtures that are not read, with what is said of them.
var refused = map[string]string{
	"handbook.epub": "Burrow can’t read e-books. Convert it to PDF, and add that.",
	"handbook.odt":  "Burrow can’t read OpenDocument files. Save it as .docx or PDF, and add that.",
	"handbook.rtf":  "Burrow can’t read RTF files. Save it as .docx or PDF, and add that.",
	"sheets.ods":    "Burrow can’t read OpenDocument files. Save it as .xlsx or PDF, and add that.",
	"slides.odp":    "Burrow can’t read OpenDocument files. Save it as .pptx or PDF, and add that.",
	"old.doc":       "Burrow can’t read .doc files. Save it as .docx or PDF, and add that.",
	"old.xls":       "Burrow can’t read .xls files. Save it as .xlsx or PDF, and add that.",
	"locked.docx":   "This file is protected with a password. Save a copy without the password, and add that.",
}

func TestOtherKindsAreRefusedWithWhatToDo(t *testing.T) {
	for name, want := range refused {
		for _, called := range []string{name, "a.docx", "a.pdf", "a.txt"} {
			_, err := read(t, called, fixture(t, name))
			require.ErrorIs(t, err, fault.Invalid, called)
			require.Equal(t, want, fault.From(err).Message, "%s as %s", name, called)
		}
	}
}
