package docsource

import (
	"strings"

	"burrow/internal/understand"
	"burrow/internal/words"
)

// Words by which questions name a document, or ask for all of it. They say nothing of
// what to look for. As lists in one text they are small in the core.
const (
	naming = " document documents file files attachment attachments attached pdf docx text paper article report page pages slides presentation spreadsheet " +
		"dokument dokumente datei dateien anhang bericht text seite seiten präsentation tabelle " +
		"fichier fichiers pièce jointe rapport page pages présentation feuille " +
		"documento documentos archivo archivos adjunto informe texto página páginas presentación hoja " +
		"documento documenti file allegato rapporto testo pagina pagine presentazione foglio " +
		"tài liệu tệp văn bản trang 文档 文件 文章 附件 报告 "
	wholly = " summarise summarize summary summaries overview gist tldr outline key main points contents conclusion conclusions introduction " +
		"zusammenfassen zusammenfassung fasse worum wovon überblick übersicht inhalt inhaltlich kernaussagen hauptpunkte " +
		"résume résumer résumé aperçu parle contenu sommaire idées principales " +
		"resume resumir resumen resumas trata contenido puntos principales " +
		"riassumi riassumere riassunto sintesi parla contenuto punti principali panoramica " +
		"tóm tắt tổng quan nội dung 总结 概述 摘要 概要 内容 "
	joining = " and or und oder et ou y o e "
)

// reading is what a question asks documents for.
type reading struct {
	// content are the words to look for, all of them and by clause.
	content string
	clauses []string
	// isOfAll says that it may be about a document as a whole.
	isOfAll bool
}

func readWords(question string, o *understand.Options) (out reading) {
	out.content = contentOf(question, o)
	for _, clause := range cutClauses(question) {
		out.clauses = append(out.clauses, contentOf(clause, o))
	}
	lower := strings.ToLower(question)
	last := ""
	for w := range strings.FieldsFuncSeq(lower, func(r rune) bool { return words.Classify(r) == words.Separator }) {
		out.isOfAll = out.isOfAll || words.Among(wholly, w) || out.content == "" && words.Among(naming, w)
		last = w
	}
	out.isOfAll = out.isOfAll || last == "about" // what is it about?
	// Scripts without spaces.
	for _, w := range []string{"总结", "概述", "摘要", "概要", "内容"} {
		out.isOfAll = out.isOfAll || strings.Contains(lower, w)
	}
	return out
}

func contentOf(text string, o *understand.Options) string {
	var out []string
	for _, w := range o.ContentWords(text) {
		if w := strings.ToLower(w); !words.Among(naming, w) && !words.Among(wholly, w) {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// cutClauses cuts a question where it may begin to ask for something else; nil if that is
// nowhere.
func cutClauses(question string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(question, func(r rune) bool { return strings.ContainsRune(",;.?!:\n，。；？！", r) }) {
		begin := 0
		for at := range part {
			end := at + 1
			for end < len(part) && part[end] != ' ' {
				end++
			}
			if part[at] == ' ' && words.Among(joining, strings.ToLower(part[at+1:end])) {
				out, begin = append(out, part[begin:at]), end
			}
		}
		out = append(out, part[begin:])
	}
	if len(out) < 2 {
		return nil
	}
	return out
}
