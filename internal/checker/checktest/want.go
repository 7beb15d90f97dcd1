package checktest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/diag"
)

// wantFile holds wants for lines that cannot have a comment.
const wantFile = "want.txt"

// want is one expected finding.
type want struct {
	file     string
	line     int
	column   int           // 0 for any
	severity diag.Severity // "" for any
	message  *regexp.Regexp
}

func (w *want) matches(f diag.Finding) bool {
	return w.file == f.File && w.line == f.Line &&
		(w.column == 0 || w.column == f.Column) &&
		(w.severity == "" || w.severity == f.Severity) &&
		w.message.MatchString(f.Message)
}

func (w *want) String() string {
	place := fmt.Sprintf("%s:%d", w.file, w.line)
	if w.column > 0 {
		place += fmt.Sprintf(":%d", w.column)
	}
	return strings.TrimSpace(fmt.Sprintf("%s: %s %q", place, w.severity, w.message))
}

var (
	wantComment = regexp.MustCompile(`// want(?::(\d+))? (.*)$`)
	wantLine    = regexp.MustCompile(`^([^:]+):(\d+)(?::(\d+))?: (.*)$`)
)

// wantsOf returns the wants of one file of a project. Its errors start with the line number.
func wantsOf(path string, data []byte) ([]*want, error) {
	var all []*want
	for i, text := range strings.Split(string(data), "\n") {
		base := want{file: path, line: i + 1}
		rest := ""
		if path == wantFile {
			if strings.TrimSpace(text) == "" {
				continue
			}
			m := wantLine.FindStringSubmatch(text)
			if m == nil {
				return nil, fmt.Errorf("%d: invalid want %q: expected file:line: \"regexp\"", i+1, text)
			}
			base.file, rest = m[1], m[4]
			base.line, _ = strconv.Atoi(m[2])
			base.column, _ = strconv.Atoi(m[3])
		} else {
			m := wantComment.FindStringSubmatch(text)
			if m == nil {
				continue
			}
			base.column, _ = strconv.Atoi(m[1])
			rest = m[2]
		}
		wants, err := base.expand(rest)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", i+1, err)
		}
		all = append(all, wants...)
	}
	return all, nil
}

// expand returns a want for each string.
func (w want) expand(text string) ([]*want, error) {
	var all []*want
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		next := w
		for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
			if rest, ok := strings.CutPrefix(text, string(severity)+" "); ok {
				next.severity, text = severity, strings.TrimSpace(rest)
			}
		}
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, fmt.Errorf("invalid want %s: expected a quoted regular expression", text)
		}
		text = text[len(quoted):]
		pattern, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, err
		}
		if next.message, err = regexp.Compile(pattern); err != nil {
			return nil, err
		}
		all = append(all, &next)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the want is empty")
	}
	return all, nil
}
