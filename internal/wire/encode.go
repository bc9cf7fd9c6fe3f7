package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode returns the frame as JSON without a newline anywhere, so that a line
// holds it. It fails only for a result that JSON cannot carry, which is a bug
// in the method that made it.
func Encode(frame FromCore) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	// Frames are never put into HTML; escaping <, > and & would only make them
	// longer.
	enc.SetEscapeHTML(false)
	if err := enc.Encode(frame); err != nil {
		return nil, fmt.Errorf("encode %T: %w", frame, err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}
