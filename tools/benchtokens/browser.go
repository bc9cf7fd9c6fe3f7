package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

const (
	loadTimes      = 10
	draftBytes     = 20_000
	keystrokeTimes = 4000
	browserLimit   = 30 * time.Minute
)

// browserReport is what the page sends back, see Report in browser/protocol.ts.
type browserReport struct {
	UserAgent  string               `json:"userAgent"`
	Isolated   bool                 `json:"isolated"`
	Samples    []pageSample         `json:"samples"`
	Loads      map[string][]float64 `json:"loads"`
	Keystrokes map[string][]float64 `json:"keystrokes"`
	Failures   []string             `json:"failures,omitempty"`
}

type pageSample struct {
	sample
	Passes []float64 `json:"passes"`
}

// summary takes the fastest of each sample's passes, as the native ones have it.
func (r *browserReport) summary() results {
	samples := make([]sample, len(r.Samples))
	for i, s := range r.Samples {
		samples[i] = s.sample
		samples[i].Seconds = fastest(s.Passes) / 1e3
	}
	return summarise(samples)
}

type pageFile struct {
	URL   string `json:"url"`
	Bytes int    `json:"bytes"`
}

func (f file) page() pageFile { return pageFile{"/texts/" + filepath.Base(f.Path), f.Bytes} }

// plan is what the page is asked to do, see Plan in browser/protocol.ts.
func plan(texts []text, runs []letterRun, draft file, e effort) map[string]any {
	pages := func(files []file) []pageFile {
		out := make([]pageFile, len(files))
		for i, f := range files {
			out[i] = f.page()
		}
		return out
	}
	pageTexts := make([]map[string]any, len(texts))
	for i, t := range texts {
		pageTexts[i] = map[string]any{"name": t.Name, "warmup": t.Warmup.page(), "parts": pages(t.Parts), "all": t.All.page()}
	}
	pageRuns := make([]map[string]any, len(runs))
	for i, r := range runs {
		pageRuns[i] = map[string]any{"probe": r.Probe.page(), "rounds": pages(r.Rounds)}
	}
	return map[string]any{
		"encodings": encodings, "libraries": browserLibs, "texts": pageTexts, "runs": pageRuns,
		"draft": draft.page().URL, "rounds": e.Rounds, "leastMs": e.LeastMS, "limitMs": e.Limit.Milliseconds(),
		"loads": loadTimes, "keystrokes": keystrokeTimes,
	}
}

// measureBrowser serves the page, opens it in Chromium and waits for its report.
func measureBrowser(modules string, texts []text, runs []letterRun, e effort) (*browserReport, error) {
	chromium, err := findChromium()
	if err != nil {
		return nil, err
	}
	dir, err := bundlePage(modules)
	if err != nil {
		return nil, err
	}
	draft, err := draftText(texts)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	done := make(chan outcome, 1)
	server := &http.Server{Handler: handler(dir, modules, plan(texts, runs, draft, e), done)}
	go server.Serve(listener)
	defer server.Close()

	stop, ended, err := startChromium(chromium, "http://"+listener.Addr().String()+"/")
	if err != nil {
		return nil, err
	}
	defer stop()
	select {
	case got := <-done:
		return got.report, got.err
	case err := <-ended:
		return nil, fmt.Errorf("the browser ended before its report: %w", err)
	case <-time.After(browserLimit):
		return nil, fmt.Errorf("the browser gave no report within %v", browserLimit)
	}
}

// draftText is the start of the prose, as long as a long question.
func draftText(texts []text) (file, error) {
	for _, t := range texts {
		if t.Name != "prose" {
			continue
		}
		raw, err := os.ReadFile(t.Whole.Path)
		if err != nil {
			return file{}, err
		}
		var whole []string
		if err := json.Unmarshal(raw, &whole); err != nil {
			return file{}, err
		}
		return writeMessages(filepath.Join(filepath.Dir(t.Whole.Path), "draft.json"), cut(whole[0], draftBytes)[:1])
	}
	return file{}, errors.New("there is no prose to type into")
}

type outcome struct {
	report *browserReport
	err    error
}

// handler serves the page with the isolation headers that the product's page
// has: they decide the resolution of its clock.
func handler(dir, modules string, plan any, done chan<- outcome) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServer(http.Dir(dir)))
	mux.Handle("GET /texts/", http.StripPrefix("/texts/", http.FileServer(http.Dir(filepath.Join(buildDir, "texts")))))
	mux.Handle("GET /vocab/", http.StripPrefix("/vocab/", http.FileServer(http.Dir(filepath.Join("internal", "tokens", "vocab")))))
	mux.Handle("GET /npm/", http.StripPrefix("/npm/", http.FileServer(http.Dir(modules))))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, `<!doctype html><title>benchtokens</title><script type="module" src="/page.js"></script>`)
	})
	mux.HandleFunc("GET /plan", func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(plan)
	})
	mux.HandleFunc("POST /progress", func(_ http.ResponseWriter, r *http.Request) {
		line, _ := io.ReadAll(r.Body)
		progress("%s", line)
	})
	mux.HandleFunc("POST /failure", func(_ http.ResponseWriter, r *http.Request) {
		message, _ := io.ReadAll(r.Body)
		done <- outcome{err: errors.New(string(message))}
	})
	mux.HandleFunc("POST /result", func(_ http.ResponseWriter, r *http.Request) {
		report := &browserReport{}
		err := json.NewDecoder(r.Body).Decode(report)
		if err == nil && !report.Isolated {
			err = errors.New("the page was not cross-origin isolated, so its clock is too coarse")
		}
		done <- outcome{report, err}
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		mux.ServeHTTP(w, r)
	})
}

// startChromium opens address in a browser with a profile of its own. stop ends
// the browser and all its processes.
func startChromium(path, address string) (stop func(), ended <-chan error, err error) {
	profile, err := os.MkdirTemp(buildDir, "profile")
	if err != nil {
		return nil, nil, err
	}
	args := []string{
		"--headless=new", "--user-data-dir=" + profile, "--no-first-run", "--disable-extensions",
		"--disable-background-networking", "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
	}
	if os.Geteuid() == 0 {
		// Chromium refuses its sandbox to root.
		args = append(args, "--no-sandbox")
	}
	cmd := exec.Command(path, append(args, address)...)
	// A group of its own, since a distribution's chromium is a script that
	// starts the browser, which starts more processes.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		os.RemoveAll(profile)
		return nil, nil, fmt.Errorf("start %s: %w", path, err)
	}
	exited := make(chan error, 1)
	gone := make(chan struct{})
	go func() {
		exited <- cmd.Wait()
		close(gone)
	}()
	return func() {
		// An error means that the group has already ended.
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-gone
		os.RemoveAll(profile)
	}, exited, nil
}
