package cli

import (
	"bufio"
	"errors"
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
	// Check, if set, returns what is wrong with an answer.
	Check func(answer string) error
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
		switch {
		case answer == "" && err != nil: // the end of the input is not Enter
			return "", cancelled(err)
		case answer == "":
			answer = q.Default
		}
		wrong := q.wrong(answer)
		if wrong == "" {
			return answer, nil
		}
		if err != nil {
			return "", cancelled(err)
		}
		p.env.Notef("  %s", OneLine(wrong))
	}
}

// ConfirmationRequired is the error of a command that asks for a confirmation, without a terminal and --yes.
func ConfirmationRequired(fix string) *Error {
	return &Error{Code: ExitWouldPrompt, What: "--yes is required without a terminal", Fix: fix}
}

// Proceed asks a yes-or-no question about something that can be undone: Enter is yes.
func (p *Prompter) Proceed(text string) error {
	for {
		fmt.Fprintf(p.env.Err, "%s [Y/n] ", text)
		line, err := p.in.ReadString('\n')
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "":
			if err == nil {
				return nil
			}
		case "y", "yes":
			return nil
		case "n", "no":
			return cancelled(nil)
		}
		if err != nil {
			return cancelled(err)
		}
		p.env.Notef("  answer y or n")
	}
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

// wrong returns what is wrong with an answer, "" for nothing.
func (q Question) wrong(answer string) string {
	switch {
	case len(q.Choices) > 0 && !slices.Contains(q.Choices, answer):
		return "answer with one of " + strings.Join(q.Choices, ", ")
	case answer == "":
		return "answer with text"
	case q.Check == nil:
		return ""
	}
	err := q.Check(answer)
	if err == nil {
		return ""
	}
	text := err.Error()
	if failure, ok := errors.AsType[*Error](err); ok && failure.Fix != "" {
		text += "; " + failure.Fix
	}
	return text
}
