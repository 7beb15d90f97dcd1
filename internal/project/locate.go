// This file turns marks into spans: bundle offset -> source map -> line and column, and the end of
// what stands there, read off the source. A clean project asks for none, so the maps are built and
// decoded at the first question.

package project

import (
	"bytes"
	"sort"
	"strings"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/sourcemap"
)

// locator implements declared.Locator. It is safe for concurrent use.
type locator struct {
	source func(file string) []byte
	// maps builds the shards again, with source maps. It is asked at most once.
	maps   func() ([]bundle.Output, error)
	mu     sync.Mutex
	shards []locatedShard
	texts  map[string][]string // the lines of source files
}

type locatedShard struct {
	code  []byte
	data  []byte // the map; nil when there is none, or it is decoded
	lines []int
	lens  *sourcemap.Map
}

func newLocator(source func(string) []byte, shards []jsvm.Shard, maps func() ([]bundle.Output, error)) *locator {
	l := &locator{source: source, maps: maps, texts: map[string][]string{}}
	for _, s := range shards {
		l.shards = append(l.shards, locatedShard{code: s.Code})
	}
	return l
}

// Locate implements declared.Locator.
func (l *locator) Locate(m declared.Mark) diag.Span {
	if m.Span != nil {
		return *m.Span
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if m.IsZero() || int(m.Shard) >= len(l.shards) {
		return diag.Span{}
	}
	l.readMaps()
	place, found := l.shards[m.Shard].lookup(int(m.Offset) - 1)
	if !found {
		return diag.Span{}
	}
	return l.span(place)
}

// span is what stands at a place of the source.
func (l *locator) span(place sourcemap.Place) diag.Span {
	span := diag.Span{File: place.Source, Line: place.Line + 1, Column: place.Column + 1}
	span.EndLine, span.EndColumn = span.Line, span.Column
	if lines := l.lines(place.Source); place.Line < len(lines) {
		span.EndColumn = tokenEnd(lines[place.Line], place.Column) + 1
	}
	return span
}

// readMaps gets the maps, once. Where an installed package was changed since, the new
// code differs, and marks lead nowhere.
func (l *locator) readMaps() {
	if l.maps == nil {
		return
	}
	outputs, err := l.maps()
	l.maps = nil
	for i := range outputs {
		if s := &l.shards[i]; err == nil && bytes.Equal(outputs[i].Code, s.code) {
			s.data = outputs[i].Map
		}
	}
}

func lineStarts(code []byte) []int {
	starts := []int{0}
	for i := range len(code) {
		if code[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// decode decodes the map, once; it reports whether there is one.
func (s *locatedShard) decode() bool {
	if s.data != nil {
		s.lens, _ = sourcemap.Parse(s.data) // our own bundler's map: it parses
		s.lines = lineStarts(s.code)
		s.data = nil
	}
	return s.lens != nil
}

func (s *locatedShard) lookup(offset int) (sourcemap.Place, bool) {
	if !s.decode() {
		return sourcemap.Place{}, false
	}
	line := sort.SearchInts(s.lines, offset+1) - 1
	return s.lens.Lookup(line, offset-s.lines[line])
}

// lines is the text of a source file, read once.
func (l *locator) lines(source string) []string {
	lines, known := l.texts[source]
	if !known {
		lines = strings.Split(string(l.source(source)), "\n")
		l.texts[source] = lines
	}
	return lines
}
