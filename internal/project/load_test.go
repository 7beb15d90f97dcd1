package project

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// write creates a project of files: path -> text.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for path, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func load(t *testing.T, files map[string]string) *declared.Project {
	t.Helper()
	p, err := Load(context.Background(), Options{Dir: write(t, files)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const minimalConfig = `import { defineApp } from '@svc/sdk';
export default defineApp({
  name: 'A', distribution: 'private', auth: 'static', platformVersion: '2025.2', scopes: [],
});
`

func TestExampleLoadsWithoutProblems(t *testing.T) {
	p, err := Load(context.Background(), Options{Dir: "../../examples/ledger-bridge"})
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range p.Problems {
		t.Errorf("%s at %v: %s", problem.Rule, p.Locator.Locate(problem.At), problem.Message)
	}
	if p.App == nil || p.App.ID != "Ledger Bridge" {
		t.Fatalf("app = %+v", p.App)
	}
	for _, file := range p.Workers {
		if file.Worker == nil || len(file.Worker.Capabilities) == 0 {
			t.Errorf("%s declares no worker with capabilities", file.Path)
		}
	}
}

func TestFailedFileHasOneFindingAndOthersAreEvaluated(t *testing.T) {
	worker := "import { defineWorker } from '@svc/sdk';\nexport default defineWorker('%');\n"
	p := load(t, map[string]string{
		"svc.config.ts":        minimalConfig,
		"src/workers/good.ts":  worker,
		"src/workers/parse.ts": "export default {;\n",
		"src/workers/gone.ts":  "import x from './nowhere';\nexport default x;\n",
		"src/workers/throw.ts": worker + "const list: string[] = JSON.parse('null');\nlist.length;\n",
		"src/workers/uses.ts":  "import './parse';\n" + worker,
	})
	want := map[string]string{
		"src/workers/parse.ts:1:17": "syntax-error", "src/workers/gone.ts:1:15": "unresolved-import",
		"src/workers/throw.ts:4:6": "throws-at-import",
	}
	for _, problem := range p.Problems {
		at := p.Locator.Locate(problem.At)
		if key := spot(at); want[key] != problem.Rule {
			t.Errorf("%s: %s: %s", key, problem.Rule, problem.Message)
		} else {
			delete(want, key)
		}
	}
	if len(want) > 0 {
		t.Errorf("not reported: %v", want)
	}
	for _, file := range p.Workers {
		if good := file.Path == "src/workers/good.ts"; file.Evaluated != good || (file.Worker != nil) != good {
			t.Errorf("%s: evaluated %v, worker %v", file.Path, file.Evaluated, file.Worker)
		}
	}
	for _, d := range p.Declarations {
		if file := p.Locator.Locate(d.At).File; file != "svc.config.ts" && file != "src/workers/good.ts" &&
			file != "src/workers/uses.ts" {
			t.Errorf("a declaration of %s is still there", file)
		}
	}
}

func spot(s diag.Span) string { return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column) }

func TestTooDeepBracketsAreAProblemAtTheirPosition(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts": minimalConfig,
		"src/workers/main.ts": "// deep\nexport const x = " + strings.Repeat("(", 300_000) + "1" +
			strings.Repeat(")", 300_000) + ";\n",
	})
	if len(p.Problems) != 1 || p.Problems[0].Rule != "syntax-error" {
		t.Fatalf("problems: %+v", p.Problems)
	}
	if at := spot(p.Locator.Locate(p.Problems[0].At)); at != "src/workers/main.ts:2:2018" {
		t.Errorf("reported at %s", at)
	}
}

func TestMalformedPackageJSONOrTsconfigIsAProblemAtItsPosition(t *testing.T) {
	for file, text := range map[string]string{"package.json": "{ not json", "tsconfig.json": "{\n  nope"} {
		p := load(t, map[string]string{
			"svc.config.ts": minimalConfig, file: text,
			"src/workers/main.ts": "import { defineWorker } from '@svc/sdk';\nexport default defineWorker('main');\n",
		})
		if len(p.Problems) != 1 || p.Problems[0].Rule != "syntax-error" || p.Locator.Locate(p.Problems[0].At).File != file {
			t.Errorf("%s: problems %+v", file, p.Problems)
		}
	}
}

func ids(p *declared.Project) []string {
	var all []string
	for _, d := range p.Declarations {
		all = append(all, d.ID)
	}
	return all
}
