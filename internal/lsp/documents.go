package lsp

import (
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
)

const (
	// maxDocuments is how many open files the server follows.
	maxDocuments = 500
	// maxOpenText is the sum of the sizes of open files that it follows, in bytes.
	maxOpenText = 64 << 20
)

// document is an open file of the editor.
type document struct {
	uri, path string
	version   int
	text      string
}

// documents are the open files by URI.
type documents map[string]*document

// errTooMuch refuses a text for the limits of open files.
func errTooMuch() error {
	return fmt.Errorf("more than %d open files, or %d MB in them: close some", maxDocuments, maxOpenText>>20)
}

// open adds a file. It ignores one that is not source code, or not on a disk.
func (d documents) open(p *didOpen) (*document, error) {
	path := pathOf(p.TextDocument.URI)
	if path == "" || !projectfs.IsSource(path) {
		return nil, nil
	}
	doc := &document{uri: p.TextDocument.URI, path: path, version: p.TextDocument.Version}
	doc.text = contentChange{Text: p.TextDocument.Text}.change("")
	delete(d, doc.uri)
	if len(d) >= maxDocuments || d.size()+len(doc.text) > maxOpenText {
		return nil, errTooMuch()
	}
	d[doc.uri] = doc
	return doc, nil
}

// change applies the changes of a file. A file that gets too large is not followed any more.
func (d documents) change(p *didChange) (*document, error) {
	doc := d[p.TextDocument.URI]
	if doc == nil {
		return nil, nil
	}
	for _, change := range p.Changes {
		doc.text = strings.Clone(change.change(doc.text))
		if d.size() > maxOpenText {
			delete(d, doc.uri)
			return nil, errTooMuch()
		}
	}
	doc.version = p.TextDocument.Version
	return doc, nil
}

func (d documents) size() (size int) {
	for _, doc := range d {
		size += len(doc.text)
	}
	return size
}

// of returns the texts of the files that an app reads, by path, and their versions, by URI. Those of others are none of
// its business: the process that checks it runs its code.
func (d documents) of(a *app) (texts map[string]string, versions map[string]int) {
	texts, versions = map[string]string{}, map[string]int{}
	for _, doc := range d {
		if a.reads(doc.path) {
			texts[doc.path], versions[doc.uri] = doc.text, doc.version
		}
	}
	return texts, versions
}
