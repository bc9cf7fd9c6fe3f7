package understand

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLanguagesAreKnown(t *testing.T) {
	names := map[code]string{english: "English", german: "German", italian: "Italian", french: "French", spanish: "Spanish", vietnamese: "Vietnamese", chinese: "Chinese", unknown: "unknown"}
	for text, want := range map[string]code{
		"What does the second one cost?": english, "iron": english, "mercury": english, "SELECT * FROM orders": english, "2+2": english, "": english,
		"just the juniors": english, "Wie lange dauert das?": german, "und am freitag?": german, "Und die zweite?": german,
		"quanto costa il secondo?": italian, "e con la pentola a pressione?": italian, "Chi l'ha scritto?": italian,
		"combien coûte le deuxième ?": french, "qui l'a signé ?": french, "et pour six ?": french,
		"¿cuánto cuesta el segundo?": spanish, "y para seis?": spanish, "quién lo decide": spanish,
		"cái thứ hai giá bao nhiêu?": vietnamese, "còn ngày mai thì sao": vietnamese,
		"第二个多少钱？": chinese, "那价格呢": chinese, "mysql的orders表怎么备份": chinese,
		"Сколько это стоит?": unknown, "كم يكلف الثاني؟": unknown, "二番目はいくらですか": unknown, "두 번째는 얼마예요?": unknown, "อันที่สองราคาเท่าไหร่": unknown,
		"Ile kosztuje ten drugi?": unknown, "Hoeveel kost het tweede?": unknown, "Quanto custa o segundo? Não tenho certeza, você sabe?": unknown,
		"Hur mycket kostar det andra?": unknown, "Bu ne kadar ve nasıl alınır?": unknown,
	} {
		require.Equal(t, names[want], names[builtIn().of(nil, text).code], text)
	}
}

// A question that is too short to tell is in the language of what was said before.
func TestShortQuestionsAreInTheLanguageOfTheChat(t *testing.T) {
	german0 := []Exchange{{"Was kostet der Zug von Leipzig nach Krakau?", "49 Euro mit Umstieg in Breslau."}}
	require.Equal(t, german, builtIn().of(german0, "LOT?").code)
	require.Equal(t, english, builtIn().of(german0, "What does the train to Krakow cost?").code)
	chat := []Exchange{{"Which cities are in the list?", "Tromsø, Malmö and Århus."}}
	require.Equal(t, english, builtIn().of(chat, "Malmö?").code)
}

// Nothing is known of a language without a table: a question in it is never sure,
// and is never said to stand alone.
func TestLanguagesWithoutATableAreNeverSure(t *testing.T) {
	history := []Exchange{{"Сколько стоит билет в Казань?", "1200 рублей."}}
	for _, question := range []string{
		"А обратно?", "Какая столица Монголии?", "二番目はいくらですか", "كم يكلف الثاني؟", "Ile kosztuje ten drugi i jak go kupić?", "Спасибо!", "두 번째는 얼마예요?",
	} {
		u := Understand(history, question, Options{})
		require.True(t, u.NeedsModel, question)
		require.True(t, u.IsFollowup, question)
		require.Equal(t, question, u.RewrittenQuery)
	}
}

// Every group of a table names a word that the English lists know.
func TestTablesNameWordsThatTheListsKnow(t *testing.T) {
	for _, l := range builtIn().tables {
		for group := range strings.SplitSeq(strings.TrimSpace(l.forms), "\n") {
			target, forms, _ := strings.Cut(group, " ")
			if e := wordTable().find(folded(strings.ReplaceAll(target, "_", "-"))); l.code != english && l.code != unknown {
				require.True(t, e.kind != 0 || e.mark != 0, "%d: %s", l.code, target)
				require.NotEmpty(t, forms, target)
			}
		}
	}
}

// What words do in a sentence is found by the words around them.
func TestWordsOfOtherLanguagesAreSettled(t *testing.T) {
	for _, c := range []struct {
		text, word string
		mark       mark
	}{
		{"cuánto tiempo la dejo por cada lado", "la", mIt}, {"dónde está la tienda", "la", mThe}, {"y la de Murcia abre", "la", mThose},
		{"qui l'a signé", "l", mIt}, {"où est l'école", "l", mThe}, {"il faut combien de temps", "il", 0}, {"est-il ouvert", "il", mHe},
		{"hat die auf der Hardhöhe einen Parkplatz", "die", mThat}, {"was kostet die Reise", "die", mThe}, {"Können Sie das buchen", "sie", mYou},
		{"posso farlo da solo", "farlo", 0}, {"第一家比最后一家贵吗", "家", mOnes}, {"那如果我存钱", "那", mSo},
	} {
		found := false
		for _, w := range cutIn(builtIn().of(nil, c.text), c.text) {
			if w.text == c.word && !found {
				found = true
				require.Equal(t, c.mark, w.mark, c.text)
			}
		}
		require.True(t, found, c.text)
	}
}

