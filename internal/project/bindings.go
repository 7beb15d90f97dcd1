package project

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devvars"
	"github.com/appsvc/svc/internal/diag"
)

// bindings returns the names in .dev.vars, nil without that file or if it is malformed.
func (l *loader) bindings() ([]string, error) {
	text, err := os.ReadFile(filepath.Join(l.options.Dir, devvars.FileName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	vars, err := devvars.Parse(string(text))
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
	text, err := os.ReadFile(filepath.Join(dir, devvars.FileName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	vars, err := devvars.Parse(string(text))
	return devvars.Values(vars), err
}
