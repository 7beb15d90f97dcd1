package bundle

import (
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// maxSeries is how many statements of one block are joined. esbuild joins consecutive statements by commas when it
// minifies syntax, and prints a chain of commas in quadratic time: 2,000 take 0.05 s, 60,000 take 40 s.
const maxSeries = 2_000

// HasSeries reports whether a source has a block with more than maxSeries statements.
func HasSeries(text string) bool {
	if len(text) < 2*maxSeries {
		return false
	}
	counts := []int{0} // statements by open bracket
	last := byte(0)
	scanner := tsscan.New(text)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		top := &counts[len(counts)-1]
		isLine := token.Kind == tsscan.Space && strings.Contains(text[token.Start:token.End], "\n")
		switch c := firstByte(text, token); {
		case isLine && strings.IndexByte(";,{([", last) < 0, c == ';' && token.Kind == tsscan.Punct:
			if *top++; *top > maxSeries {
				return true
			}
			last = ';'
		case token.Kind == tsscan.Space || token.Kind == tsscan.Comment:
		case strings.IndexByte("([{", c) >= 0:
			counts, last = append(counts, 0), c
		case strings.IndexByte(")]}", c) >= 0 && len(counts) > 1:
			counts, last = counts[:len(counts)-1], c
		default:
			last = c
		}
	}
	return false
}
