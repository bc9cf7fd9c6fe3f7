package llm

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
	"burrow/internal/say"
)

// once returns a client that asks once, so that no test waits.
func once(exchanges ...Exchange) *Client {
	c := recorded(exchanges...)
	c.Attempts = 1
	return c
}

func TestEachStatusHasItsCodeAndSentence(t *testing.T) {
	for status, want := range map[int]struct {
		code     fault.Code
		sentence string
	}{
		201: {fault.Upstream, "The model's server sent something other than an answer."},
		204: {fault.Upstream, "The model's server sent something other than an answer."},
		302: {fault.Upstream, "The model's address redirects to another one. Enter that one instead."},
		400: {fault.Invalid, "The provider refused the request."},
		401: {fault.Unauthorized, "The provider refused the key."},
		402: {fault.Unauthorized, "The provider account has no credit left."},
		403: {fault.Unauthorized, "The provider refused the key."},
		404: {fault.NotFound, "The provider does not know this model or this address."},
		405: {fault.Invalid, "The provider refused the request."},
		408: {fault.TimedOut, "The provider timed out waiting for the request."},
		409: {fault.Unavailable, "The provider is busy with another request."},
		413: {fault.TooLarge, "The request is too large for the provider."},
		422: {fault.Invalid, "The provider refused the request."},
		429: {fault.RateLimited, "The provider is getting too many requests right now."},
		499: {fault.Invalid, "The provider refused the request."},
		500: {fault.Unavailable, "The provider is having problems."},
		502: {fault.Unavailable, "The provider is having problems."},
		503: {fault.Unavailable, "The provider is overloaded."},
		504: {fault.TimedOut, "The provider timed out waiting for the model."},
		529: {fault.Unavailable, "The provider is overloaded."},
		600: {fault.Upstream, "The model's server sent something other than an answer."},
	} {
		_, _, err := ask(t, once(Exchange{Status: status, Body: "<html>"}))
		require.ErrorIs(t, err, want.code, status)
		require.Equal(t, want.sentence, fault.From(err).Message, status)
		err = once(Exchange{Status: status}).GetJSON(t.Context(), "/models", &struct{}{})
		require.Equal(t, want.sentence, fault.From(err).Message, status)
	}
}

func TestOtherFailuresHaveTheirs(t *testing.T) {
	for want, e := range map[string]Exchange{
		"The model's server cannot be reached.":                    {Fail: true},
		"The model's server sent a web page instead of an answer.": {ContentType: "text/HTML; charset=utf-8", Body: "<html>"},
		"The model's server sent something other than an answer.":  {ContentType: "text/plain", Body: "hello"},
	} {
		code := fault.Upstream
		if e.Fail {
			code = fault.Unavailable
		}
		_, _, err := ask(t, once(e))
		require.ErrorIs(t, err, code)
		require.Equal(t, want, fault.From(err).Message)
		err = once(e).GetJSON(t.Context(), "/models", &struct{}{})
		require.ErrorIs(t, err, code)
		require.Equal(t, want, fault.From(err).Message)
	}
}

func TestSentencesAreWhole(t *testing.T) {
	sentences := []string{refusedSentence, brokenSentence, redirectedSentence, unexpectedSentence, unreachableSentence,
		pageSentence, unreadableSentence, tooLargeSentence, brokeOffSentence, emptySentence, reportedSentence,
		say.T(notBegun, "time", spell(time.Second)), say.T(fellSilent, "time", spell(time.Second)), say.T(notComplete, "time", spell(time.Second))}
	for _, row := range failures {
		sentences = append(sentences, string(row.sentence))
	}
	for _, s := range sentences {
		require.Regexp(t, `^The [^<>{}]+\.$`, s)
		require.NotRegexp(t, `(?i)status|HTTP|JSON|SSE|stream|upstream|null|error`, s)
	}
}

