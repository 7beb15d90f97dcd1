package cli

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Question is a question that a flag or the user answers.
type Question struct {
	Flag    string   // "--name", for the error without a terminal
	Text    string   // "App name"
	Default string   // used for an empty answer; "" makes the answer required
	Choices []string // the valid answers; nil means any
}

// Prompter asks questions on Err and reads answers from In.
type Prompter struct {
	env *Env
	in  *bufio.Reader
}

// NewPrompter returns a prompter.
func NewPrompter(env *Env) *Prompter { return &Prompter{env: env, in: bufio.NewReader(env.In)} }

// Ask asks until it gets a valid answer. Without a terminal it returns an error that names the flag.
func (p *Prompter) Ask(q Question) (string, error) {
	if !p.env.CanPrompt() {
		return "", &Error{
			Code: ExitWouldPrompt,
			What: q.Flag + " is required without a terminal",
			Fix:  "pass " + q.Flag + ", or --yes to accept the default of every missing answer",
		}
	}
	for {
		p.env.ask(q)
		line, err := p.in.ReadString('\n')
		answer := strings.TrimSpace(line)
		if answer == "" {
			answer = q.Default
		}
		if q.accepts(answer) {
			return answer, nil
		}
		if err != nil {
			return "", cancelled(err)
		}
		p.env.Notef("  answer %s", q.wanted())
	}
}

// ConfirmationRequired is the error of a command that asks for a confirmation, without a terminal and --yes.
func ConfirmationRequired(fix string) *Error {
	return &Error{Code: ExitWouldPrompt, What: "--yes is required without a terminal", Fix: fix}
}

// Confirm asks a yes-or-no question. Any answer but y or yes cancels.
func (p *Prompter) Confirm(text string) error {
	fmt.Fprintf(p.env.Err, "%s [y/N] ", text)
	line, err := p.in.ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return nil
	}
	return cancelled(err)
}

func cancelled(cause error) error {
	if cause == io.EOF {
		cause = nil
	}
	return &Error{Code: ExitWouldPrompt, What: "cancelled; nothing changed", Err: cause}
}

func (e *Env) ask(q Question) {
	line := e.paint(bold, q.Text)
	if len(q.Choices) > 0 {
		line += " (" + strings.Join(q.Choices, ", ") + ")"
	}
	if q.Default != "" {
		line += e.paint(faint, " ["+q.Default+"]")
	}
	fmt.Fprint(e.Err, line+": ")
}

func (q Question) accepts(answer string) bool {
	if len(q.Choices) == 0 {
		return answer != ""
	}
	return slices.Contains(q.Choices, answer)
}

func (q Question) wanted() string {
	if len(q.Choices) == 0 {
		return "with text"
	}
	return "with one of " + strings.Join(q.Choices, ", ")
}
