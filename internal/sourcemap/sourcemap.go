// Package sourcemap decodes version 3 source maps: from positions in generated JavaScript to positions in the source.
//
// It decodes what esbuild writes and returns an error for a malformed map. It ignores names and embedded sources.
// Start at Parse and Map.Lookup. Regions is faster if only the source file matters.
package sourcemap

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sort"
)

// Map is a decoded source map. It is immutable and safe for concurrent use.
type Map struct {
	// Sources are paths: the URLs of the map with their escapes decoded.
	Sources  []string
	segments []segment
	// lines[i] is the index of the first segment of generated line i.
	lines []int32
}

// segment maps a generated position to a source position. Lines and columns are 0-based. Columns count UTF-16 code
// units.
type segment struct {
	Line, Column int32 // generated
	// Source is an index into Sources, or -1 for generated code that has no source.
	Source                   int32
	SourceLine, SourceColumn int32
}

// Position is a position in a source file, 0-based.
type Position struct {
	Source       string
	Line, Column int
}

type document struct {
	Version  int      `json:"version"`
	Sources  []string `json:"sources"`
	Mappings string   `json:"mappings"`
	Sections []any    `json:"sections"`
}

func readDocument(data []byte) (document, error) {
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return doc, fmt.Errorf("the source map is not valid JSON: %w", err)
	}
	if doc.Version != 3 {
		return doc, fmt.Errorf("unsupported source map version %d: expected 3", doc.Version)
	}
	if doc.Sections != nil {
		return doc, errors.New("unsupported source map with sections")
	}
	return doc, nil
}

// SourcesOf returns the paths of the sources of a map without decoding its positions.
func SourcesOf(data []byte) ([]string, error) {
	doc, err := readDocument(data)
	return doc.paths(), err
}

// paths returns the sources as paths: with the escapes of their URLs decoded.
func (d document) paths() []string {
	for i, source := range d.Sources {
		if path, err := url.PathUnescape(source); err == nil {
			d.Sources[i] = path
		}
	}
	return d.Sources
}

// Digest identifies the text of a source file, to find out later whether it has changed.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Parse decodes a source map.
func Parse(data []byte) (*Map, error) {
	doc, err := readDocument(data)
	if err != nil {
		return nil, err
	}
	doc.paths()
	m := &Map{Sources: doc.Sources, segments: make([]segment, 0, len(doc.Mappings)/4)}
	err = decode(doc.Mappings, len(doc.Sources), func(s segment) {
		for int(s.Line) >= len(m.lines) {
			m.lines = append(m.lines, int32(len(m.segments)))
		}
		m.segments = append(m.segments, s)
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Lookup returns the source position of a generated position (0-based): that of the last segment on the line at or
// before the column.
func (m *Map) Lookup(line, column int) (Position, bool) {
	if line < 0 || line >= len(m.lines) {
		return Position{}, false
	}
	first, last := int(m.lines[line]), len(m.segments)
	if line+1 < len(m.lines) {
		last = int(m.lines[line+1])
	}
	onLine := m.segments[first:last]
	i := sort.Search(len(onLine), func(i int) bool { return int(onLine[i].Column) > column }) - 1
	if i < 0 || onLine[i].Source < 0 {
		return Position{}, false
	}
	s := onLine[i]
	return Position{Source: m.Sources[s.Source], Line: int(s.SourceLine), Column: int(s.SourceColumn)}, true
}
