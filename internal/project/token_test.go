package project

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTokenEndMatchesEditors(t *testing.T) {
	for _, c := range []struct {
		line   string
		column int
		want   int
	}{
		{"label: 1", 0, 5}, {"  'a b': 1", 2, 7}, {`"a\"b": 1`, 0, 6}, {"`x`", 0, 3}, {"'open", 0, 5}, {"'open\r", 0, 5},
		{"{ a }", 0, 1}, {
			"12.5, 6", 0, 2,
		}, {"ключ: 1", 0, 4}, {"/* 😀 */ name()", 9, 13}, {"'😀' x", 0, 4}, {"$_a1#", 0, 5}, {"", 0, 0}, {"ab", 9, 9},
	} {
		if got := tokenEnd(c.line, c.column); got != c.want {
			t.Errorf("tokenEnd(%q, %d) = %d, want %d", c.line, c.column, got, c.want)
		}
	}
}

func FuzzTokenEnd(f *testing.F) {
	f.Add("'a\\", 0)
	f.Add("😀😀", 1)
	f.Fuzz(func(t *testing.T, line string, column int) {
		if column < 0 || column > 1<<30 || !utf8.ValidString(line) {
			return
		}
		if end := tokenEnd(line, column); end < column || end > max(column, utf16Len(line)) {
			t.Errorf("tokenEnd(%q, %d) = %d", line, column, end)
		}
	})
}

// FuzzCounterpart renames the words of a text as the bundler does, and looks every position up.
func FuzzCounterpart(f *testing.F) {
	f.Add("worker.tool('x', { label })")
	f.Add("a\n  b_$ = /[\"']/ + `é`")
	f.Fuzz(func(t *testing.T, text string) {
		var renamed strings.Builder
		var starts, ends []int // of each word, and of each other byte, in both
		for i := 0; i < len(text); {
			end := max(wordEnd([]byte(text), i), i+1)
			starts, ends = append(starts, i), append(ends, renamed.Len())
			renamed.WriteString(text[i:end])
			if wordEnd([]byte(text), i) > i && (i/3)%2 == 0 {
				renamed.WriteString("2")
			}
			i = end
		}
		for i, start := range starts {
			if got, same := counterpart([]byte(text), []byte(renamed.String()), start); !same || got != ends[i] {
				t.Fatalf("%q -> %q: %d is %d, want %d (%v)", text, renamed.String(), start, got, ends[i], same)
			}
		}
	})
}
