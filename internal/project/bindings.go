package project

import (
	"errors"
	"io/fs"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devvars"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/projectfs"
)

// bindings returns the names in .dev.vars and in that of the environment, nil without those files. A file that is
// malformed or cannot be read is a problem of the project, and then there are no names.
func (l *loader) bindings() (names []string, err error) {
	var all []devvars.Var
	failed := false
	for _, file := range devvars.FilesOf(l.options.Environment) {
		vars, err := readBindings(l.root, file)
		var malformed *devvars.Error
		switch {
		case errors.As(err, &malformed):
			failed = true
			l.problems = append(l.problems, declared.Problem{
				Rule: ruleSyntax, Message: malformed.Reason,
				At: declared.At(diag.Span{
					File: file, Line: malformed.Line, Column: 1, EndLine: malformed.Line, EndColumn: 1,
				}),
			})
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			failed = true
			l.problems = append(l.problems, unreadable(file, err))
		default:
			all = append(all, vars...)
			names = devvars.Names(all)
		}
	}
	if failed {
		return nil, nil
	}
	return names, nil
}

// Bindings returns the values in .dev.vars of the project in dir, and those in .dev.vars.<environment>, which replace
// them. For the environment "" it reads .dev.vars only. A missing file has no bindings. A malformed line is a
// *devvars.Error, which Load reports, too.
func Bindings(dir, environment string) (map[string]string, error) {
	root, err := projectfs.Open(dir, projectfs.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }() // opened for reading only
	var all []devvars.Var
	for _, file := range devvars.FilesOf(environment) {
		vars, err := readBindings(root, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, vars...)
	}
	if all == nil {
		return nil, nil
	}
	return devvars.Values(all), nil
}

func readBindings(root *projectfs.Root, file string) ([]devvars.Var, error) {
	text, err := root.ReadText(file)
	if err != nil {
		return nil, err
	}
	vars, err := devvars.Parse(text)
	if malformed, ok := errors.AsType[*devvars.Error](err); ok {
		malformed.File = file
	}
	return vars, err
}
