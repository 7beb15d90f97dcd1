package project

import (
	"cmp"
	"errors"
	"io/fs"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devvars"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/projectfs"
)

// LocalEnvironment is the environment of local runs by default.
const LocalEnvironment = "dev"

// bindingFile is what a file of bindings has. It is read once, for several environments.
type bindingFile struct {
	vars           []devvars.Var
	exists, failed bool
}

// bindings sets the names of the bindings of local runs, and those of each environment that the app declares and that
// has a file of its own.
func (l *loader) bindings(p *declared.Project) {
	files := map[string]bindingFile{}
	p.Bindings = l.bindingsOf(cmp.Or(l.options.Environment, LocalEnvironment), files)
	p.EnvironmentBindings = map[string][]string{}
	for _, name := range p.Environments() {
		if !manifest.IsSlug(name) {
			continue // environment-option reports it
		}
		if names := l.bindingsOf(name, files); files[devvars.FileOf(name)].exists {
			p.EnvironmentBindings[name] = names
		}
	}
}

// bindingsOf returns the names in .dev.vars and in that of an environment, nil without those files and if one of them
// is malformed or cannot be read.
func (l *loader) bindingsOf(environment string, read map[string]bindingFile) (names []string) {
	var all []devvars.Var
	for _, path := range devvars.FilesOf(environment) {
		file, known := read[path]
		if !known {
			file = l.bindingFile(path)
			read[path] = file
		}
		if file.failed {
			return nil
		}
		if file.exists {
			all = append(all, file.vars...)
			names = devvars.Names(all)
		}
	}
	return names
}

// bindingFile reads a file of bindings. One that is malformed or cannot be read is a problem of the project.
func (l *loader) bindingFile(path string) bindingFile {
	vars, err := readBindings(l.root, path)
	var malformed *devvars.Error
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return bindingFile{}
	case errors.As(err, &malformed):
		at := diag.Span{File: path, Line: malformed.Line, Column: 1, EndLine: malformed.Line, EndColumn: 1}
		l.problems = append(l.problems, declared.Problem{
			Rule: ruleSyntax, Message: malformed.Reason, At: declared.At(at),
		})
	case err != nil:
		l.problems = append(l.problems, unreadable(path, err))
	}
	return bindingFile{vars: vars, exists: true, failed: err != nil}
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
