// Package float has what gents does not translate.
package float

// Weight is refused: nothing in the protocol is a fraction.
type Weight struct {
	Kilos float64 `json:"kilos"`
}
