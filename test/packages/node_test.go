// Package packages runs npm packages that apps use, in both hosts of the runtime and in Node.
package packages

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/project"
)

// load loads the app of a folder.
func load(t *testing.T, app string) *declared.Project {
	t.Helper()
	p, err := project.Load(t.Context(), project.Options{Dir: filepath.Join("apps", app)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPackageThatNeedsNodeIsOneFinding(t *testing.T) {
	p := load(t, "refused")
	if len(p.Problems) != 1 {
		t.Fatalf("got %d problems: %+v", len(p.Problems), p.Problems)
	}
	const message = `the package "@hubspot/api-client" needs the modules crypto, querystring and url of Node`
	problem := p.Problems[0]
	at := p.Locator.Locate(problem.At)
	if problem.Message != message || at.File != "src/workers/vendor.ts" || at.Line != 1 {
		t.Errorf("got %q at %+v", problem.Message, at)
	}
	if len(problem.Related) != 1 || !strings.Contains(problem.Related[0].Message, "@hubspot/api-client/") {
		t.Errorf("the problem does not say what imports what: %+v", problem.Related)
	}
}
