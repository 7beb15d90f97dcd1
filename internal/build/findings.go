package build

import (
	"errors"
	"strings"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/project"
)

// Refusals returns codegen's errors with the positions of their declarations.
func Refusals(p *declared.Project, findings []codegen.Finding) []diag.Finding {
	var refused []diag.Finding
	for _, f := range findings {
		if f.Severity == diag.Error {
			refused = append(refused, diag.Finding{
				Rule: f.Rule, Severity: f.Severity, Message: f.Message, Hint: f.Hint, Span: place(p, f.Subject), Blocking: true,
			})
		}
	}
	return refused
}

// Unbundled returns the findings of an error of bundling for production, or nil for any other error.
func Unbundled(p *declared.Project, err error) []diag.Finding {
	var refused *project.NotBundledError
	if !errors.As(err, &refused) {
		return nil
	}
	var found []diag.Finding
	for _, problem := range refused.Problems {
		found = append(found, diag.Finding{
			Rule: problem.Rule, Severity: diag.Error, Message: problem.Message, Hint: problem.Hint,
			Span: p.Locator.Locate(problem.At), Blocking: true,
		})
	}
	return found
}

// place returns the position of a subject's declaration, or the start of the config file.
func place(p *declared.Project, s codegen.Subject) diag.Span {
	span := diag.Span{File: p.ConfigFile, Line: 1, Column: 1, EndLine: 1, EndColumn: 1}
	declaration := p.App
	for _, d := range p.Declarations {
		if string(d.Kind) == s.Kind && d.ID == s.ID && (s.Worker == "" || d.Worker != nil && d.Worker.ID == s.Worker) &&
			d.Kind != declared.App {
			declaration = d
			break
		}
	}
	if declaration == nil {
		return span
	}
	mark := declaration.IDMark()
	value := declaration.Options
	for name := range strings.SplitSeq(s.Member, ".") {
		if value = value.Get(name); value.IsAbsent() {
			break
		}
		if !value.At.IsZero() {
			mark = value.At
		}
	}
	if mark.IsZero() {
		return span
	}
	if at := p.Locator.Locate(mark); at.Line > 0 {
		return at
	}
	return span
}
