package memory

// Seed condenses early and all there is: short prompts, whatever the model.
func Seed() Policy { return Policy{Threshold: 1200, Reserve: 60} }

// Due reports whether the question that waits crosses the threshold.
func (p Policy) Due(s State) bool { return p.Total(s) > p.Threshold }
