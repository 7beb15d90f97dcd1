package lsp

import (
	"cmp"
	"fmt"
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

// part is a labeled part of an explanation.
type part struct{ label, text string }

// explain explains a finding by its own texts, which are more exact than those of its rule, and by the rule.
func (s *Server) explain(f diag.Finding) string {
	rule := s.Rules[f.Rule]
	reasons := []part{{"Why", cmp.Or(f.Why, rule.Why)}, {"Fix", cmp.Or(f.Hint, rule.Hint)}}
	if s.markup() == plaintext {
		return f.Message + " (" + f.Rule + ")" + labeled(append(reasons, part{"Documentation", rule.URL}), "\n%s: %s")
	}
	for i := range reasons { // they quote the project, and must not become links or images
		reasons[i].text = escaped(reasons[i].text)
	}
	heading := "**" + escaped(capitalized(cmp.Or(rule.Title, f.Rule))) + "** (" + escaped(f.Rule) + ")"
	examples := []part{{"Incorrect", strings.TrimSpace(rule.Before)}, {"Correct", strings.TrimSpace(rule.After)}}
	return heading + "\n\n" + escaped(f.Message) + labeled(reasons, "\n\n%s: %s") +
		labeled(examples, "\n\n%s:\n\n```ts\n%s\n```") + labeled([]part{{"Documentation", rule.URL}}, "\n\n[%s](%s)")
}

// labeled formats the parts that have a text.
func labeled(parts []part, format string) (text string) {
	for _, p := range parts {
		if p.text != "" {
			text += fmt.Sprintf(format, p.label, p.text)
		}
	}
	return text
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
