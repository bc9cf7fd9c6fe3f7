package proxy

import (
	"strconv"
	"strings"
)

const identity = "identity"

// choose picks the stored form for an Accept-Encoding header: the highest
// q-value wins, then the order of forms. RFC 9110, section 12.5.3: codings that
// are not named are refused unless "*" allows them, but identity is allowed
// unless it, or "*", is refused by name. ok is false when nothing is left.
func choose(header string, forms []variant) (best variant, ok bool) {
	weights := acceptedCodings(header)
	bestWeight := 0.0
	for _, form := range forms {
		if w := weightOf(form.coding, weights); w > bestWeight {
			best, bestWeight, ok = form, w, true
		}
	}
	return best, ok
}

// weightOf gives an unmentioned identity a weight below every q-value that can
// be written, so that any coding the client names comes first.
func weightOf(coding string, weights map[string]float64) float64 {
	if w, named := weights[coding]; named {
		return w
	}
	if w, named := weights["*"]; named {
		return w
	}
	if coding == identity {
		return 0.0001
	}
	return 0
}

// acceptedCodings reads the header into a map of lower-case coding to q-value.
// An element with a malformed weight counts as refused: sending a coding that
// the client may not read costs more than sending a larger one.
func acceptedCodings(header string) map[string]float64 {
	weights := make(map[string]float64)
	for element := range strings.SplitSeq(header, ",") {
		coding, parameters, _ := strings.Cut(element, ";")
		coding = strings.ToLower(strings.TrimSpace(coding))
		if coding == "" {
			continue
		}
		weights[coding] = qvalue(parameters)
	}
	return weights
}

func qvalue(parameters string) float64 {
	parameters = strings.TrimSpace(parameters)
	if parameters == "" {
		return 1
	}
	name, value, _ := strings.Cut(parameters, "=")
	if !strings.EqualFold(strings.TrimSpace(name), "q") {
		return 0
	}
	value = strings.TrimSpace(value)
	// The grammar is at most 1.000; ParseFloat alone would take "1e-2" and "NaN".
	if len(value) > 5 || strings.Trim(value, "0123456789.") != "" {
		return 0
	}
	q, err := strconv.ParseFloat(value, 64)
	if err != nil || q > 1 {
		return 0
	}
	return q
}
