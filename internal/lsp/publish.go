package lsp

import (
	"maps"
	"reflect"
	"slices"

	"github.com/appsvc/svc/internal/diag"
)

// publish takes the findings of the last check. Each open file gets a list, also an empty one, so that the editor knows
// that its version was checked.
func (a *app) publish() {
	lists := map[string]publishDiagnostics{}
	for uri := range a.published {
		lists[uri] = publishDiagnostics{URI: uri, Diagnostics: []diagnostic{}}
	}
	for _, doc := range a.server.documents {
		if _, wasChecked := a.versions[doc.uri]; wasChecked {
			lists[doc.uri] = publishDiagnostics{URI: doc.uri, Diagnostics: []diagnostic{}}
		}
	}
	for _, f := range a.checked.Findings {
		uri := a.uri(f.File)
		list := lists[uri]
		list.URI, list.Diagnostics = uri, append(list.Diagnostics, a.diagnostic(f))
		lists[uri] = list
	}
	for uri, list := range lists {
		version, isOpen := a.versions[uri]
		if isOpen {
			list.Version = &version
		}
		if a.published[uri] = list; len(list.Diagnostics) == 0 && !isOpen {
			delete(a.published, uri)
		}
		a.server.publish(uri, list.Version)
	}
}

// publish sends the findings of all apps in a file: a list replaces the one before, whichever app it is of. A list that
// the editor has is not sent again.
func (s *Server) publish(uri string, version *int) {
	all := publishDiagnostics{URI: uri, Version: version, Diagnostics: []diagnostic{}}
	for _, dir := range slices.Sorted(maps.Keys(s.apps)) {
		for _, d := range s.apps[dir].published[uri].Diagnostics {
			same := func(other diagnostic) bool { return reflect.DeepEqual(other, d) }
			if !slices.ContainsFunc(all.Diagnostics, same) {
				all.Diagnostics = append(all.Diagnostics, d)
			}
		}
	}
	if reflect.DeepEqual(s.lists[uri], all) {
		return
	}
	s.notify("textDocument/publishDiagnostics", all)
	if s.lists[uri] = all; len(all.Diagnostics) == 0 && version == nil {
		delete(s.lists, uri)
	}
}

// diagnostic returns a finding as the protocol has it. The position is that of svc check.
func (a *app) diagnostic(f diag.Finding) diagnostic {
	d := diagnostic{
		Range: rangeOf(f.Span), Severity: severityError, Code: f.Rule, Source: "svc", Message: f.Message,
	}
	if f.Severity == diag.Warning {
		d.Severity = severityWarning
	}
	if f.Hint != "" {
		d.Message += "\n" + f.Hint
	}
	if rule, known := a.server.Rules[f.Rule]; known {
		d.CodeDescription = &codeDescription{rule.URL}
	}
	for _, r := range f.Related {
		d.Related = append(d.Related, relatedInformation{location{a.uri(r.File), rangeOf(r.Span)}, r.Message})
	}
	return d
}

// findings returns the findings of a document, if they are about its text.
func (a *app) findings(doc *document) (found []diag.Finding) {
	if a.checked == nil || a.versions[doc.uri] != doc.version {
		return nil
	}
	for _, f := range a.checked.Findings {
		if a.uri(f.File) == doc.uri {
			found = append(found, f)
		}
	}
	return found
}
