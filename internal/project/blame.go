package project

import (
	"slices"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/diag"
)

func isTool(fault bundle.Fault) bool { return fault.Kind == bundle.Tool }

func hasTool(faults []bundle.Fault) bool { return slices.ContainsFunc(faults, isTool) }

// blame finds the modules behind errors of the bundler that have no position, such as a link that leads to itself. It
// bundles each module alone, and returns the errors with the start of their module as the position. An error that no
// module causes alone stays as it is.
func (l *loader) blame(modules []string, all []bundle.Fault) []bundle.Fault {
	blamed := slices.DeleteFunc(slices.Clone(all), isTool)
	for _, module := range modules {
		_, faults := bundle.Evaluation(l.bundling, [][]string{{module}}, false)
		if i := slices.IndexFunc(faults, isTool); i >= 0 {
			fault := faults[i]
			fault.Kind, fault.Text = bundle.Syntax, "cannot bundle the file: "+fault.Text
			fault.Span = diag.Span{File: module, Line: 1, Column: 1, EndLine: 1, EndColumn: 1}
			blamed = append(blamed, fault)
		}
	}
	if len(blamed) == 0 {
		return all
	}
	return blamed
}
