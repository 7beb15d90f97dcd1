package project

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/declared"
)

// FuzzLoad loads projects of random declarations. Whatever they do, the load ends without an error, blames only files
// of the project, and usually still evaluates the file beside them.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"", "\x01\x02\x03\x04\x05\x06\x07\x08", "\x03\x00\x01\x1b\x03\x0d\x05\x07\x02\x16\x01\x07\x00\x02\x07\x16",
		"\x02\x02\x01\x16\x02\x06\x03\x0d\x02\x1c\x01\x07\x1d\x05\x1e\x01\x1f",
		"\x00\x01\x07\x00\x02\x17\x03\x0a\x17\x02\x0d",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := &grammar{choices: choices}
		files := map[string]string{"src/workers/b.ts": g.worker(), "svc.config.ts": g.config(), "src/workers/c.ts": toolHead}
		endless := time.AfterFunc(time.Minute, func() { panic("the load does not end:\n" + files["src/workers/b.ts"]) })
		defer endless.Stop()
		p, err := Load(context.Background(), Options{
			Dir: write(t, files), Deadline: 2 * time.Second, MemoryLimit: 256 << 20, Manifest: true,
		})
		if err != nil {
			t.Fatalf("%v\n%s", err, files["src/workers/b.ts"])
		}
		for _, problem := range p.Problems {
			file := p.Locator.Locate(problem.At).File
			if _, known := files[file]; !known {
				t.Errorf("a problem in %q: %s", file, problem.Message)
			}
			if strings.Contains(problem.Message, "goroutine ") || len(problem.Message) > 5000 {
				t.Errorf("message of %d bytes: %.200s", len(problem.Message), problem.Message)
			}
		}
		// After memory that an operation does not stop taking, no other file is evaluated in this process.
		isMemory := func(p declared.Problem) bool { return p.Rule == "memory-limit" }
		if p.Workers[1].Worker == nil && !slices.ContainsFunc(p.Problems, isMemory) {
			t.Errorf("the file beside it was not evaluated: %+v\n%s", p.Problems, files["src/workers/b.ts"])
		}
	})
}
