package main

import (
	"encoding/json"
	"io"
	"net/http"

	"burrow/internal/llm/llmtest"
)

// control adds the routes by which tests tell the server what to do.
func control(s *llmtest.Server) {
	s.Handle("PUT /script", func(w http.ResponseWriter, r *http.Request) {
		answers, err := readScript(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		s.Replace(answers...)
		w.WriteHeader(http.StatusNoContent)
	})
	s.Handle("GET /requests", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(s.Requests())
	})
	s.Handle("POST /release", func(w http.ResponseWriter, r *http.Request) {
		s.Release()
		w.WriteHeader(http.StatusNoContent)
	})
	s.Handle("POST /reset", func(w http.ResponseWriter, r *http.Request) {
		s.Reset()
		w.WriteHeader(http.StatusNoContent)
	})
}

// readScript is strict: a misspelt member would make a test pass that should not.
func readScript(r io.Reader) ([]llmtest.Answer, error) {
	var answers []llmtest.Answer
	decoder := json.NewDecoder(r)
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&answers)
	return answers, err
}
