package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"burrow/internal/config"
	"burrow/internal/encoder"
	"burrow/internal/gather"
)

// modelsDir is the directory of model files, which need not exist: the one that was
// said, else that of the settings, else the one beside the program.
func modelsDir(said string, settings config.Config) string {
	if said != "" {
		return said
	}
	if settings.Models != "" {
		return settings.Models
	}
	program, err := os.Executable()
	if err != nil {
		return ""
	}
	return filepath.Join(filepath.Dir(program), "models")
}

// sentenceEncoder is an encoder whose file is being read, or was.
type sentenceEncoder struct {
	*encoder.Encoder
	read chan struct{} // closed when it was
	err  error
}

// findEncoder returns what gives the encoder whose file is among the models, nil if
// there is none. The file is read meanwhile. One that cannot be used is said to be.
func findEncoder(settings config.Config, log io.Writer) func() gather.Encoder {
	path := filepath.Join(modelsDir("", settings), encoder.File)
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	e := &sentenceEncoder{read: make(chan struct{})}
	go func() {
		defer close(e.read)
		if e.Encoder, e.err = encoder.Open(path); e.err != nil {
			fmt.Fprintln(log, "burrow:", e.err)
		}
	}()
	return func() gather.Encoder { return e }
}

// Name is known before the file is read.
func (*sentenceEncoder) Name() string { return encoder.Name }

// Encode waits until the file was read, or ctx ends.
func (e *sentenceEncoder) Encode(ctx context.Context, texts []string) ([][]float32, error) {
	select {
	case <-e.read:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if e.err != nil {
		return nil, e.err
	}
	return e.Encoder.Encode(ctx, texts)
}
