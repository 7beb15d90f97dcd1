package checker

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/tsscan"
	"github.com/appsvc/svc/internal/typo"
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
	next, first := nextCode(code)
	at := &cursor{file: file, source: source, line: 1, column: 1}
	var out []*suppression
	for _, c := range all {
		if s := parseSuppression(at, c); s != nil {
			s.inline = code[c.line] || code[c.endLine]
			s.first = c.line <= first
			if !s.inline {
				s.covers = next[c.endLine]
			}
			out = append(out, s)
		}
	}
	return out
}

// nextCode returns for each line the next one with code, 0 if there is none, and the first line with code.
func nextCode(code []bool) (next []int, first int) {
	next, first = make([]int, len(code)), len(code)
	for line := len(code) - 1; line > 0; line-- {
		if next[line-1] = next[line]; code[line] {
			next[line-1], first = line, line
		}
	}
	return next, first
}

// parseSuppression parses a comment. It returns nil if the comment is not a suppression.
func parseSuppression(cursor *cursor, c comment) *suppression {
	source := cursor.source
	text := string(source[c.start:c.end])
	body := strings.TrimLeft(text, "/*! \t\r\n")
	rest, ok := strings.CutPrefix(body, suppressionMark)
	if !ok || rest != "" && !strings.ContainsAny(rest[:1], " \t\r\n*:") && !strings.HasPrefix(rest, "--") {
		return nil
	}
	offset := c.start + len(text) - len(body)
	s := &suppression{at: cursor.span(offset, len(suppressionMark))}
	names, reason, _ := strings.Cut(strings.TrimSuffix(rest, "*/"), "--")
	s.reason = strings.Trim(reason, "* \t\r\n")
	from := offset + len(suppressionMark)
	for _, field := range strings.FieldsFunc(names, isRuleSeparator) {
		i := strings.Index(string(source[from:c.end]), field)
		s.rules = append(s.rules, suppressedRule{id: field, at: cursor.span(from+i, len(field))})
		from += i + len(field)
		if s.reason == "" {
			break // the rest may be a reason without the dashes
		}
	}
	return s
}

func isRuleSeparator(r rune) bool { return strings.ContainsRune(" \t\r\n,*:", r) }

// cursor finds the positions of increasing offsets in one pass over a source.
type cursor struct {
	file         string
	source       []byte
	offset       int
	line, column int
}