// Any words of a language, in any order and with any marks, are read without panic.
func TestAnyTextOfAnyLanguageIsRead(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var forms [codes][]string
	for i, l := range builtIn().tables {
		l.eachForm(func(_ entry, form string) { forms[i] = append(forms[i], strings.ReplaceAll(form, "_", " ")) })
	}
	marks := strings.Fields("? ! , . : ' ’ - 12 3,5 2024 €  % 25-01-064 Anna Berlin 万 亿 三 月 日 号 \xff ¿ « (")
	text := func(l code) string {
		var b strings.Builder
		for range r.IntN(12) {
			if r.IntN(3) == 0 || len(forms[l]) == 0 {
				b.WriteString(marks[r.IntN(len(marks))])
			} else {
				b.WriteString(forms[l][r.IntN(len(forms[l]))])
			}
			if l != chinese && r.IntN(6) > 0 {
				b.WriteByte(' ')
			}
		}
		return b.String()
	}
	for range 3000 {
		l := german + code(r.IntN(int(chinese)))
		history := []Exchange{}
		for range r.IntN(3) {
			history = append(history, Exchange{text(l), text(l)})
		}
		check(t, history, text(l))
	}
}

// What a word is that does several things is told by the words around it. Each line
// has a question, one of its words, and what that is.
func TestWordsThatDoSeveralThingsAreSettled(t *testing.T) {
	for _, c := range []struct {
		question, word string
		mark           mark
	}{
		{"Was kostet das?", "das", mThat},
		{"Gilt das auch für Rentner?", "das", mThat},
		{"Was kostet das Auto?", "das", mThe},
		{"Hat das An Nam offen?", "das", mThe},
		{"comment on la change ?", "la", mIt},
		{"comment on change la roue ?", "la", mThe},
		{"on part en mars ?", "en", mIn},
		{"dove la trovo", "la", mIt},
		{"dove trovo la stazione", "la", mThe},
		{"se la lavatrice perde", "la", mThe},
		{"me la scrivi tu?", "la", mIt},
		{"no lo pillo", "lo", mIt},
		{"cái thứ hai mở cửa lúc nào", "thứ hai", mSecond},
		{"chiều thứ hai có mở cửa không", "thứ hai", mMonday},
		{"那价格呢", "那", mAnd},
		{"那个多少钱", "那个", mThat},
	} {
		l := builtIn().of(nil, c.question)
		q := cutIn(l, c.question)
		at := slices.IndexFunc(q, func(w word) bool { return w.text == c.word })
		require.GreaterOrEqual(t, at, 0, "%s in %s", c.word, c.question)
		require.Equal(t, c.mark, q[at].mark, "%s in %s", c.word, c.question)
	}
}

// Who writes nouns with capitals in German writes no other word so.
func TestSmallWordsInGermanAreNoNouns(t *testing.T) {
	kindOf := func(question, text string) kind {
		for _, w := range cutIn(builtIn().tables[german], question) {
			if w.text == text {
				return w.kind
			}
		}
		return 0
	}
	require.Equal(t, verb, kindOf("Kann ich die Rouladen auftauen?", "auftauen"))
	require.Equal(t, quality, kindOf("Ist die Soße sämig?", "sämig"))
	require.Zero(t, kindOf("Ist die Soße sämig?", "soße"))
	require.Zero(t, kindOf("kann ich die rouladen auftauen?", "rouladen"))
}

// "March" and "may" are verbs in English only, and names have no endings.
func TestMonthsAndNamesAreNoVerbs(t *testing.T) {
	for _, question := range []string{"¿y en marzo?", "et en mai ?", "y para Lucía Prado?"} {
		for _, w := range cutIn(builtIn().of(nil, question), question) {
			require.Zero(t, w.kind&(verb|auxiliary), "%s in %s", w.text, question)
		}
	}
}

// A condition alone asks what was asked before; one with a question does not.
func TestConditionsAloneAskTheSame(t *testing.T) {
	history := []Exchange{{"come si disdice la polizza?", "Con una raccomandata, un mese prima."}}
	for question, alone := range map[string]bool{
		"e se mio cugino compra una moto usata?":       true,
		"e se piove sabato, la fiera si fa lo stesso?": false,
		"e mio cugino compra una moto usata?":          false,
	} {
		f := Extract(history, question)
		require.Equal(t, alone, f[fWhatAbout], question)
		require.Equal(t, !alone, f[fTurns], question)
	}
}
