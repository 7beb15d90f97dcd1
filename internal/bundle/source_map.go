package bundle

import (
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// sourceMapComment starts the comment by which a file names its own source map.
const sourceMapComment = "sourceMappingURL="

// withoutSourceMap removes that name without changing offsets. esbuild would open the path, whatever it is, and
// positions would be in files that do not have to exist.
func withoutSourceMap(text string) string {
	if !strings.Contains(text, sourceMapComment) {
		return text
	}
	var b strings.Builder
	scanner := tsscan.New(text)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		part := text[token.Start:token.End]
		if token.Kind == tsscan.Comment {
			part = strings.ReplaceAll(part, sourceMapComment, strings.Repeat("-", len(sourceMapComment)))
		}
		b.WriteString(part)
	}
	return b.String()
}
