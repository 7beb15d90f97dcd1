package checker

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// suppressionMark starts a suppression comment.
const suppressionMark = "svc-ignore"

// suppression is a comment that suppresses findings on the line below it:
//
//	// svc-ignore <rule>[, <rule>] -- reason
//
// Every form of comment is accepted, including {/* ... */} in JSX. Only comments may be between a suppression and the
// line that it covers, so reasons can be long and suppressions can be stacked. A suppression before the first code of
// a file also covers findings about the whole file.
type suppression struct {
	at     diag.Span // of suppressionMark
	rules  []suppressedRule
	reason string
	covers int  // the covered line; 0 if there is none
	first  bool // the file has no code before it
	inline bool // code is on the same line, so the suppression covers nothing
}

type suppressedRule struct {
	id   string
	at   diag.Span
	used bool
}

// Number of files that are scanned for suppressions at once.
const scanJobs = 4

// readSuppressions returns the suppressions in all files of the project.
func readSuppressions(project *declared.Project) []*suppression {
	if project.Source == nil {
		return nil
	}
	perFile := make([][]*suppression, len(project.Files))
	var group sync.WaitGroup
	for job := range scanJobs {
		group.Go(func() {
			for i := job; i < len(project.Files); i += scanJobs {
				file := project.Files[i]
				perFile[i] = parseSuppressions(file, project.Source(file))
			}
		})
	}
	group.Wait()
	return slices.Concat(perFile...)
}

// parseSuppressions returns the suppressions in one file.
func parseSuppressions(file string, source []byte) []*suppression {
	if !bytes.Contains(source, []byte(suppressionMark)) {
		return nil
	}
	all, code := comments(string(source))
	var out []*suppression
	for _, c := range all {
		if s := parseSuppression(file, source, c); s != nil {
			s.place(c, code)
			out = append(out, s)
		}
	}
	return out
}

// place sets the line that a suppression covers.
func (s *suppression) place(c comment, code []bool) {
	s.inline = code[c.line] || code[c.endLine]
	s.first = !slices.Contains(code[:c.line], true)
	if s.inline {
		return
	}
	for line := c.endLine + 1; line < len(code); line++ {
		if code[line] {
			s.covers = line
			return
		}
	}
}

// parseSuppression parses a comment. It returns nil if the comment is not a suppression.
func parseSuppression(file string, source []byte, c comment) *suppression {
	text := string(source[c.start:c.end])
	body := strings.TrimLeft(text, "/*! \t\r\n")
	rest, ok := strings.CutPrefix(body, suppressionMark)
	if !ok || rest != "" && !strings.ContainsAny(rest[:1], " \t\r\n*:") && !strings.HasPrefix(rest, "--") {
		return nil
	}
	offset := c.start + len(text) - len(body)
	at := func(from, length int) diag.Span { return spanOf(file, source, from, length) }
	s := &suppression{at: at(offset, len(suppressionMark))}
	names, reason, _ := strings.Cut(strings.TrimSuffix(rest, "*/"), "--")
	s.reason = strings.Trim(reason, "* \t\r\n")
	from := offset + len(suppressionMark)
	for _, field := range strings.FieldsFunc(names, isRuleSeparator) {
		i := strings.Index(string(source[from:c.end]), field)
		s.rules = append(s.rules, suppressedRule{id: field, at: at(from+i, len(field))})
		from += i + len(field)
		if s.reason == "" {
			break // the rest may be a reason without the dashes
		}
	}
	return s
}

func isRuleSeparator(r rune) bool { return strings.ContainsRune(" \t\r\n,*:", r) }

// spanOf returns the span of a range of bytes on one line.
func spanOf(file string, source []byte, offset, length int) diag.Span {
	line := 1 + bytes.Count(source[:offset], []byte{'\n'})
	start := bytes.LastIndexByte(source[:offset], '\n') + 1
	column := 1 + utf16Length(source[start:offset])
	return diag.Span{
		File: file, Line: line, Column: column,
		EndLine: line, EndColumn: column + utf16Length(source[offset:offset+length]),
	}
}

func utf16Length(text []byte) int {
	n := 0
	for _, r := range string(text) {
		n += utf16.RuneLen(r)
	}
	return n
}

// suppressor applies suppressions and records which are used.
type suppressor struct {
	project *declared.Project
	rules   []*Rule
	all     []*suppression
}

// apply removes suppressed findings. A suppression without a reason has no effect, and blocking findings cannot be
// suppressed.
func (s *suppressor) apply(all []found) []found {
	byFile := map[string][]*suppression{}
	for _, suppression := range s.all {
		byFile[suppression.at.File] = append(byFile[suppression.at.File], suppression)
	}
	return slices.DeleteFunc(all, func(f found) bool {
		if f.Blocking {
			return false
		}
		hit := false
		for _, suppression := range byFile[f.File] {
			hit = suppression.use(f) || hit
		}
		return hit
	})
}

// use reports whether the suppression covers a finding in its file, and if so marks it as used.
func (s *suppression) use(f found) bool {
	if s.reason == "" || s.inline {
		return false
	}
	if f.Line != s.covers && (f.Line > 1 || !s.first) {
		return false
	}
	hit := false
	for i := range s.rules {
		if s.rules[i].id == f.Rule {
			s.rules[i].used, hit = true, true
		}
	}
	return hit
}
