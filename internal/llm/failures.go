package llm

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"burrow/internal/fault"
	"burrow/internal/say"
)

// A failure is a fault, with what decides whether the request is made again.
type failure struct {
	err *fault.Error
	// again says that another request may help, and that nothing of an answer has
	// come that it could repeat.
	again bool
	// refused are members of the request that the server does not take.
	refused spelling
}

// All sentences are below. None has a word of the server's, but for those of rows
// that quote it.

// failures says what a status means. Rows that are missing are in failureOf.
var failures = map[int]struct {
	code     fault.Code
	sentence say.English
	// quotes adds what the server says, where that helps to mend the request. It
	// is left out where keys are the subject: some servers repeat them.
	quotes bool
}{
	400: {fault.Invalid, "The provider refused the request.", true},
	401: {fault.Unauthorized, "The provider refused the key.", false},
	402: {fault.Unauthorized, "The provider account has no credit left.", false},
	403: {fault.Unauthorized, "The provider refused the key.", false},
	404: {fault.NotFound, "The provider does not know this model or this address.", true},
	408: {fault.TimedOut, "The provider timed out waiting for the request.", false},
	409: {fault.Unavailable, "The provider is busy with another request.", true},
	413: {fault.TooLarge, "The request is too large for the provider.", true},
	422: {fault.Invalid, "The provider refused the request.", true},
	429: {fault.RateLimited, "The provider is getting too many requests right now.", true},
	503: {fault.Unavailable, "The provider is overloaded.", false},
	504: {fault.TimedOut, "The provider timed out waiting for the model.", false},
	529: {fault.Unavailable, "The provider is overloaded.", false},
}

const (
	refusedSentence    = "The provider refused the request."
	brokenSentence     = "The provider is having problems."
	redirectedSentence = "The model's address redirects to another one. Enter that one instead."
	unexpectedSentence = "The model's server sent something other than an answer."

	unreachableSentence = "The model's server cannot be reached."
	pageSentence        = "The model's server sent a web page instead of an answer."
	unreadableSentence  = "The model's server sent an answer that cannot be read."
	tooLargeSentence    = "The model's server sent too much for an answer."
	brokeOffSentence    = "The answer broke off."
	emptySentence       = "The model's server sent an empty answer."
	reportedSentence    = "The model's server reported a problem while it answered."

	notBegun    = "The model did not begin to answer within {time}."
	fellSilent  = "The model stopped for {time} in the middle of its answer."
	notComplete = "The answer was not complete within {time}."
)

func timedOut(sentence say.English, limit time.Duration) *fault.Error {
	return fault.New(fault.TimedOut, sentence, "time", spell(limit))
}

// upstream is a failure of what the server sent. Asking again would cost again,
// and give the same.
func upstream(cause error, sentence say.English) *failure {
	return &failure{err: fault.Wrap(cause, fault.Upstream, sentence)}
}

func unreachable(cause error) *failure {
	f := fault.Wrap(cause, fault.Unavailable, unreachableSentence)
	f.Unreachable = true
	return &failure{err: f, again: true}
}

// failureOf is the failure that a status other than 200 stands for. says is what
// the server adds, without secrets.
func failureOf(status int, says string, retryAfter time.Duration) *failure {
	row, known := failures[status]
	switch {
	case known:
	case status >= 500 && status <= 599:
		row.code, row.sentence = fault.Unavailable, brokenSentence
	case status >= 400 && status <= 499:
		row.code, row.sentence, row.quotes = fault.Invalid, refusedSentence, true
	case status >= 300 && status <= 399:
		row.code, row.sentence = fault.Upstream, redirectedSentence
	default:
		row.code, row.sentence = fault.Upstream, unexpectedSentence
	}
	sentence := say.T(row.sentence)
	// The proxy says as much where the provider said nothing.
	if row.quotes && says != "" && !strings.HasSuffix(says, " answered with status "+strconv.Itoa(status)+".") {
		sentence = say.T("{problem} It says: “{words}”", "problem", sentence, "words", says)
	}
	cause := "status " + strconv.Itoa(status)
	if says != "" {
		cause += ": " + says
	}
	return &failure{
		err:   &fault.Error{Code: row.code, Message: sentence, Cause: errors.New(cause), RetryAfter: retryAfter},
		again: status == 408 || status == 429 || status >= 500 && status <= 599,
	}
}

// say takes the code and the sentence that our own server gives.
func (f *failure) say(r report, token string) {
	code := fault.Code(r.Code)
	if r.Code == "key_refused" {
		code = fault.Unauthorized
	}
	if !slices.Contains(fault.Codes(), code) {
		return
	}
	f.err.Code, f.err.Message = code, shown(r.Message, token)
	// Its own word for a provider that it cannot reach.
	f.err.Unreachable = code == fault.Unavailable
	// Asking again brings no model and no key.
	f.again = f.again && (code == fault.Unavailable || code == fault.TimedOut || code == fault.RateLimited)
}

// lost is the failure of a request of which nothing came: a limit has expired, or
// the server cannot be reached.
func (w *watch) lost(err error) *failure {
	if f := w.expired(); f != nil {
		return &failure{err: f}
	}
	return unreachable(err)
}

// brokeOff is the failure of a body that ended too soon.
func (w *watch) brokeOff(err error) *failure {
	if f := w.expired(); f != nil {
		return &failure{err: f}
	}
	if errors.Is(err, errLarge) {
		return upstream(err, tooLargeSentence)
	}
	return upstream(err, brokeOffSentence)
}