// span returns the span of a range of bytes on one line. No offset may be before that of the last call.
func (c *cursor) span(offset, length int) diag.Span {
	passed := c.source[c.offset:offset]
	if breaks := bytes.Count(passed, []byte{'\n'}); breaks > 0 {
		c.line, c.column = c.line+breaks, 1
		passed = passed[bytes.LastIndexByte(passed, '\n')+1:]
	}
	c.column += utf16Length(passed)
	c.offset = offset
	return diag.Span{
		File: c.file, Line: c.line, Column: c.column,
		EndLine: c.line, EndColumn: c.column + utf16Length(c.source[offset:offset+length]),
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
	type place struct {
		file string
		line int // 0 for a suppression before the first code of a file
	}
	covering := map[place][]*suppression{}
	for _, one := range s.all {
		if one.reason == "" || one.inline {
			continue
		}
		if at := (place{one.at.File, one.covers}); one.covers > 0 {
			covering[at] = append(covering[at], one)
		}
		if at := (place{one.at.File, 0}); one.first {
			covering[at] = append(covering[at], one)
		}
	}
	return slices.DeleteFunc(all, func(f found) bool {
		if f.Blocking {
			return false
		}
		hit := false
		for _, one := range covering[place{f.File, f.Line}] {
			hit = one.use(f.Rule) || hit
		}
		if f.Line <= 1 {
			for _, one := range covering[place{f.File, 0}] {
				hit = one.use(f.Rule) || hit
			}
		}
		return hit
	})
}

// use reports whether the suppression names a rule, and if so marks the name as used.
func (s *suppression) use(rule string) bool {
	hit := false
	for i := range s.rules {
		if s.rules[i].id == rule {
			s.rules[i].used, hit = true, true
		}
	}
	return hit
}

// The rules about suppressions have no function: only the engine knows which findings a suppression covers.

// SuppressionReason is reported for a suppression without a reason.
var SuppressionReason = &Rule{
	ID:       "suppression-reason",
	Severity: diag.Error,
	Title:    "give each suppression a reason",
	Why:      "a reader must be able to judge whether the suppression still applies; without a reason it has no effect",
	Hint:     "write // svc-ignore <rule> -- <reason>",
	Before:   "// svc-ignore unused-scope\nscopes: ['crm.objects.deals.read'],",
	After: "// svc-ignore unused-scope -- the deals card of the next release needs it\n" +
		"scopes: ['crm.objects.deals.read'],",
}

// SuppressionRule is reported for a suppression without a rule or with an unknown one.
var SuppressionRule = &Rule{
	ID:       "suppression-rule",
	Severity: diag.Warning,
	Title:    "name an existing rule in each suppression",
	Why:      "a suppression of an unknown rule has no effect",
	Hint:     "write the rule id that is printed with the finding; 'svc explain' lists all ids",
	Before:   "// svc-ignore unused-scopes -- needed by the next release",
	After:    "// svc-ignore unused-scope -- needed by the next release",
}

// UnusedSuppression is reported for a suppression that covers no finding.
var UnusedSuppression = &Rule{
	ID:       "unused-suppression",
	Severity: diag.Warning,
	Title:    "remove suppressions that cover no finding",
	Why:      "an unused suppression would hide the next mistake on its line",
	Hint:     "remove it, or move it to a separate line directly above the finding",
	Before:   "// svc-ignore schedule-syntax -- fixed long ago\nschedule: '5m',",
	After:    "schedule: '5m',",
}

// report returns findings about the suppressions, for the rules above that are in the table. It reports unused ones
// only if all rules ran and all source was read.
func (s *suppressor) report(complete bool) []found {
	complete = complete && len(s.project.Faults()) == 0
	var ids []string
	for _, rule := range s.rules {
		ids = append(ids, rule.ID)
	}
	pass := &suppressionReport{known: ids}
	for _, suppression := range s.all {
		pass.check(suppression, complete)
	}
	return pass.found
}

type suppressionReport struct {
	known []string
	found []found
}

func (r *suppressionReport) check(s *suppression, complete bool) {
	if len(s.rules) == 0 {
		r.add(SuppressionRule, s.at, "the suppression names no rule", "")
	}
	if s.reason == "" {
		r.add(SuppressionReason, s.at, "the suppression has no reason, so it has no effect", "")
	}
	for _, rule := range s.rules {
		switch {
		case !slices.Contains(r.known, rule.id):
			hint := ""
			if near := typo.Nearest(rule.id, r.known); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			r.add(SuppressionRule, rule.at, fmt.Sprintf("unknown rule %q", rule.id), hint)
		case rule.used || s.reason == "" || !complete:
		case s.inline:
			message := fmt.Sprintf("the suppression of %q has no effect: code is on the same line", rule.id)
			r.add(UnusedSuppression, rule.at, message, "move it to a separate line directly above the finding")
		default:
			r.add(UnusedSuppression, rule.at, fmt.Sprintf("the suppression of %q covers no finding", rule.id), "")
		}
	}
}

func (r *suppressionReport) add(rule *Rule, at diag.Span, message, hint string) {
	if !slices.Contains(r.known, rule.ID) {
		return // the caller did not select this rule
	}
	if hint == "" {
		hint = rule.Hint
	}
	r.found = append(r.found, found{at: declared.At(at), Finding: diag.Finding{
		Rule: rule.ID, Severity: rule.Severity, Message: diag.Clip(message), Why: rule.Why, Hint: hint, Span: at,
	}})
}

// comment is one comment of a source. Its offsets include the delimiters and exclude the line break.
type comment struct {
	start, end    int
	line, endLine int // 1-based
}

// comments returns the comments of a source in order, and which lines contain code (1-based). The braces of a JSX
// comment are not code.
func comments(source string) (found []comment, code []bool) {
	code = make([]bool, strings.Count(source, "\n")+2)
	var tokens []tsscan.Token
	scanner := tsscan.New(source)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		tokens = append(tokens, token)
	}
	line := 1
	for i, token := range tokens {
		endLine := line + strings.Count(source[token.Start:token.End], "\n")
		switch {
		case token.Kind == tsscan.Space:
		case token.Kind == tsscan.Comment:
			found = append(found, comment{token.Start, token.End, line, endLine})
		case !isCommentBrace(source, tokens, i):
			for l := line; l <= endLine; l++ {
				code[l] = true
			}
		}
		line = endLine
	}
	return found, code
}

// isCommentBrace reports whether a token is a brace of a comment in JSX: {/* ... */}.
func isCommentBrace(source string, tokens []tsscan.Token, i int) bool {
	text := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ""
		}
		return source[tokens[i].Start:tokens[i].End]
	}
	step, other := 1, "}"
	switch text(i) {
	case "{":
	case "}":
		step, other = -1, "{"
	default:
		return false
	}
	skipSpace := func() {
		for i += step; i >= 0 && i < len(tokens) && tokens[i].Kind == tsscan.Space; i += step {
		}
	}
	skipSpace()
	if !strings.HasPrefix(text(i), "/*") {
		return false
	}
	skipSpace()
	return text(i) == other
}
