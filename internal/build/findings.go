// This file gives what codegen refuses a place in the source.

package build

import (
	"strings"

	"github.com/appsvc/svc/codegen"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// Refusals are the errors among codegen's findings, each at the declaration that it is about.
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

// place is where a subject was declared; the start of the config when nothing better is known.
func place(p *declared.Project, s codegen.Subject) diag.Span {
	span := diag.Span{File: p.ConfigFile, Line: 1, Column: 1, EndLine: 1, EndColumn: 1}
	declaration := p.App
	for _, d := range p.Declarations {
		if string(d.Kind) == s.Kind && d.ID == s.ID && (s.Worker == "" || d.Worker != nil && d.Worker.ID == s.Worker) && d.Kind != declared.App {
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
	return p.Locator.Locate(mark)
}
