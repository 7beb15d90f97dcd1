package checkpoint

import (
	"strings"

	"github.com/appsvc/svc/internal/control"
)

// Heights of a step. Only zero has the first.
const (
	levels      = " ▁▂▃▄▅▆▇█"
	plainLevels = " .:-=+*#@"
)

// Spark draws how many invocations each step had, as a share of the highest. plain uses ASCII characters only.
func Spark(series []control.Point, plain bool) string {
	highest := int64(0)
	for _, p := range series {
		highest = max(highest, p.Count)
	}
	marks := []rune(levels)
	if plain {
		marks = []rune(plainLevels)
	}
	var b strings.Builder
	for _, p := range series {
		level := int64(0)
		if p.Count > 0 {
			level = max(1, p.Count*int64(len(marks)-1)/highest)
		}
		b.WriteRune(marks[level])
	}
	return b.String()
}

// Highest returns the largest number of invocations of a step.
func Highest(series []control.Point) (n int64) {
	for _, p := range series {
		n = max(n, p.Count)
	}
	return n
}
