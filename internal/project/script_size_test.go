package project

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

func TestScriptOverTheLimitIsAProblem(t *testing.T) {
	worker := func(name string, bytes int) string {
		return fmt.Sprintf("import { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('%s');\n"+
			"worker.cardBackend('%s', { handler: () => '%s' });\nexport default worker;\n", name, name, strings.Repeat("x", bytes))
	}
	dir := write(t, map[string]string{
		"svc.config.ts": minimalConfig, "src/workers/large.ts": worker("large", 2<<20),
		"src/workers/small.ts": worker("small", 1<<20),
	})
	for most, want := range map[int]string{
		0: "", 3 << 20: "script-size: the script of the worker has about 3 MB; the limit is 3 MB",
	} {
		p, err := Load(context.Background(), Options{Dir: dir, ScriptSize: most})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, problem := range p.Problems {
			if file := p.Locator.Locate(problem.At).File; file != "src/workers/large.ts" {
				t.Errorf("a problem in %q: %s", file, problem.Message)
			}
			got = append(got, problem.Rule+": "+problem.Message)
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("limit %d: got %q, want %q", most, got, want)
		}
	}
}
