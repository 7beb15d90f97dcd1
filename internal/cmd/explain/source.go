package explain

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/sourcemap"
)

// sourceLine is the line that threw. Line and Column count from 1.
type sourceLine struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// maxLine is the longest line to show, in bytes. Generated code has longer ones.
const maxLine = 300

// position matches the end of a frame: file, line and column.
var position = lazyregexp.New(`([^\s()]+):([0-9]{1,9}):([0-9]{1,9})\)?$`)

// findSource returns the line of the first frame in the project's own source, or why it is unknown.
func findSource(dir string, failure control.Failure) (found *sourceLine, note string) {
	at := ownFrame(failure.Stack)
	if at == nil {
		return nil, "unknown: the stack trace has no position in the project"
	}
	root, err := projectfs.Open(dir, projectfs.Options{Untrusted: true})
	if err != nil {
		return nil, "unknown: " + reason.Of(err)
	}
	defer func() { _ = root.Close() }()   // it was only read
	text, err := root.ReadImport(at.File) // the stack trace is data: it names no file with secrets
	switch {
	case err != nil:
		return nil, "unknown: " + reason.Of(err)
	case failure.Sources[at.File] != sourcemap.Digest(text):
		return nil, fmt.Sprintf("unknown: %s has changed since, so that line %d can be another one", at.File, at.Line)
	}
	lines := strings.Split(string(text), "\n")
	if at.Line > len(lines) {
		return nil, fmt.Sprintf("unknown: %s has no line %d", at.File, at.Line)
	}
	at.Text = strings.TrimSpace(lines[at.Line-1])
	if len(at.Text) > maxLine {
		at.Text = strings.ToValidUTF8(at.Text[:maxLine], "") + "…"
	}
	return at, ""
}

// ownFrame returns the first position of a stack trace in the project's own source, or nil.
func ownFrame(stack string) *sourceLine {
	for _, frame := range frames(stack) {
		m := position().FindStringSubmatch(frame)
		if m == nil || path.IsAbs(m[1]) || strings.HasPrefix(m[1], "..") || strings.Contains(m[1], "node_modules/") {
			continue
		}
		line, _ := strconv.Atoi(m[2]) // the pattern holds both to nine digits
		column, _ := strconv.Atoi(m[3])
		if line > 0 {
			return &sourceLine{File: m[1], Line: line, Column: column}
		}
	}
	return nil
}
