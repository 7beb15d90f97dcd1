package deploymap_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/appsvc/svc/internal/deploymap"
)

// oneSegment maps column 4 of the first line to line 3, column 2 of src/a.ts.
const oneSegment = `{"version":3,"sources":["src/a.ts","node_modules/x/index.js"],"mappings":"IAEC"}`

func TestOldMapsOfAWorkerAreDeletedByEnvironment(t *testing.T) {
	dir := t.TempDir()
	m, err := deploymap.NewMap([]byte(oneSegment), map[string]string{"src/a.ts": "1", "src/other.ts": "2"})
	if err != nil || len(m.Digests) != 1 {
		t.Fatalf("%v, %v", m, err)
	}
	keep := func(worker, environment string, n int) string {
		id := fmt.Sprintf("20260101-%09d-abcdef", n)
		if err := deploymap.Keep(dir, deploymap.Upload{Worker: worker, Environment: environment, Deploy: id}, m); err != nil {
			t.Fatal(err)
		}
		return id
	}
	old := keep("main", "production", 1)
	for n := range 30 {
		keep("main", "staging", 100+n)
		keep("other", "production", 200+n)
	}
	if _, err := deploymap.Find(dir, "main", old); err != nil {
		t.Errorf("the map of production: %v", err)
	}
	for n, want := range map[int]error{100: fs.ErrNotExist, 109: fs.ErrNotExist, 110: nil, 129: nil} {
		if _, err := deploymap.Find(dir, "main", fmt.Sprintf("20260101-%09d-abcdef", n)); !errors.Is(err, want) {
			t.Errorf("the map of staging %d: %v, want %v", n, err, want)
		}
	}
	if _, err := deploymap.Find(dir, "ma", old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the map of another worker: %v", err)
	}
	if _, err := deploymap.Find(t.TempDir(), "main", old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the map of another folder: %v", err)
	}
}

func TestStackHasTheFramesWithASource(t *testing.T) {
	m := deploymap.Map{SourceMap: []byte(oneSegment)}
	for stack, want := range map[string]string{
		"Error: no\n    at f (worker.js:1:9)\n    at g (runtime-1.js:1:9)": "at f (src/a.ts:3:2)",
		"    at async Object.f [as handler] (worker.js:1:5)":               "at async Object.f [as handler] (src/a.ts:3:2)",
		"    at file:///bundle/worker.js:1:5":                              "at src/a.ts:3:2",
		"    at f (worker.js:1:2)":                                         "    at f (worker.js:1:2)",
		"    at f (worker.js:7:2)":                                         "    at f (worker.js:7:2)",
		"    at f (other-worker.js:1:9)":                                   "    at f (other-worker.js:1:9)",
		"thrown":                                                           "thrown",
	} {
		if got := m.Stack(stack); got != want {
			t.Errorf("%q: got %q, want %q", stack, got, want)
		}
	}
}
