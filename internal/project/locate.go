package project

import (
	"bytes"
	"strings"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/evaluate"
	"github.com/appsvc/svc/internal/sourcemap"
)

// mapBuilder bundles modules as for evaluation, one output per shard, but with source maps.
type mapBuilder func(shards [][]string) ([]bundle.Output, error)

// locator implements declared.Locator. Source maps cost about a third of a check, and a clean project needs none, so
// they are built on demand: of single files first (locate_file.go), and of everything if many are needed.
//
// It is safe for concurrent use.
type locator struct {
	source func(file string) []byte
	// file returns the source file of a mark, and the offset in the shard at which it starts.
	file  func(declared.Mark) (string, int)
	build mapBuilder
	// cards finds positions in the code of cards, whose numbers follow those of the shards. It may be nil.
	cards *locator

	mu      sync.Mutex
	shards  []evaluate.Shard
	mapped  []*mappedScript          // the shards with their maps; nil until they are needed
	single  map[string]*mappedScript // files with maps of their own; nil for files without
	texts   map[string][]string      // the lines of source files
	modules map[string]bool
}

func newLocator(
	source func(string) []byte, shards []evaluate.Shard, file func(declared.Mark) (string, int), build mapBuilder,
) *locator {
	l := &locator{
		source: source, shards: shards, file: file, build: build,
		single: map[string]*mappedScript{}, texts: map[string][]string{}, modules: map[string]bool{},
	}
	for _, s := range shards {
		for _, module := range s.Modules {
			l.modules[module] = true
		}
	}
	return l
}

// Locate implements declared.Locator.
func (l *locator) Locate(m declared.Mark) diag.Span {
	if m.Span != nil {
		return *m.Span
	}
	if m.IsZero() || int(m.Shard) >= len(l.shards) {
		if l.cards == nil || m.IsZero() {
			return diag.Span{}
		}
		m.Shard -= int32(len(l.shards))
		return l.cards.Locate(m)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	position, found := l.inFile(m)
	if !found {
		position, found = l.inShard(m)
	}
	if !found {
		file, _ := l.file(m)
		return diag.Span{File: file}
	}
	return l.span(position)
}

// inShard finds a position with the maps of all shards.
func (l *locator) inShard(m declared.Mark) (sourcemap.Position, bool) {
	if l.mapped == nil {
		l.mapAll()
	}
	if mapped := l.mapped[m.Shard]; mapped != nil {
		return mapped.lookup(int(m.Offset) - 1)
	}
	return sourcemap.Position{}, false
}

// mapAll bundles everything again. The sources are cached. If an installed package has changed meanwhile, the code
// differs and the shard has no map.
func (l *locator) mapAll() {
	parts := make([][]string, len(l.shards))
	for i, s := range l.shards {
		parts[i] = s.Modules
	}
	l.mapped = make([]*mappedScript, len(l.shards))
	outputs, err := l.build(parts)
	if err != nil {
		return
	}
	for i, output := range outputs {
		if bytes.Equal(output.Code, l.shards[i].Code) {
			l.mapped[i] = &mappedScript{code: output.Code, data: output.Map}
		}
	}
}

// span returns the range of the token at a position of the source.
func (l *locator) span(position sourcemap.Position) diag.Span {
	span := diag.Span{File: position.Source, Line: position.Line + 1, Column: position.Column + 1}
	span.EndLine, span.EndColumn = span.Line, span.Column
	if lines := l.lines(position.Source); position.Line < len(lines) {
		span.EndColumn = tokenEnd(lines[position.Line], position.Column) + 1
	}
	return span
}

// lines returns the lines of a source file.
func (l *locator) lines(source string) []string {
	lines, known := l.texts[source]
	if !known {
		lines = strings.Split(string(l.source(source)), "\n")
		l.texts[source] = lines
	}
	return lines
}
