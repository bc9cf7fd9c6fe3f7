package fault_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
	"burrow/internal/say"
)

func TestErrorIsItsCodeAndItsCause(t *testing.T) {
	err := fmt.Errorf("open draft: %w", fault.Wrap(io.EOF, fault.NotFound, `Draft "d1" is not open.`))

	require.ErrorIs(t, err, fault.NotFound)
	require.ErrorIs(t, err, io.EOF)
	require.NotErrorIs(t, err, fault.Invalid)
	var known *fault.Error
	require.ErrorAs(t, err, &known)
	require.Equal(t, `Draft "d1" is not open.`, known.Message)
}

func TestFromKeepsCodesAndHidesTheRest(t *testing.T) {
	invalid := fault.New(fault.Invalid, "The text is missing.")
	for _, c := range []struct {
		in   error
		want fault.Code
	}{
		{invalid, fault.Invalid},
		{fmt.Errorf("count: %w", invalid), fault.Invalid},
		{context.Canceled, fault.Cancelled},
		{fmt.Errorf("count: %w", context.Canceled), fault.Cancelled},
		{context.DeadlineExceeded, fault.Internal},
		{errors.New("disk on fire at /secret/path"), fault.Internal},
	} {
		got := fault.From(c.in)
		require.Equal(t, c.want, got.Code, "%v", c.in)
		require.NotContains(t, got.Message, "/secret/path")
		if c.want != fault.Invalid {
			require.ErrorIs(t, got, c.in, "the cause is kept for logs")
		}
	}
	require.Nil(t, fault.From(nil))
}

func TestLogTextHasCodeSentenceAndCause(t *testing.T) {
	err := fault.Wrap(io.ErrUnexpectedEOF, fault.Unavailable, "The vocabulary could not be loaded.")
	require.Equal(t, "unavailable: The vocabulary could not be loaded.: unexpected EOF", err.Error())
}

func TestCodesAreDistinct(t *testing.T) {
	seen := map[fault.Code]bool{}
	for _, code := range fault.Codes() {
		require.False(t, seen[code], "%s is listed twice", code)
		seen[code] = true
	}
	require.Contains(t, seen, fault.Internal)
}

func TestNotesAndOtherWordsKeepTheError(t *testing.T) {
	note := fault.Note("open draft", io.EOF)
	require.EqualError(t, note, fmt.Errorf("open draft: %w", io.EOF).Error())
	require.ErrorIs(t, note, io.EOF)

	both := fault.Reworded("neither", errors.Join(io.EOF, fault.New(fault.Conflict, "It changed.")))
	require.EqualError(t, both, "neither")
	require.ErrorIs(t, both, io.EOF)
	require.ErrorIs(t, both, fault.Conflict)
}

// errKept stands for the errors that packages keep in variables.
var errKept = fault.New(fault.NotFound, "The draft is gone.")

func TestSentencesAreTranslatedOnTheirWayOut(t *testing.T) {
	german, err := say.Read([]byte(`{"language":"de","sentences":{"The draft is gone.":"Der Entwurf ist weg.","Draft {name} is gone.":"{name} ist weg.",
		"The request was cancelled.":"Abgebrochen.","Something went wrong inside Burrow.":"Ein Fehler in Burrow."}}`))
	require.NoError(t, err)
	say.Use(german)
	t.Cleanup(func() { say.Use(nil) })

	require.Equal(t, "Der Entwurf ist weg.", fault.From(fmt.Errorf("open: %w", errKept)).Message)
	require.ErrorIs(t, fault.From(errKept), fault.NotFound)
	require.Equal(t, "The draft is gone.", errKept.Message, "the one that others compare with stays as it is")
	require.Equal(t, "d1 ist weg.", fault.New(fault.NotFound, "Draft {name} is gone.", "name", "d1").Message)
	require.Equal(t, "d1 ist weg.", fault.Wrap(io.EOF, fault.NotFound, "Draft {name} is gone.", "name", "d1").Message)
	require.Equal(t, "Abgebrochen.", fault.From(context.Canceled).Message)
	require.Equal(t, "Ein Fehler in Burrow.", fault.From(io.EOF).Message)

	say.Use(nil)
	require.Same(t, errKept, fault.From(errKept))
}
