package cli

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/projectfs"
)

// Report is the result of a check. Each format has a file print_<format>.go.
type Report struct {
	Findings []diag.Finding   // sorted
	Paths    []string         // the source files of the project
	Inputs   projectfs.Inputs // what the check depends on, for --watch
	Duration time.Duration
	// Tolerated is the number of findings that a baseline accepts.
	Tolerated int
	// Topics describes every rule, for formats that include descriptions.
	Topics []Topic
	// Source returns the text of a file, or nil if it cannot be read.
	Source func(file string) []byte
	// Prefix is the project's path relative to the repository's root, with forward slashes. Build servers need paths
	// relative to that root.
	Prefix  string
	Dir     string // the project's folder, which no link may lead an output out of
	Version string // of svc
}

// Topic is a rule or an error code that `svc explain` describes.
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
	Since  string        `json:"since,omitempty"` // the first platformVersion that a rule applies to
	Fields []TopicField  `json:"fields,omitempty"`
}

// TopicField is a member of an error's response body, in addition to ok, error and message.
type TopicField struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// count returns the number of findings with a severity.
func (r *Report) count(severity diag.Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == severity {
			n++
		}
	}
	return n
}

// Summary summarizes the findings: "2 errors, 1 warning in 12 files".
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
		found = append(found, "no findings")
	}
	summary := strings.Join(found, ", ") + " in " + Count(len(r.Paths), "file")
	if r.Tolerated > 0 {
		summary += fmt.Sprintf(", %d in the baseline", r.Tolerated)
	}
	return summary
}

// Count returns a number with a noun: "1 file", "2 files".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// repositoryPath returns the path of a finding's file relative to the repository's root.
func (r *Report) repositoryPath(file string) string { return path.Join(r.Prefix, file) }

// place formats a position: "file:line:column".
func place(s diag.Span) string { return fmt.Sprintf("%s:%d:%d", fileName(s.File), s.Line, s.Column) }

// fileName is OneLine for the name of a file, which needs no joiners.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if isJoiner(r) {
			return unicode.ReplacementChar
		}
		return r
	}, OneLine(name))
}

// OneLine makes text safe to print on one line of a terminal or of the log of a build server. Names and values of users
// can contain line breaks, control codes and commands.
func OneLine(text string) string {
	return noCommands(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || isInvisible(r):
			return unicode.ReplacementChar
		}
		return r
	}, text))
}

// isInvisible reports whether a rune has no width or changes the direction of text, which can disguise names and code.
// The joiners of emoji and of some scripts stay: without them, text reads differently.
func isInvisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) && !isJoiner(r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// Build servers look for commands in what a step prints. GitHub Actions reads "::error::" where a line begins, and
// "##[error]" anywhere, Azure Pipelines "##vso[task.setvariable]" anywhere. Names and texts of users must not become
// commands: those set variables of later steps, forge annotations, or turn the commands of svc off.

var (
	bracketCommand = lazyregexp.New(`##\w*\[`)
	lineCommand    = lazyregexp.New(`(?m)^[ \t\p{Z}]*::[A-Za-z]`)
)

// noCommands replaces one character of each command in a text. The text keeps its width.
func noCommands(text string) string {
	if strings.Contains(text, "##") {
		text = bracketCommand().ReplaceAllStringFunc(text, func(found string) string {
			return strings.TrimSuffix(found, "[") + string(unicode.ReplacementChar)
		})
	}
	if strings.Contains(text, "::") {
		text = lineCommand().ReplaceAllStringFunc(text, func(found string) string {
			return found[:len(found)-2] + string(unicode.ReplacementChar) + found[len(found)-1:]
		})
	}
	return text
}

// escapeCommands replaces the bracket of each command in a document by its escape, which has the same value. No line of
// a document begins with a text of users.
func escapeCommands(document []byte, bracket string) []byte {
	if !bytes.Contains(document, []byte("##")) {
		return document
	}
	return bracketCommand().ReplaceAllFunc(document, func(found []byte) []byte {
		return slices.Concat(bytes.TrimSuffix(found, []byte("[")), []byte(bracket))
	})
}
