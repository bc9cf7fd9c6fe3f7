package chat

// RawJSON is a JSON value as it is written, to be read or sent on later. It is
// json.RawMessage without the package around it, which the core does without.
type RawJSON []byte

// MarshalJSON writes the value, null for nil.
func (r RawJSON) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	return r, nil
}

// UnmarshalJSON keeps a copy of the value.
func (r *RawJSON) UnmarshalJSON(value []byte) error {
	*r = append((*r)[:0], value...)
	return nil
}
