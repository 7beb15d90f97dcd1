package checker

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// Options are the options of Check.
type Options struct {
	// Jobs is the number of rules that run at once. Default: one per processor.
	Jobs int
}

// RuleError reports a panic of a rule, which is a bug in svc.
type RuleError struct {
	Rule  string
	Cause any
	Stack []byte
}

func (e *RuleError) Error() string { return fmt.Sprintf("rule %q failed: %v", e.Rule, e.Cause) }

// Check runs the rules and returns the findings that are not suppressed, sorted by file, line and column.
// If rules panic, it returns the findings of the other rules and the joined RuleErrors.
func Check(project *declared.Project, rules []*Rule, options Options) ([]diag.Finding, error) {
	var suppressions []*suppression
	scanned := make(chan struct{})
	go func() { // scan the sources while the rules run
		defer close(scanned)
		suppressions = readSuppressions(project)
	}()
	found, err := runEnvironments(project, rules, options.Jobs)
	<-scanned
	found = dropUnevaluated(project, found)
	s := &suppressor{project: project, rules: rules, all: suppressions}
	found = s.apply(found)
	found = append(found, s.report(err == nil)...)
	sortFound(found)
	found = slices.CompactFunc(found, same)
	return fingerprinted(project, found), err
}

// runRules runs each rule with a separate pass. It skips the rules of the engine, which have no function.
func runRules(project *declared.Project, rules []*Rule, jobs int) ([]*Pass, error) {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	passes, errs, shared := make([]*Pass, len(rules)), make([]error, len(rules)), &sync.Map{}
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(jobs, len(rules)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(rules); i = int(next.Add(1)) - 1 {
				passes[i] = &Pass{Project: project, Rule: rules[i], shared: shared}
				errs[i] = passes[i].run()
			}
		})
	}
	group.Wait()
	return passes, errors.Join(errs...)
}

func (p *Pass) run() (err error) {
	if p.Rule.Run == nil {
		return nil
	}
	defer func() {
		if cause := recover(); cause != nil {
			err = &RuleError{Rule: p.Rule.ID, Cause: cause, Stack: debug.Stack()}
		}
	}()
	p.Rule.Run(p)
	p.countDropped()
	return nil
}

// found is a finding and the mark at which it was reported.
type found struct {
	diag.Finding
	at declared.Mark
}

// collect turns drafts into findings. Positions are resolved here only.
func collect(project *declared.Project, passes []*Pass) []found {
	var all []found
	owners := owners{project: project}
	texts := &sourceTexts{project: project}
	for _, pass := range passes {
		for _, d := range pass.drafts {
			f := found{at: d.at, Finding: diag.Finding{
				Rule: pass.Rule.ID, Severity: d.severity, Message: diag.Clip(d.message), Why: d.why, Hint: diag.Clip(d.hint),
				Span: locate(project, d.at), Blocking: pass.Rule.Blocking,
			}}
			for _, r := range d.related {
				f.Related = append(f.Related, diag.Related{Message: diag.Clip(r.Message), Span: locate(project, r.At)})
			}
			f.Related = append(f.Related, calls(project, owners.of(d.at, d.message), d.at)...)
			f.Fixes = texts.fixes(d)
			all = append(all, f)
		}
	}
	return all
}

// defaultConfig is the file of findings without a position in a project without a config.
const defaultConfig = "svc.config.ts"

// locate returns the position of a mark. The position of a whole file is its first character.
func locate(project *declared.Project, at declared.Mark) diag.Span {
	var span diag.Span
	switch {
	case at.Span != nil:
		span = *at.Span
	case !at.IsZero():
		span = project.Locator.Locate(at)
	}
	if span.File == "" {
		span = diag.Span{File: cmp.Or(project.ConfigFile, defaultConfig)}
	}
	if span.Line < 1 {
		span.Line, span.Column, span.EndLine, span.EndColumn = 1, 1, 1, 1
	}
	span.Column = max(span.Column, 1)
	if span.EndLine < span.Line || (span.EndLine == span.Line && span.EndColumn < span.Column) {
		span.EndLine, span.EndColumn = span.Line, span.Column
	}
	return span
}

// dropUnevaluated removes findings about a file that was not evaluated completely, except the problem that stopped
// it: the declarations of the file are unknown.
func dropUnevaluated(project *declared.Project, all []found) []found {
	problems := map[string]bool{}
	broken := map[string]bool{}
	for _, problem := range project.Problems {
		problems[problem.Rule] = true
		if file := locate(project, problem.At).File; project.App == nil && file == project.ConfigFile {
			broken[file] = true
		}
	}
	for _, worker := range project.Workers {
		if !worker.Evaluated {
			broken[worker.Path] = true
		}
	}
	return slices.DeleteFunc(all, func(f found) bool { return broken[f.File] && !problems[f.Rule] })
}

func sortFound(all []found) {
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message),
		)
	})
}

// identity identifies a finding. Shards, environments and shared values produce duplicates.
type identity struct {
	rule, message string
	span          diag.Span
}

func identityOf(f found) identity { return identity{f.Rule, f.Message, f.Span} }

// same reports whether two findings are equal.
func same(a, b found) bool { return identityOf(a) == identityOf(b) }
