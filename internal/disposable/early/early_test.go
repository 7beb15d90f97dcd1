package early

import (
	"strings"
	"testing"
)

func TestStartsOnlyCommandsThatLoadInAChild(t *testing.T) {
	acts := map[string]bool{"svc dev invoke hello": true, "svc simulate hello --calls 3": true}
	for line, want := range map[string]bool{
		"svc":                          false,
		"svc check":                    true,
		"svc check --format json app":  true,
		"svc check --watch":            false,
		"svc check app --watch=true":   false,
		"svc check app --fix":          false,
		"svc build --out folder":       true,
		"svc eject":                    true,
		"svc types":                    false,
		"svc dev invoke hello":         true,
		"svc dev invoke x --watch":     false,
		"svc simulate hello --calls 3": true,
		"svc dev":                      false,
		"svc dev tick 15m":             false,
		"svc deploy":                   false,
		"svc help check":               false,
		"svc --json check":             false,
	} {
		o, got := options(strings.Fields(line))
		if got != want || o.Acts != acts[line] {
			t.Errorf("%s: got %v, acts %v; want %v, %v", line, got, o.Acts, want, acts[line])
		}
	}
}