func TestProvidersWordsAreQuotedWhereTheyHelp(t *testing.T) {
	const body = `{"error":{"message":"The model gpt-9 does not exist","code":"model_not_found"}}`
	for status, quoted := range map[int]bool{400: true, 404: true, 409: true, 413: true, 422: true, 429: true, 418: true, 401: false, 402: false, 403: false, 408: false, 500: false, 503: false, 302: false} {
		_, _, err := ask(t, once(Exchange{Status: status, Body: body}))
		message := fault.From(err).Message
		require.Equal(t, quoted, strings.HasSuffix(message, " It says: “The model gpt-9 does not exist”"), message)
		require.Contains(t, err.Error(), "gpt-9", "the log has it always")
	}
	for body, want := range map[string]string{
		`{"error":"no such model"}`:                        "no such model",
		`{"message":"no such model","type":"x"}`:           "no such model",
		`{"detail":"no such model"}`:                       "no such model",
		`[{"error":{"message":"no such model"}}]`:          "no such model",
		`{"error":{"message":"no such model","code":404}}`: "no such model",
	} {
		_, _, err := ask(t, once(Exchange{Status: 404, Body: body}))
		require.Equal(t, "The provider does not know this model or this address. It says: “"+want+"”", fault.From(err).Message, body)
	}
	for _, body := range []string{``, `{}`, `[]`, `null`, `no such model`, `{"error":null}`, `{"error":{"message":null}}`, `{"error":{"message":{}}}`, `{"error":{"mess`, `{"detail":[{"msg":"x"}]}`} {
		_, _, err := ask(t, once(Exchange{Status: 404, Body: body}))
		require.Equal(t, "The provider does not know this model or this address.", fault.From(err).Message, body)
	}
}

func TestKeysAreNeverShown(t *testing.T) {
	const key = "sk-proj-AbCdEf0123456789_-xyz"
	for message, want := range map[string]string{
		"Incorrect API key provided: " + key + ".":                "Incorrect API key provided: ….",
		"key='" + key + "'":                                       "key='…'",
		"Incorrect key sk-ab***************wxyz":                  "Incorrect key …",
		"Authorization: Bearer abc.def.ghi was refused":           "Authorization: Bearer … was refused",
		"\"bearer\" abc":                                          "\"bearer\" …",
		"Basic dXNlcjpwYXNz":                                      "Basic …",
		"gsk_abcdefgh and AIzaSyABCDEFG and hf_abcdefgh":          "… and … and …",
		"token 0123456789abcdef0123456789abcdef":                  "token …",
		"https://x.test/?key=0123456789abcdef0123456789abcdef&a":  "https://x.test/?key=…&a",
		"secret-token at the end of secret-token":                 "… at the end of …", // the one of the request
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig":                "….….sig",
		"The model `claude-3-5-sonnet-20241022` does not exist":   "The model `claude-3-5-sonnet-20241022` does not exist",
		"no meta-llama/Llama-3.3-70B-Instruct-Turbo, task-risk-y": "no meta-llama/Llama-3.3-70B-Instruct-Turbo, task-risk-y",
	} {
		got := shown(message, "secret-token")
		require.Equal(t, want, got)
	}
	for _, status := range []int{400, 401, 403, 404, 422, 429, 500} {
		_, _, err := ask(t, once(Exchange{Status: status, Body: `{"error":{"message":"You sent secret-token and ` + key + `"}}`}))
		require.NotContains(t, err.Error(), "sk-", "not even in the log")
		require.NotContains(t, err.Error(), "secret")
	}
	_, _, err := ask(t, once(Exchange{Body: stream(`{"error":{"message":"You sent secret-token and ` + key + `"}}`)}))
	require.NotContains(t, err.Error(), "sk-")
	require.NotContains(t, err.Error(), "secret")
	require.Contains(t, err.Error(), "You sent … and …")
}

func TestMessageIsOneShortPrintableLine(t *testing.T) {
	for message, want := range map[string]string{
		" a\n\tb\r\nc  d ":            "a b c d",
		"a\x00b\x1b[31mc\u202ed":      "a b [31mc d",
		"a\xffb":                      "a\ufffdb",
		"it is “over” now":            `it is "over" now`,
		strings.Repeat("é", 200):      strings.Repeat("é", 200),
		strings.Repeat("é", 201):      strings.Repeat("é", 199) + "…",
		strings.Repeat("word ", 1000): strings.Repeat("word ", 39) + "word…",
		"":                            "",
	} {
		got := shown(message, "")
		require.Equal(t, want, got)
		require.LessOrEqual(t, utf8.RuneCountInString(got), maxWords)
	}
}

func TestRetryAfterIsToldWhateverTheCode(t *testing.T) {
	now := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"": 0, "0": 0, "5": 5 * time.Second, " 5 ": 5 * time.Second, "0.5": time.Second / 2, "-1": 0, "x": 0, "NaN": 0,
		"1e300": 24 * time.Hour, "+Inf": 24 * time.Hour, "99999999999999999999": 24 * time.Hour,
		"Sat, 01 Jan 2000 00:01:00 GMT": time.Minute, "Fri, 31 Dec 1999 00:01:00 GMT": 0, "Sat, 01 Jan 9999 00:01:00 GMT": 24 * time.Hour,
	} {
		require.Equal(t, want, retryAfter(header, now), header)
	}
}
