package checker

import (
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// comment is one comment of a source. Its offsets include the delimiters and exclude the line break.
type comment struct {
	start, end    int
	line, endLine int // 1-based
}

// comments returns the comments of a source in order, and which lines contain code (1-based). The braces of a JSX
// comment are not code.
func comments(source string) (found []comment, code []bool) {
	code = make([]bool, strings.Count(source, "\n")+2)
	var tokens []tsscan.Token
	scanner := tsscan.New(source)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		tokens = append(tokens, token)
	}
	line := 1
	for i, token := range tokens {
		endLine := line + strings.Count(source[token.Start:token.End], "\n")
		switch {
		case token.Kind == tsscan.Space:
		case token.Kind == tsscan.Comment:
			found = append(found, comment{token.Start, token.End, line, endLine})
		case !isCommentBrace(source, tokens, i):
			for l := line; l <= endLine; l++ {
				code[l] = true
			}
		}
		line = endLine
	}
	return found, code
}

// isCommentBrace reports whether a token is a brace of a comment in JSX: {/* ... */}.
func isCommentBrace(source string, tokens []tsscan.Token, i int) bool {
	text := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ""
		}
		return source[tokens[i].Start:tokens[i].End]
	}
	step, other := 1, "}"
	switch text(i) {
	case "{":
	case "}":
		step, other = -1, "{"
	default:
		return false
	}
	skipSpace := func() {
		for i += step; i >= 0 && i < len(tokens) && tokens[i].Kind == tsscan.Space; i += step {
		}
	}
	skipSpace()
	if !strings.HasPrefix(text(i), "/*") {
		return false
	}
	skipSpace()
	return text(i) == other
}
