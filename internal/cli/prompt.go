// This file asks a person: one question, one line of answer, on Err and In.

package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Question is something that a flag answers, or a person where there is one.
type Question struct {
	Flag    string   // "--name", for the error where nobody can be asked
	Text    string   // "App name"
	Default string   // taken for an empty answer; "" makes an answer required
	Choices []string // the valid answers; none means any
}

// Prompter asks questions one after the other.
type Prompter struct {
	env *Env
	in  *bufio.Reader
}

// NewPrompter reads answers from env.In.
func NewPrompter(env *Env) *Prompter { return &Prompter{env: env, in: bufio.NewReader(env.In)} }

// Ask returns a valid answer, asking again until there is one. Where nobody can answer it fails
// and names the flag.
func (p *Prompter) Ask(q Question) (string, error) {
	if !p.env.CanPrompt() {
		return "", &Error{
			Code: ExitWouldPrompt,
			What: fmt.Sprintf("%s is missing, and there is no terminal to ask on", q.Flag),
			Fix:  fmt.Sprintf("give %s, or --yes to take the default of every missing answer", q.Flag),
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
			return "", declined(err)
		}
		p.env.Notef("  please answer %s", q.wanted())
	}
}

// Confirm asks for a yes; anything but y or yes declines.
func (p *Prompter) Confirm(text string) error {
	fmt.Fprintf(p.env.Err, "%s [y/N] ", text)
	line, err := p.in.ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return nil
	}
	return declined(err)
}

func declined(cause error) error {
	if cause == io.EOF {
		cause = nil
	}
	return &Error{Code: ExitWouldPrompt, What: "declined: nothing was changed", Err: cause}
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
	for _, choice := range q.Choices {
		if choice == answer {
			return true
		}
	}
	return false
}

func (q Question) wanted() string {
	if len(q.Choices) == 0 {
		return "with some text"
	}
	return "one of " + strings.Join(q.Choices, ", ")
}
