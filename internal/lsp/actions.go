package lsp

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/fix"
)

// codeActions returns the fixes of the findings in a range, and one action for all safe fixes of a file.
func (s *Server) codeActions(p *codeActionParams) (any, error) {
	actions := []codeAction{}
	doc, a := s.subject(p.TextDocument.URI)
	if a == nil {
		return actions, nil
	}
	findings := a.findings(doc)
	if p.wants(quickFix) {
		for _, f := range findings {
			if rangeOf(f.Span).touches(p.Range) {
				actions = append(actions, a.fixes(f)...)
			}
		}
	}
	// Only the file of the request changes: an editor that fixes on save saves no other one.
	if edits := fix.Choose(onlyIn(findings)).Edits; p.wants(fixAll) && len(edits) > 0 {
		actions = append(actions, codeAction{
			Title: "Apply all safe fixes of svc in this file", Kind: fixAll, Edit: a.edit(edits),
		})
	}
	return actions, nil
}

// wants reports whether the editor asks for a kind of actions, or for one that contains it.
func (p *codeActionParams) wants(kind string) bool {
	return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only string) bool {
		return only == kind || strings.HasPrefix(kind, only+".")
	})
}

// fixes returns the fixes of a finding as actions. A safe one is preferred.
func (a *app) fixes(f diag.Finding) (actions []codeAction) {
	for _, offered := range f.Fixes {
		edits := map[string][]diag.Edit{}
		for _, edit := range offered.Edits {
			edits[edit.File] = append(edits[edit.File], edit)
		}
		actions = append(actions, codeAction{
			Title: capitalized(offered.Title), Kind: quickFix, Diagnostics: []diagnostic{a.diagnostic(f)},
			IsPreferred: offered.Applicability == diag.Safe, Edit: a.edit(edits),
		})
	}
	return actions
}

// onlyIn returns the findings whose fixes change no other file than theirs.
func onlyIn(findings []diag.Finding) (own []diag.Finding) {
	for _, f := range findings {
		f.Fixes = slices.DeleteFunc(slices.Clone(f.Fixes), func(one diag.Fix) bool {
			return slices.ContainsFunc(one.Edits, func(edit diag.Edit) bool { return edit.File != f.File })
		})
		own = append(own, f)
	}
	return own
}

// edit returns edits by file in the form that the editor reads. With versions, it refuses edits of a text that has
// changed.
func (a *app) edit(files map[string][]diag.Edit) *workspaceEdit {
	changes, documents := map[string][]textEdit{}, []documentEdit{}
	for file, edits := range files {
		uri := a.uri(file)
		for _, edit := range edits {
			changes[uri] = append(changes[uri], textEdit{rangeOf(edit.Span), edit.NewText})
		}
		of := versionedDocument{URI: uri}
		if version, isOpen := a.versions[uri]; isOpen {
			of.Version = &version
		}
		documents = append(documents, documentEdit{of, changes[uri]})
	}
	if a.server.client.Capabilities.Workspace.WorkspaceEdit.DocumentChanges {
		return &workspaceEdit{DocumentChanges: documents}
	}
	return &workspaceEdit{Changes: changes}
}

func capitalized(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
