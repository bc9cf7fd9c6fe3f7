package proxy

import (
	"context"
	"net/http"
	"time"

	"burrow/internal/say"
)

// outcome is what came of trying a provider.
type outcome string

// The outcomes.
const (
	works       outcome = "works"
	keyWrong    outcome = "refused"     // the key is wrong, or there is none
	notReached  outcome = "unreachable" // nobody answers
	notTheRight outcome = "missing"     // somebody answers, but not as OpenAI does
	notSure     outcome = "unsure"      // somebody answers, and does not say
)

// trial is what came of it, in a sentence of ours: nothing that the other side says
// goes into it.
type trial struct {
	Outcome  outcome `json:"outcome,omitempty"`
	Sentence string  `json:"sentence,omitempty"`
}

// tryTime is how long somebody waits who has pressed a button.
const tryTime = 10 * time.Second

// try asks for the list of models, which costs nothing and needs the key. What comes
// of it is noted, as with any other list.
func (up *upstream) try(ctx context.Context, transport http.RoundTripper, version string) trial {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	status, text, err := up.askList(ctx, transport, version)
	if err != nil {
		up.learn(nil, false, err)
		return trial{notReached, unreachable(up.name, err).sentence}
	}
	refused := keyRefused(up.service, status, text)
	models, err := readList(text, up.service)
	if status != http.StatusOK {
		err = errNoList
	}
	up.learn(models, refused, err)
	switch {
	case refused && up.key.Empty():
		return trial{keyWrong, say.T("{provider} needs a key.", "provider", up.name)}
	case refused:
		return trial{keyWrong, say.T("{provider} does not accept this key. Check that you copied all of it.", "provider", up.name)}
	case err == nil:
		return trial{works, say.Plural(len(models), "{provider} works: it has {n} model.", "{provider} works: it has {n} models.", "provider", up.name)}
	case status == http.StatusOK || status == http.StatusNotFound || status == http.StatusMethodNotAllowed:
		return trial{notTheRight, say.T("There are no models at {address}. Check the address: most end in /v1.", "address", up.base)}
	case status >= 300 && status < 400:
		return trial{notTheRight, say.T("{address} leads to another address. Enter that one instead, so that your key goes nowhere else.", "address", up.base)}
	case status == http.StatusForbidden:
		return trial{notSure, say.T("{provider} does not let this key list its models. It may still answer.", "provider", up.name)}
	}
	return trial{notSure, say.T("{provider} answered with status {status}.", "provider", up.name, "status", status)}
}
