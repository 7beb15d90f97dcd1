// This file refuses sources that nest so deep that esbuild would exhaust its stack, which ends the
// process without a word to the user.

package bundle

import (
	"fmt"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const (
	// maxNesting is how deep brackets may nest. esbuild takes about 3.3 kB of stack a level (measured),
	// and Go ends a process at 1 GB.
	maxNesting = 20_000
	// nestingFrom is the size, in bytes, from which a source is looked at: a smaller one cannot nest too deep.
	nestingFrom = 2 * maxNesting
)

// tooDeep is the fault of a source that nests too deep; nil for all others. Brackets in strings and
// comments count too, which only matters for text of tens of thousands of brackets that never close.
func tooDeep(file, text string) *api.Message {
	if len(text) < nestingFrom {
		return nil
	}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			if depth++; depth > maxNesting {
				return nestingFault(file, text, i)
			}
		case ')', ']', '}':
			depth = max(0, depth-1)
		}
	}
	return nil
}

func nestingFault(file, text string, offset int) *api.Message {
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return &api.Message{
		Text: fmt.Sprintf("brackets nest more than %d deep", maxNesting),
		Location: &api.Location{
			File: file, Line: 1 + strings.Count(text[:offset], "\n"), Column: offset - start, Length: 1, LineText: line,
		},
	}
}
