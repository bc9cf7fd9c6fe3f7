package peer

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// ErrSlow reports that a library did not answer within the limit.
var ErrSlow = errors.New("no answer within the time limit")

// Process runs one peer program. It starts with the first question, and starts
// anew after a question that ended it. Not safe for concurrent use.
type Process struct {
	Command []string
	Env     []string

	cmd     *exec.Cmd
	in      io.WriteCloser
	answers chan []byte
}

// Ask sends a request and waits up to limit for its answer. An answer that holds
// an error is returned as an error; a process that did not answer is stopped.
func (p *Process) Ask(request Request, limit time.Duration) (Answer, error) {
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return Answer{}, fmt.Errorf("start %s: %w", p.Command[0], err)
		}
	}
	line, err := json.Marshal(request)
	if err != nil {
		return Answer{}, err
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		p.Stop()
		return Answer{}, fmt.Errorf("ask %s: %w", p.Command[0], err)
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	var answer Answer
	select {
	case line, ok := <-p.answers:
		if !ok {
			p.Stop()
			return Answer{}, errors.New("ended without an answer")
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			p.Stop()
			return Answer{}, fmt.Errorf("read an answer of %s: %w", p.Command[0], err)
		}
	case <-timer.C:
		p.Stop()
		return Answer{}, ErrSlow
	}
	if answer.Error != "" {
		return Answer{}, errors.New(answer.Error)
	}
	return answer, nil
}

// Stop ends the process, if one runs, and waits for it.
func (p *Process) Stop() {
	if p.cmd == nil {
		return
	}
	p.in.Close()
	// Kill fails only if the process has already ended.
	_ = p.cmd.Process.Kill()
	for range p.answers {
	}
	_ = p.cmd.Wait()
	p.cmd = nil
}

func (p *Process) start() error {
	cmd := exec.Command(p.Command[0], p.Command[1:]...)
	cmd.Env = append(os.Environ(), p.Env...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	// What a peer writes to stderr (a panic's trace) is not shown: the answer,
	// or its absence, is the result.
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd, p.in, p.answers = cmd, in, make(chan []byte)
	go func(answers chan<- []byte) {
		defer close(answers)
		lines := bufio.NewReader(out)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return
			}
			answers <- line
		}
	}(p.answers)
	return nil
}
