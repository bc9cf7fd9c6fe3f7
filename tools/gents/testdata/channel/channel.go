// Package channel has what gents does not translate.
package channel

// Weight is a thing.
type Weight struct {
	Kilos chan int `json:"kilos"`
}
