// Package redact cuts secrets out of texts: by value, the secrets that this process knows, in every usual encoding; by
// name, what follows the name of a secret in a header, a URL or JSON.
//
// It is the Go side of sdk/src/platform/secrets.ts and secret-names.ts. Both follow the vectors in contract/redaction.
// Start at Secrets; Names is for texts from outside.
package redact

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Redacted replaces a secret.
const Redacted = "[redacted]"

const (
	// minSecret is the length of the shortest secret, in characters. Shorter values are words that texts contain anyway.
	minSecret = 8
	// piece is the length of the looked-up pieces of a text, in bytes.
	piece = 4
	// stride is the distance of the looked-up pieces: each form of a secret is hit by one of them.
	stride = minSecret - piece + 1
	// maxEscapes is how many backslashes are counted before a secret. Text that was escaped four times has 16.
	maxEscapes = 1 << maxLayers
	// maxLayers is how many layers of escapes are searched, such as JSON within JSON.
	maxLayers = 4
)

// Secrets are the secrets that a process knows. The zero value has none; nil never has any. Its methods may be called
// from several goroutines.
type Secrets struct {
	mu     sync.Mutex
	values map[string]bool
	// index has the forms by each of their first pieces; nil until the next search.
	index map[string][]hit
}

// hit is a piece of a form.
type hit struct {
	form   form
	offset int
}

// New returns the secrets with these values.
func New(values ...string) *Secrets {
	s := &Secrets{}
	s.Learn(values...)
	return s
}

// Learn adds secrets. Values of fewer than 8 characters are ignored.
func (s *Secrets) Learn(values ...string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, value := range values {
		if !s.values[value] && utf8.RuneCountInString(value) >= minSecret {
			if s.values == nil {
				s.values = map[string]bool{}
			}
			s.values[value] = true
			s.index = nil
		}
	}
}

// pieces returns the index; nil when there are no secrets.
func (s *Secrets) pieces() map[string][]hit {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.index == nil && len(s.values) > 0 {
		s.index = indexOf(s.values)
	}
	return s.index
}

// Cut replaces the secrets in a text by [redacted]. Its time does not depend on the number of secrets.
func (s *Secrets) Cut(text string) string {
	if len(text) < minSecret {
		return text
	}
	index := s.pieces()
	if len(index) == 0 {
		return text
	}
	var ranges []span
	origin := func(at int) int { return at }
	for layer, depth := text, 0; depth <= maxLayers; depth++ {
		for _, found := range occurrences(layer, index) {
			ranges = append(ranges, span{withEscape(text, origin(found.start)), origin(found.end)})
		}
		if !strings.ContainsAny(layer, `%\`) {
			break
		}
		decoded := decode(layer)
		if decoded.text == layer {
			break
		}
		outer := origin
		layer, origin = decoded.text, func(at int) int { return outer(decoded.origin(at)) }
	}
	return replaced(text, ranges)
}

// Text is Cut and Names.
func (s *Secrets) Text(text string) string { return Names(s.Cut(text)) }

// span is a part of a text.
type span struct{ start, end int }

// withEscape returns the start of a span, moved to the backslash before it: without its letter, it would escape what
// replaces the span.
func withEscape(text string, start int) int {
	before := text[max(0, start-maxEscapes):start]
	return start - (len(before)-len(strings.TrimRight(before, `\`)))%2
}

func replaced(text string, ranges []span) string {
	if len(ranges) == 0 {
		return text
	}
	slices.SortFunc(ranges, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	var kept strings.Builder
	from := 0
	for _, r := range ranges {
		if r.start >= from {
			kept.WriteString(text[from:r.start] + Redacted)
		}
		from = max(from, r.end)
	}
	return kept.String() + text[from:]
}

// occurrences returns where a text has secrets.
func occurrences(text string, index map[string][]hit) []span {
	var found []span
	for at := 0; at+piece <= len(text); at += stride {
		for _, h := range index[text[at:at+piece]] {
			start := at - h.offset
			if start < 0 || !strings.HasPrefix(text[start:], h.form.text) {
				continue
			}
			found = append(found, h.form.extended(text, start))
		}
	}
	return found
}
