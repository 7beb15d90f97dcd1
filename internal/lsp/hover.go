package lsp

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/diag"
)

// hover explains the findings at a position: the rule, why it is one, and how to fix it.
func (s *Server) hover(p *documentPosition) (any, error) {
	doc, a := s.subject(p.TextDocument.URI)
	if a == nil {
		return nil, nil
	}
	var parts []string
	var at textRange
	for _, f := range a.findings(doc) {
		if r := rangeOf(f.Span); r.touches(textRange{p.Position, p.Position}) {
			parts, at = append(parts, s.explain(f)), r
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	return &hover{markupContent{s.markup(), strings.Join(parts, s.rule())}, at}, nil
}

const markdown, plaintext = "markdown", "plaintext"

// markup returns the form of text that the editor shows.
func (s *Server) markup() string {
	if slices.Contains(s.client.Capabilities.TextDocument.Hover.ContentFormat, markdown) {
		return markdown
	}
	return plaintext
}

// rule separates the explanations of two findings.
func (s *Server) rule() string {
	if s.markup() == markdown {
		return "\n\n---\n\n"
	}
	return "\n\n"
}

// explain explains a finding. Its own texts quote the project, so that they must not become links or images.
func (s *Server) explain(f diag.Finding) string {
	rule := s.Rules[f.Rule]
	var b strings.Builder
	if s.markup() == plaintext {
		b.WriteString(f.Rule + ": " + f.Message)
		for _, part := range []struct{ label, text string }{{"why", f.Why}, {"fix", f.Hint}, {"docs", rule.URL}} {
			if part.text != "" {
				b.WriteString("\n" + part.label + ": " + part.text)
			}
		}
		return b.String()
	}
	b.WriteString("**" + escaped(f.Rule) + "**: " + escaped(f.Message))
	for _, part := range []struct{ label, text string }{{"Why", f.Why}, {"Fix", f.Hint}} {
		if part.text != "" {
			b.WriteString("\n\n" + part.label + ": " + escaped(part.text))
		}
	}
	if rule.URL != "" {
		b.WriteString("\n\n" + rule.Markdown + "\n\n[Documentation](" + rule.URL + ")")
	}
	return b.String()
}

// escaped makes text plain in Markdown.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if strings.ContainsRune("\\`*_{}[]()<>#+-.!|~&@:", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
