package lsp

import (
	"path"
	"strings"

	"github.com/appsvc/svc/internal/tsedit"
)

// definition returns where the app declares what a string or an imported name at a position names.
func (s *Server) definition(p *documentPosition) (any, error) {
	found := []location{}
	doc, a := s.subject(p.TextDocument.URI)
	if a == nil || a.checked == nil {
		return found, nil
	}
	at, ok := cursorAt(doc.text, offsetOf(doc.text, p.Position))
	if !ok {
		return found, nil
	}
	for _, symbol := range a.symbols(doc, at) {
		found = append(found, location{a.uri(symbol.At.File), rangeOf(symbol.At)})
	}
	return found, nil
}

// symbols returns what a cursor names.
func (a *app) symbols(doc *document, at cursor) []Symbol {
	index, word := &a.checked.Index, doc.text[at.start:at.end]
	if at.isString {
		return preferred(index.named(word), at.expects().kinds)
	}
	exported, module := tsedit.ImportOf(doc.text, word)
	if !strings.HasPrefix(module, "./") && !strings.HasPrefix(module, "../") {
		return nil // the editor finds packages
	}
	module = path.Join(path.Dir(a.name(doc.path)), module)
	for _, extension := range []string{".js", ".mjs", ".cjs", ".jsx"} { // those of the source that TypeScript compiles
		module = strings.TrimSuffix(module, extension)
	}
	return index.exported(exported, strings.TrimSuffix(module, path.Ext(module)))
}
