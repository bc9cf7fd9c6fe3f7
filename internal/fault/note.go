package fault

// The errors below do what fmt.Errorf does with %w. fmt would add 26 kB of brotli to
// the core in the browser, so nothing there imports it.

// Note returns err with words and a colon in front of it.
func Note(words string, err error) error { return Reworded(words+": "+err.Error(), err) }

// Reworded returns an error that reads text and is err to errors.Is and errors.As.
func Reworded(text string, err error) error { return &reworded{text, err} }

type reworded struct {
	text string
	err  error
}

func (r *reworded) Error() string { return r.text }

func (r *reworded) Unwrap() error { return r.err }
