package lsp

import "slices"

// completion returns what the string at a position can be, if svc knows it.
func (s *Server) completion(p *documentPosition) (any, error) {
	list := completionList{Items: []completionItem{}}
	doc, a := s.subject(p.TextDocument.URI)
	if a == nil {
		return list, nil
	}
	at, ok := cursorAt(doc.text, offsetOf(doc.text, p.Position))
	if !ok || !at.isString {
		return list, nil
	}
	index := &Index{}
	if a.checked != nil {
		index = &a.checked.Index
	}
	replaced := textRange{positionOf(doc.text, at.start), positionOf(doc.text, at.end)}
	for _, item := range index.choices(at.expects()) {
		item.TextEdit = &textEdit{replaced, item.Label}
		list.Items = append(list.Items, item)
	}
	return list, nil
}

// choices returns what a string can be that fulfills an expectation, the names of the app first.
func (i *Index) choices(e expectation) (items []completionItem) {
	seen := map[string]bool{}
	add := func(label string, kind int, detail string) {
		if label != "" && !seen[label] {
			seen[label] = true
			items = append(items, completionItem{Label: label, Kind: kind, Detail: detail})
		}
	}
	for _, s := range i.Symbols {
		if slices.Contains(e.kinds, s.Kind) {
			add(s.ID, kindReference, string(s.Kind)+" in "+s.At.File)
		}
	}
	for _, word := range e.words {
		add(word, kindValue, "")
	}
	for _, name := range i.ObjectTypes {
		if e.objectTypes {
			add(name, kindValue, "svc.portal.json")
		}
	}
	return items
}
