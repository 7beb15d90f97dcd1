package cli

import (
	"fmt"
	"strings"
	"time"
)

// Test is the result of one test.
type Test struct {
	Name string
	// Class is what the test is about, such as a capability.
	Class string
	File  string // relative to the project
	Line  int    // of a mistake in the file; 0 for none
	// Status is "pass" or another word. Failed decides.
	Status string
	Failed bool
	Took   time.Duration
	// Details explain a failure. Lines with "- " and "+ " are what was expected and what was found.
	Details []string
}

// PrintTests writes a line for each test to Out, and the details of those that failed.
func (e *Env) PrintTests(tests []Test) error {
	paint := newPalette(e.OutTTY && e.color(true)).paint
	width := len("pass")
	for _, t := range tests {
		width = max(width, len(t.Status))
	}
	var b strings.Builder
	for _, t := range tests {
		color := green
		if t.Failed {
			color = boldRed
		}
		fmt.Fprintf(&b, "%s  %s", paint(color, fmt.Sprintf("%-*s", width, t.Status)), OneLine(t.Name))
		if t.Failed {
			b.WriteString(paint(faint, "  "+fileName(t.File)))
		}
		b.WriteString("\n")
		for _, line := range t.Details {
			color := bold
			switch trimmed := strings.TrimSpace(line); {
			case strings.HasPrefix(trimmed, "- "):
				color = green
			case strings.HasPrefix(trimmed, "+ "):
				color = boldRed
			}
			fmt.Fprintf(&b, "      %s\n", paint(color, OneLine(line)))
		}
	}
	_, err := e.Out.Write([]byte(b.String()))
	return err
}

// JUnit returns the results as XML of JUnit, for build servers.
func JUnit(suite string, tests []Test, took time.Duration) ([]byte, error) {
	all := junitSuite{Name: suite, Tests: len(tests), Time: seconds(took)}
	for _, t := range tests {
		test := junitCase{
			Name: OneLine(t.Name), Class: OneLine(t.Class), File: fileName(t.File), Line: t.Line, Time: seconds(t.Took),
		}
		if t.Failed {
			all.Failures++
			message := "failed"
			if len(t.Details) > 0 {
				message = OneLine(t.Details[0])
			}
			test.Failure = &junitFailure{Type: t.Status, Message: message, Text: printable(strings.Join(t.Details, "\n"))}
		}
		all.Cases = append(all.Cases, test)
	}
	return encodeJUnit(all)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// WriteOutput writes a document to a file, or to Out for "". No link of the project leads it out of the project.
func (e *Env) WriteOutput(file string, text []byte, project string) error {
	return e.write(file, text, project)
}
