package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func at(lib string, round int, seconds float64) sample {
	return sample{Mode: modeWarm, Encoding: "o200k_base", Text: "prose", Lib: lib, Round: round, File: "f", Bytes: 1_000_000, Tokens: 10, Seconds: seconds}
}

var prose = place{modeWarm, "o200k_base", "prose"}

// The machine is ten times slower in round 1 and round 2 is quiet again: the
// speed moves, the ratio does not.
func TestRatioIsTakenWithinARound(t *testing.T) {
	r := summarise([]sample{
		at(burrowCount, 0, 0.01), at(gptCount, 0, 0.05),
		at(burrowCount, 1, 0.10), at(gptCount, 1, 0.50),
		at(burrowCount, 2, 0.01),
	})
	got := r.cells[prose][gptCount]
	require.InDelta(t, 5.0, got.Ratio, 1e-9)
	require.InDelta(t, 11.0, got.MBps, 1e-9, "median of 20 and 2 MB/s")
	require.InDelta(t, 100.0, r.cells[prose][burrowCount].MBps, 1e-9)
}

func TestEncodeIsComparedWithEncode(t *testing.T) {
	r := summarise([]sample{at(burrowCount, 0, 0.01), at(burrowEncode, 0, 0.02), at(gptEncode, 0, 0.06), at(gptCount, 0, 0.06)})
	require.InDelta(t, 3.0, r.cells[prose][gptEncode].Ratio, 1e-9)
	require.InDelta(t, 6.0, r.cells[prose][gptCount].Ratio, 1e-9)
}

func TestDifferingCountIsShown(t *testing.T) {
	odd := at(aiEncode, 0, 0.02)
	odd.Tokens = 7
	r := summarise([]sample{at(burrowCount, 0, 0.01), at(gptCount, 0, 0.02), odd})
	require.Equal(t, "50.0 (2.00×), differs: -3", r.cells[prose][aiEncode].String())
	require.Zero(t, r.cells[prose][gptCount].Excess)

	// Burrow is no judge: if it stands alone, it is the one that differs.
	wrong := at(burrowCount, 0, 0.01)
	wrong.Tokens = 9
	r = summarise([]sample{wrong, at(gptCount, 0, 0.02), at(wasmEncode, 0, 0.02)})
	require.Equal(t, -1, r.cells[prose][burrowCount].Excess)
}

func TestAMissingLibraryIsToldOnce(t *testing.T) {
	var samples []sample
	for _, text := range []string{"prose", "code"} {
		samples = append(samples,
			sample{Mode: modeFirst, Text: text, Lib: pythonEncode, Failure: "not here"},
			sample{Mode: modeWarm, Text: text, Lib: pythonEncode, Failure: "not here"},
			sample{Mode: modeWarm, Text: text, Lib: tiktokenGoEncode, Failure: "not here"})
	}
	samples = append(samples,
		at(wasmEncode, 0, 1),
		sample{Mode: modeWarm, Encoding: "o200k_base", Text: "code", Lib: wasmEncode, Failure: "panicked"},
		sample{Mode: modeLetter, Text: "one letter", Lib: gptCount, Failure: "over 10 s"})
	require.Equal(t, []string{
		"Python tiktoken 0.14.0, encode_ordinary; tiktoken-go 0.1.8, EncodeOrdinary: not here",
		"npm tiktoken 1.0.22 (WASM), encode_ordinary on code in o200k_base: panicked",
	}, summarise(samples).failures())
}

func TestTargetNamesItsMisses(t *testing.T) {
	places := []place{prose, {modeWarm, "o200k_base", "code"}}
	code := at(gptCount, 0, 0.09)
	code.Text = "code"
	own := at(burrowCount, 0, 0.01)
	own.Text = "code"
	r := summarise([]sample{at(burrowCount, 0, 0.01), at(gptCount, 0, 0.05), own, code})

	require.Equal(t, "pass: x: at least 5.00× on prose, warm, o200k_base", r.faster("x", 5, []string{gptCount}, places).String())
	require.Equal(t, "miss: x: 5.00× on prose, warm, o200k_base", r.faster("x", 6, []string{gptCount}, places).String())
	require.Equal(t, "miss: x: no result for prose, warm, o200k_base", r.faster("x", 1, []string{aiEncode}, places).String())
}

// A library that was never measured must not count as beaten; one that fails on
// a megabyte of one letter after doing the texts does.
func TestTargetNeedsAResult(t *testing.T) {
	letter := place{modeLetter, "o200k_base", "one letter"}
	own := at(burrowCount, 0, 0.01)
	own.Mode, own.Text = modeLetter, "one letter"
	failed := sample{Mode: modeLetter, Encoding: "o200k_base", Text: "one letter", Lib: gptCount, Failure: "over 3 s"}
	absent := sample{Mode: modeWarm, Encoding: "o200k_base", Text: "prose", Lib: aiEncode, Failure: "this machine has no npm"}
	r := summarise([]sample{at(burrowCount, 0, 0.01), at(gptCount, 0, 0.05), absent, own, failed})

	require.False(t, r.faster("x", 1, []string{aiEncode}, []place{prose}).Held)
	require.False(t, r.faster("x", 1, []string{gptCount}, []place{letter}).Held)
	require.True(t, r.faster("x", 1, []string{gptCount}, []place{prose, letter}).Held)
}

func TestQuantile(t *testing.T) {
	require.InDelta(t, 2.5, median([]float64{4, 1, 3, 2}), 1e-9)
	require.InDelta(t, 3.97, quantile([]float64{4, 1, 3, 2}, 0.99), 1e-9)
	require.InDelta(t, 4.0, quantile([]float64{4, 1, 3, 2}, 1), 1e-9)
	require.Zero(t, median(nil))
}

func TestTableAsMarkdown(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, table{Caption: "C.", Head: []string{"MB/s", "prose"}, Rows: [][]string{{"burrow", "80"}}}.write(&out, true))
	require.Equal(t, "\nC.\n\n| MB/s | prose |\n|---|---|\n| burrow | 80 |\n", out.String())
}
