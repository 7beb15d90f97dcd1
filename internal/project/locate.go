// This file turns marks into spans: bundle offset -> source map -> line and column, and the end of
// what stands there, read off the source.

package project

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/sourcemap"
)

// locator implements declared.Locator. It decodes a shard's map at the first question about it, and
// is safe for concurrent use.
type locator struct {
	root   string
	mu     sync.Mutex
	shards []locatedShard
	texts  map[string][]string // the lines of source files
}

type locatedShard struct {
	code  string
	data  []byte
	lines []int
	lens  *sourcemap.Map
}

func newLocator(root string, shards []jsvm.Shard) *locator {
	l := &locator{root: root, texts: map[string][]string{}}
	for _, s := range shards {
		l.shards = append(l.shards, locatedShard{code: s.Code, data: s.Map})
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
	place, found := l.shards[m.Shard].lookup(int(m.Offset) - 1)
	if !found {
		return diag.Span{}
	}
	span := diag.Span{File: place.Source, Line: place.Line + 1, Column: place.Column + 1}
	span.EndLine, span.EndColumn = span.Line, span.Column
	if lines := l.lines(place.Source); place.Line < len(lines) {
		span.EndColumn = tokenEnd(lines[place.Line], place.Column) + 1
	}
	return span
}

func (s *locatedShard) lookup(offset int) (sourcemap.Place, bool) {
	if s.lens == nil {
		lens, err := sourcemap.Parse(s.data)
		if err != nil {
			lens = &sourcemap.Map{} // our own bundler's map: it always parses
		}
		s.lens = lens
		s.lines = append(s.lines, 0)
		for i := 0; i < len(s.code); i++ {
			if s.code[i] == '\n' {
				s.lines = append(s.lines, i+1)
			}
		}
	}
	line := sort.SearchInts(s.lines, offset+1) - 1
	return s.lens.Lookup(line, offset-s.lines[line])
}

// lines is the text of a source file, read once.
func (l *locator) lines(source string) []string {
	lines, known := l.texts[source]
	if !known {
		text, err := os.ReadFile(filepath.Join(l.root, filepath.FromSlash(source)))
		if err == nil {
			lines = strings.Split(string(text), "\n")
		}
		l.texts[source] = lines
	}
	return lines
}
