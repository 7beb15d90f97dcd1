package project

import (
	"errors"
	"io/fs"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devvars"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/projectfs"
)

// bindings returns the names in .dev.vars, nil without that file or if it is malformed.
func (l *loader) bindings() ([]string, error) {
	text, err := l.root.ReadText(devvars.FileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		l.problems = append(l.problems, unreadable(devvars.FileName, err))
		return nil, nil
	}
	vars, err := devvars.Parse(text)
	var malformed *devvars.Error
	if errors.As(err, &malformed) {
		l.problems = append(l.problems, declared.Problem{
			Rule: ruleSyntax, Message: malformed.Reason,
			At: declared.At(diag.Span{
				File: devvars.FileName, Line: malformed.Line, Column: 1, EndLine: malformed.Line, EndColumn: 1,
			}),
		})
		return nil, nil
	}
	return devvars.Names(vars), err
}

// Bindings returns the values in .dev.vars of the project in dir. Without that file there are none. A malformed line
// is a *devvars.Error, which Load reports, too.
func Bindings(dir string) (map[string]string, error) {
	root, err := projectfs.Open(dir, projectfs.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }() // opened for reading only
	text, err := root.ReadText(devvars.FileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	vars, err := devvars.Parse(text)
	return devvars.Values(vars), err
}
