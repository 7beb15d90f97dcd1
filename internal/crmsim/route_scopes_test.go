package crmsim

import (
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

func TestEveryRouteHasARowOfScopes(t *testing.T) {
	s, err := New(Options{Clock: api.RealClock(time.Now)})
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, pattern := range s.main.routes.Patterns() {
		_, path, hasMethod := strings.Cut(pattern, " ")
		if _, isMissing := missingCalls[pattern]; isMissing || !hasMethod {
			continue // a part that is not emulated
		}
		found := false
		for _, row := range routeScopes {
			if found = strings.HasPrefix(path, row.path); found {
				used[row.path] = true
				break
			}
		}
		if !found {
			t.Errorf("%s has no row in routeScopes", pattern)
		}
	}
	for _, row := range routeScopes {
		if !used[row.path] {
			t.Errorf("%s in routeScopes is the start of no route", row.path)
		}
	}
}
