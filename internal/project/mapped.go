package project

import (
	"sort"

	"github.com/appsvc/svc/internal/sourcemap"
)

// mappedScript is a script with its source map, which is decoded at its first use.
type mappedScript struct {
	code  []byte
	whole []byte // the map
	data  []byte // the map; nil after it is decoded
	lines []int
	lens  *sourcemap.Map
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

// decode decodes the map once. It reports whether there is one.
func (s *mappedScript) decode() bool {
	if s.data != nil {
		s.lens, _ = sourcemap.Parse(s.data) // a map of our own bundler is valid
		s.lines = lineStarts(s.code)
		s.data = nil
	}
	return s.lens != nil
}

// lookup finds the source position of a byte offset.
func (s *mappedScript) lookup(offset int) (sourcemap.Position, bool) {
	if !s.decode() {
		return sourcemap.Position{}, false
	}
	line := sort.SearchInts(s.lines, offset+1) - 1
	return s.lens.Lookup(line, offset-s.lines[line])
}

// at finds the source position of a 1-based line and column.
func (s *mappedScript) at(line, column int) (sourcemap.Position, bool) {
	if !s.decode() {
		return sourcemap.Position{}, false
	}
	return s.lens.Lookup(line-1, column-1)
}
