package early

import (
	"strings"
	"testing"
)

func TestStartsOnlyCommandsThatLoadInAChild(t *testing.T) {
	for line, want := range map[string]bool{
		"svc":                         false,
		"svc check":                   true,
		"svc check --format json app": true,
		"svc check --watch":           false,
		"svc check app --watch=true":  false,
		"svc check app --fix":         false,
		"svc build --out folder":      true,
		"svc eject":                   true,
		"svc deploy":                  false,
		"svc help check":              false,
		"svc --json check":            false,
	} {
		if got := starts(strings.Fields(line)); got != want {
			t.Errorf("%s: got %v, want %v", line, got, want)
		}
	}
}
