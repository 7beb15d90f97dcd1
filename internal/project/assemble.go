package project

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/evaluate"
)

// locator finds positions in shards that were built with the present options.
func (l *loader) locator(shards []evaluate.Shard, e *evaluate.Result) *locator {
	bundling := l.bundling
	return newLocator(
		l.readSource, shards, e.File, func(parts [][]string) ([]bundle.Output, error) { return l.maps(parts, bundling) },
	)
}

func (l *loader) assemble(e *evaluate.Result, shards []evaluate.Shard) (*declared.Project, error) {
	locator := l.locator(shards, e)
	p := &declared.Project{Profile: l.options.Profile, Vendor: l.vendor, ConfigFile: l.files.config, Locator: locator}
	workers := map[string]*declared.WorkerFile{}
	for _, path := range l.files.workers {
		file := &declared.WorkerFile{Path: path}
		p.Workers = append(p.Workers, file)
		workers[path] = file
	}
	for _, module := range e.Modules {
		l.module(p, workers[module.Path], module)
	}
	l.unreached(e.Unreached)
	p.Slug = l.slug(p.App)
	p.Declarations = slices.DeleteFunc(e.Declarations, func(d *declared.Declaration) bool { return l.isSilent(e, d.At) })
	p.Calls = slices.DeleteFunc(e.Calls, func(c declared.Call) bool { return slices.Contains(l.failed, c.File) })
	p.Uses = slices.DeleteFunc(e.Uses, func(u declared.Use) bool { return slices.Contains(l.failed, u.File) })
	var err error
	if p.Cards, err = l.cards(p.Declarations, len(shards)); err != nil {
		return nil, err
	}
	p.Uses, locator.cards = append(p.Uses, l.cardUses...), l.cardPlaces
	l.bindings(p)
	p.Portal = l.portal
	l.problems = append(l.problems, l.nodeProblems()...)
	p.Problems = l.problems
	if l.options.Manifest && len(l.failed) == 0 && !slices.ContainsFunc(e.Declarations, isRefused) {
		p.Manifests = l.joinManifest(workers, e.Summaries, shards)
	}
	p.Files, p.Source = l.sourceFiles(), l.readSource
	p.Unread = l.unread(p.Files)
	p.Inputs = l.inputs()
	p.PackagesMatch = func(pattern *regexp.Regexp) bool { return e.PackagesMatch(shards, pattern) }
	return p, nil
}

// module adds one evaluated module to the project. file is nil for the config.
func (l *loader) module(p *declared.Project, file *declared.WorkerFile, m evaluate.Module) {
	if m.Failure != nil {
		l.failure(m)
		return
	}
	if file == nil {
		if m.Default != nil && m.Default.Kind == declared.App {
			p.App = m.Default
		}
		return
	}
	file.Evaluated, file.Exports = true, m.Exports
	if m.Default != nil && m.Default.Kind == declared.Worker {
		file.Worker = m.Default
	}
}

// failure reports a module that threw. The file that threw and the file that was loading get no other finding.
func (l *loader) failure(m evaluate.Module) {
	l.failed = append(l.failed, m.Path)
	f := m.Failure
	if f.Rule == "" {
		return
	}
	if f.File != "" && f.File != m.Path {
		if slices.Contains(l.failed, f.File) {
			return // another shard evaluates that file, and it threw there first
		}
		l.failed = append(l.failed, f.File)
	}
	at, file := f.At, cmp.Or(f.File, m.Path)
	if at.IsZero() {
		at = startOf(file)
	}
	if problem, found := l.missingReexport(file, f.Message); found {
		problem.Related = []declared.RelatedMark{{Message: "it is used here", At: at}}
		l.problems = append(l.problems, problem)
		return
	}
	l.problems = append(l.problems, declared.Problem{
		Rule: f.Rule, Message: f.Message, At: at, Hint: l.undefinedHint(file, f.Message),
	})
}

func startOf(file string) declared.Mark {
	return declared.At(diag.Span{File: file, Line: 1, Column: 1, EndLine: 1, EndColumn: 1})
}

// isSilent reports whether a mark is in a file that has its one finding already.
func (l *loader) isSilent(e *evaluate.Result, at declared.Mark) bool {
	if len(l.failed) == 0 {
		return false
	}
	file, _ := e.File(at)
	return slices.Contains(l.failed, file)
}
