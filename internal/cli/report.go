// This file holds what the printers of findings print.

package cli

import (
	"fmt"
	"path"
	"strings"
	"time"
	"unicode"

	"github.com/appsvc/svc/internal/diag"
)

// Report is the outcome of one check, ready to print. Each format is one file, print_<format>.go.
type Report struct {
	Findings []diag.Finding // sorted
	Paths    []string       // of the source files that were looked at
	Duration time.Duration
	// Tolerated is the number of findings that a baseline took out.
	Tolerated int
	// Topics has the topic of every rule, for formats that carry the rules' own words.
	Topics []Topic
	// Source is the text of a file that a finding names; nil when it cannot be read.
	Source func(file string) []byte
	// Prefix leads from the root of the repository to the project, with forward slashes; "" when they
	// are the same. Build servers want paths from there.
	Prefix  string
	Version string // of the tool
}

// Topic is something that `svc explain` explains: a rule or an error code.
type Topic struct {
	ID     string        `json:"id"`
	Kind   string        `json:"kind"`               // "rule" or "error"
	Level  diag.Severity `json:"severity,omitempty"` // of a rule
	Status int           `json:"status,omitempty"`   // the HTTP status of an error code
	Title  string        `json:"title"`
	Why    string        `json:"why,omitempty"`
	Hint   string        `json:"hint,omitempty"`
	Before string        `json:"before,omitempty"`
	After  string        `json:"after,omitempty"`
	Since  string        `json:"since,omitempty"` // the platformVersion that a rule came with
	Fields []TopicField  `json:"fields,omitempty"`
}

// TopicField is a member of the body of an error code, besides ok, error and message.
type TopicField struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// count is the number of findings of a severity.
func (r *Report) count(severity diag.Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == severity {
			n++
		}
	}
	return n
}

// Summary is the last line that a person reads: "2 errors, 1 warning in 12 files".
func (r *Report) Summary() string {
	errors, warnings := r.count(diag.Error), r.count(diag.Warning)
	var found []string
	if errors > 0 {
		found = append(found, Count(errors, "error"))
	}
	if warnings > 0 {
		found = append(found, Count(warnings, "warning"))
	}
	if len(found) == 0 {
		found = append(found, "no problems")
	}
	summary := strings.Join(found, ", ") + " in " + Count(len(r.Paths), "file")
	if r.Tolerated > 0 {
		summary += fmt.Sprintf(", %d known to the baseline", r.Tolerated)
	}
	return summary
}

// Count is "1 file", "2 files".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// repositoryPath is a finding's file as seen from the root of the repository.
func (r *Report) repositoryPath(file string) string { return path.Join(r.Prefix, file) }

// place is "file:line:column".
func place(s diag.Span) string { return fmt.Sprintf("%s:%d:%d", OneLine(s.File), s.Line, s.Column) }

// OneLine makes text safe for a terminal and a line of its own: users' names and values may hold
// line breaks and control codes.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case unicode.IsControl(r) || isDirection(r):
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// isDirection reports whether the rune changes the direction of text, which can make code read as
// what it is not.
func isDirection(r rune) bool {
	return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}
