package ecma

import (
	"fmt"
	"strings"
)

// mentionsProperty reports whether a pattern or script may contain \p{…}.
func mentionsProperty(text string) bool {
	return strings.Contains(text, `\p{`) || strings.Contains(text, `\P{`)
}

// expandProperties replaces the properties of a pattern with the u flag by ranges of characters. The engine accepts
// \p{…} but never matches it.
func expandProperties(pattern string) (string, error) {
	if !mentionsProperty(pattern) {
		return pattern, nil
	}
	var out strings.Builder
	inClass := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern):
			next := pattern[i+1]
			if next != 'p' && next != 'P' {
				out.WriteString(pattern[i : i+2])
				i++
				continue
			}
			end := strings.IndexByte(pattern[i:], '}')
			if end < 0 || i+2 >= len(pattern) || pattern[i+2] != '{' {
				return "", fmt.Errorf("Invalid regular expression: /%s/u: Invalid property name", pattern)
			}
			name := pattern[i+3 : i+end]
			ranges, err := propertyRanges(name, next == 'P')
			if err != nil {
				return "", fmt.Errorf("Invalid regular expression: /%s/u: %w", pattern, err)
			}
			if inClass {
				out.WriteString(ranges)
			} else {
				out.WriteString("[" + ranges + "]")
			}
			i += end
			continue
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		}
		out.WriteByte(c)
	}
	return out.String(), nil
}
