package tsedit

import (
	"strings"
	"testing"
)

func TestIsFallback(t *testing.T) {
	for text, want := range map[string]bool{
		"f(a.results ?? a.@items ?? []);":            true,
		"f(a.@items || a.results);":                  true,
		"f(a?.results ?? a.@items);":                 true,
		"f(a.results ?? a.rows ?? a.@items);":        true,
		"f(a.@items ?? a.rows ?? a?.results ?? []);": true,
		"f(a.b[0].@items ?? a.b[0].results);":        true,
		"f(a.@items ?? []);":                         false,
		"f(a.@items);":                               false,
		"f(b.results ?? a.@items);":                  false,
		"f(a.rows ?? a.@items);":                     false,
		"f(a.@items && a.results);":                  false,
		"f(a.results, a.@items);":                    false,
		"const b = a.results; f(a.@items ?? b);":     false,
		"f(c ?? a.@items ?? b.results);":             false,
		"f(a.@items ?? (a.b || a.results));":         false,
		"a.results ?? a.@":                           false,
		"f(a.@items ??":                              false,
		"f(a.@items ?? a.items2); g(a.results);":     false,
	} {
		at := strings.Index(text, "@")
		if got := IsFallback(strings.Replace(text, "@", "", 1), at, []string{"results", "total"}); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
