package live

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/sdk"
)

// saving is a session on a folder whose files change.
type saving struct {
	*testing.T
	session *Session
	dir     string

	mu   sync.Mutex // guards what follows
	logs []string
}

func newSaving(t *testing.T, files map[string]string) *saving {
	t.Helper()
	s := &saving{T: t, dir: t.TempDir()}
	for name, text := range files {
		s.write(name, text)
	}
	text, err := sdk.Profiles.ReadFile("src/profiles/crm.json")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	s.session = New(Options{
		Project: project.Options{
			Dir: s.dir, Profile: profile.Name, Environment: host.Environment, Manifest: true, Still: true,
		},
		Now: time.Now,
		Host: func() (host.Options, error) {
			return host.Options{
				Dir: s.dir, Profile: profile, CRM: host.CRMEmulated, Now: time.Now, Random: rand.Reader, InMemory: true,
				Origin:   "http://localhost:8787",
				Bindings: map[string]string{"CRM_CLIENT_SECRET": "secret"}, OnLog: s.log,
			}, nil
		},
	})
	t.Cleanup(func() { _ = s.session.Close(context.Background()) })
	return s
}

func (s *saving) log(_ context.Context, l host.LogLine) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logs = append(s.logs, l.Message)
}

func (s *saving) write(name, text string) {
	s.Helper()
	file := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
		s.Fatal(err)
	}
}

// load loads after a change of files, and returns the workers that were bundled, not taken from the last round.
func (s *saving) load(changed ...string) (bundled []string) {
	s.Helper()
	before := maps.Clone(s.session.builds.workers)
	round := s.session.LoadChanged(context.Background(), changed)
	if round.Err != nil || len(round.Failed) > 0 {
		s.Fatal(round.Err, round.Failed)
	}
	for file, worker := range s.session.builds.workers {
		if before[file] != worker {
			bundled = append(bundled, strings.TrimSuffix(filepath.Base(file), ".ts"))
		}
	}
	slices.Sort(bundled)
	return bundled
}

const savedConfig = `import { defineApp } from '@svc/sdk';
export default defineApp({ name: 'T', distribution: 'private', auth: 'static', scopes: [] });
`

func worker(name, rest string) string {
	return `import { defineWorker } from '@svc/sdk';
const worker = defineWorker('` + name + `');
export default worker;
` + rest
}

func TestASaveBundlesOnlyWorkersThatContainTheFile(t *testing.T) {
	s := newSaving(t, map[string]string{
		"svc.config.ts": savedConfig, "src/lib/text.ts": `export const text = 'one';`,
		"src/workers/a.ts": worker("a", "import { text } from '../lib/text';\nworker.cardBackend('a', { handler: () => text });"),
		"src/workers/b.ts": worker("b", "worker.cardBackend('b', { handler: () => 1 });"),
	})
	all := []string{"a", "b"}
	for _, step := range []struct {
		name, file, text string
		want             []string
	}{
		{name: "the first load", want: all},
		{"a file of one worker", "src/lib/text.ts", `export const text = 'two';`, []string{"a"}},
		{"the config", "svc.config.ts", savedConfig + "// changed", all},
		{"a new file", "src/lib/more.ts", "", all},
		{"a worker", "src/workers/b.ts", worker("b", "worker.cardBackend('b', { handler: () => 2 });"), []string{"b"}},
		{"a file that is not source code", "tsconfig.json", "{}", all},
		{"a file that shadows another", "src/lib/text.tsx", `export const text = 'three';`, all},
	} {
		var changed []string
		if step.file != "" {
			s.write(step.file, step.text)
			changed = []string{step.file}
		}
		if got := s.load(changed...); !slices.Equal(got, step.want) {
			t.Errorf("%s: bundled %v, want %v", step.name, got, step.want)
		}
	}
}

func TestChangesOfRoundsThatFailCount(t *testing.T) {
	s := newSaving(t, map[string]string{
		"svc.config.ts":    savedConfig,
		"src/workers/a.ts": worker("a", "worker.cardBackend('a', { handler: () => 1 });"),
		"src/workers/b.ts": worker("b", "worker.cardBackend('b', { handler: () => 1 });"),
	})
	s.load()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	s.write("src/workers/a.ts", worker("a", "worker.cardBackend('a', { handler: () => 2 });"))
	if round := s.session.LoadChanged(ended, []string{"src/workers/a.ts"}); round.Err == nil {
		t.Fatal("a load that was canceled has a result")
	}
	if got := s.load("src/workers/b.ts"); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("bundled %v", got)
	}
}

func TestAWorkerThatDoesNotStartIsLogged(t *testing.T) {
	s := newSaving(t, map[string]string{
		"svc.config.ts":    savedConfig,
		"src/workers/a.ts": worker("a", "if (typeof __svc_sdk_local !== 'undefined') throw new Error('not today');"),
	})
	s.load()
	for range 1000 {
		s.mu.Lock()
		logs := strings.Join(s.logs, "\n")
		s.mu.Unlock()
		if strings.Contains(logs, `the worker "a" does not start`) && strings.Contains(logs, "not today") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("logged %q", s.logs)
}
