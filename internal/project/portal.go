package project

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/portal"
	"github.com/appsvc/svc/internal/projectfs"
)

// readPortal reads the snapshot of the portal's schema. Without the file, or if it is not valid, there is none.
func (l *loader) readPortal() {
	text, err := l.root.ReadText(portal.FileName)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		l.problems = append(l.problems, unreadable(portal.FileName, err))
		return
	}
	l.portal, err = portal.Decode(text)
	if malformed, ok := errors.AsType[*portal.Error](err); ok {
		l.problems = append(l.problems, declared.Problem{
			Rule: ruleSyntax, Message: "cannot use the file: " + malformed.Reason,
			Hint: "restore the file from version control, or run 'svc types --portal' to write it again",
			At:   declared.At(spanAt(text, malformed.Offset)),
		})
	}
}

// spanAt returns the place of an offset in the snapshot's file.
func spanAt(text string, offset int) diag.Span {
	before := text[:min(max(offset-1, 0), len(text))]
	line, column := 1+strings.Count(before, "\n"), len(before)-strings.LastIndexByte(before, '\n')
	return diag.Span{File: portal.FileName, Line: line, Column: column, EndLine: line, EndColumn: column}
}

// Portal returns the snapshot of the portal's schema of the project in dir; nil without one. A file that is not a
// snapshot is a *portal.Error, which Load reports, too.
func Portal(dir string) (*portal.Snapshot, error) {
	root, err := projectfs.Open(dir, projectfs.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }() // opened for reading only
	text, err := root.ReadText(portal.FileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // no snapshot is a valid result
	}
	if err != nil {
		return nil, err
	}
	return portal.Decode(text)
}
