package deploymap

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/sourcemap"
)

// frame matches a frame of the edge engine: `at name (file:line:column)`, or without a name.
var frame = lazyregexp.New(`^\s*at (?:(.*?) \()?([^()\s]+):(\d{1,9}):(\d{1,9})\)?$`)

// Stack returns the frames of a stack trace that have a source, with its positions. Frames of the runtime are left out.
// A stack trace without such frames is returned unchanged.
func (m *Map) Stack(stack string) string {
	decoded, err := sourcemap.Parse(m.SourceMap)
	if err != nil {
		return stack
	}
	var lines []string
	for line := range strings.SplitSeq(stack, "\n") {
		parts := frame().FindStringSubmatch(line)
		if parts == nil || parts[2][strings.LastIndexByte(parts[2], '/')+1:] != edge.MainModule {
			continue
		}
		row, _ := strconv.Atoi(parts[3]) // the pattern holds both to nine digits
		column, _ := strconv.Atoi(parts[4])
		if at, found := decoded.Lookup(row-1, column-1); found {
			lines = append(lines, place(parts[1], at))
		}
	}
	if len(lines) == 0 {
		return stack
	}
	return strings.Join(lines, "\n")
}

func place(function string, at sourcemap.Position) string {
	position := fmt.Sprintf("%s:%d:%d", at.Source, at.Line+1, at.Column+1)
	if function == "" {
		return "at " + position
	}
	return "at " + function + " (" + position + ")"
}
