package gather

import "context"

// Encoder turns texts into vectors that point the same way if the texts mean much the
// same, whatever their words. It is optional: without one, messages are found by their
// words alone.
type Encoder interface {
	// Name says which model makes the vectors. Those of two models are not compared.
	Name() string
	// Encode returns a vector of unit length for each text, all equally long.
	Encode(ctx context.Context, texts []string) ([][]float32, error)
}
