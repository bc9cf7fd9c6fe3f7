package words_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/words"
)

func stemmed(w string) string { return string(words.Stem([]byte(w))) }

// The examples of Porter's paper, a word and its stem.
const porter = `caresses caress ponies poni ties ti caress caress cats cat feed feed agreed agre plastered plaster bled bled
motoring motor sing sing conflated conflat troubled troubl sized size hopping hop tanned tan falling fall hissing hiss fizzed fizz
failing fail filing file happy happi sky sky relational relat conditional condit rational ration valenci valenc hesitanci hesit
digitizer digit conformabli conform radicalli radic differentli differ vileli vile analogousli analog vietnamization vietnam
predication predic operator oper feudalism feudal decisiveness decis hopefulness hope callousness callous formaliti formal
sensitiviti sensit sensibiliti sensibl triplicate triplic formative form formalize formal electriciti electr electrical electr
hopeful hope goodness good revival reviv allowance allow inference infer airliner airlin gyroscopic gyroscop adjustable adjust
defensible defens irritant irrit replacement replac adjustment adjust dependent depend adoption adopt homologou homolog
communism commun activate activ angulariti angular homologous homolog effective effect bowdlerize bowdler probate probat
rate rate cease ceas controll control roll roll`

func TestStemsOfPortersPaper(t *testing.T) {
	pairs := strings.Fields(porter)
	for i := 0; i < len(pairs); i += 2 {
		require.Equal(t, pairs[i+1], stemmed(pairs[i]), pairs[i])
	}
}

func TestStemLeavesOtherTextAlone(t *testing.T) {
	for _, w := range []string{"", "as", "b52s", "größes", "hosts.txt", "\xff\xfes"} {
		require.Equal(t, w, stemmed(w))
	}
}
