package bundle

import (
	"strings"
	"testing"
)

func FuzzTooDeepFindsAPlaceInTheSource(f *testing.F) {
	for _, seed := range []string{
		"[", "{a:", "`${", "!", "a.b", "x ? y : ", "else if (1) {}", "case 1:", "/(((/", "export * from './a';", "\r\n", "'",
	} {
		f.Add(seed, 3000)
	}
	f.Fuzz(func(t *testing.T, part string, times int) {
		if len(part) > 20 {
			part = part[:20]
		}
		text := strings.Repeat(part, max(0, times%50_000))
		starExports(text)
		if fault := tooDeep("a.ts", text); fault != nil {
			if at := fault.Location; at.Line < 1 || at.Column < 0 || at.Column > len(at.LineText) {
				t.Errorf("%q, %d times: at %d:%d of %d bytes", part, times, at.Line, at.Column, len(at.LineText))
			}
		}
	})
}
