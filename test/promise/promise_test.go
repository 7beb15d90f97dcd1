package promise

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/project"
)

// apps is how many apps an ordinary run tries, of which about half pass the check.
const apps = 40

func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

func TestWhatPassesTheCheckBuildsAndAnswers(t *testing.T) {
	first, total := number(t, "PROMISE_SEED", 1), number(t, "PROMISE_APPS", apps)
	passed, calls := 0, 0
	for seed := first; seed < first+total; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			g := newGrammar(uint64(seed))
			a := &app{T: t, dir: t.TempDir(), files: g.app(), profile: g.vendor.profile}
			a.write()
			if !a.check() {
				return
			}
			passed++
			defer func() {
				if t.Failed() {
					for name, text := range a.files {
						if strings.HasSuffix(name, ".ts") || strings.HasSuffix(name, ".tsx") {
							t.Logf("-- %s --\n%s", name, strings.TrimPrefix(text, workerHead))
						}
					}
				}
			}()
			a.build()
			calls += a.call()
		})
	}
	t.Logf("%d of %d apps passed the check, %d calls", passed, total, calls)
	if total >= apps && (passed < total/4 || calls < passed) {
		t.Errorf("only %d of %d apps passed the check, with %d calls", passed, total, calls)
	}
}

type app struct {
	*testing.T
	dir     string
	files   map[string]string
	profile string
	loaded  *declared.Project
	// environments are those of a build. The last one is called.
	environments []string
}

func (a *app) write() {
	for name, text := range a.files {
		path := filepath.Join(a.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			a.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			a.Fatal(err)
		}
	}
}

func (a *app) options() project.Options {
	return project.Options{Dir: a.dir, Profile: a.profile}
}

// runFails are the rules whose warnings say that a run fails. The contract allows the declaration.
var runFails = []string{"source-credential", "oauth2-token-url", "missing-binding"}

// check reports whether the app has no error, and no warning that a run fails.
func (a *app) check() bool {
	loaded, err := project.Load(a.Context(), a.options())
	if err != nil {
		a.Fatal("the project does not load:", err)
	}
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	if err != nil {
		a.Fatal(err)
	}
	a.loaded = loaded
	for _, f := range findings {
		if f.Severity == diag.Error || slices.Contains(runFails, f.Rule) {
			if os.Getenv("PROMISE_FINDINGS") != "" {
				a.Logf("%s %d:%d %s: %s", f.File, f.Line, f.Column, f.Rule, f.Message)
			}
			return false
		}
	}
	return true
}

// build builds the app for its environments, or for two if it declares none.
func (a *app) build() {
	a.environments = a.loaded.Environments()
	if len(a.environments) == 0 {
		a.environments = []string{"staging"}
	}
	if !slices.Contains(a.environments, "production") {
		a.environments = append([]string{"production"}, a.environments...)
	}
	for _, environment := range a.environments {
		output, err := build.Build(a.Context(), build.Options{
			Dir: a.dir, Profile: a.profile, Project: a.loaded, Environment: environment,
			Components: components.All,
		})
		if err != nil {
			a.Errorf("check passes, but the build for %s fails: %v", environment, err)
			continue
		}
		for _, refused := range build.Refusals(a.loaded, output.CRM.Findings) {
			a.Errorf("check passes, but the build for %s refuses: %s: %s", environment, refused.Rule, refused.Message)
		}
	}
}

// call runs each capability once on each of its surfaces, and returns the number of calls.
func (a *app) call() int {
	profile, err := cmdutil.LoadProfile(a.dir, "")
	if err != nil {
		a.Fatal(err)
	}
	bindings, err := project.Bindings(a.dir, "")
	if err != nil {
		a.Fatal(err)
	}
	options := a.options()
	options.Environment = a.environments[len(a.environments)-1]
	manifest := func(ctx context.Context) ([]byte, error) { return project.ManifestOf(ctx, options, a.loaded) }
	h, err := host.New(host.Options{
		Dir: a.dir, Profile: profile, Bindings: bindings, App: a.loaded.In(options.Environment).App, CRM: host.CRMEmulated,
		Environment: options.Environment, InMemory: true, Now: time.Now, Random: rand.Reader, Network: feed{},
		Manifest: manifest,
	})
	if err != nil {
		a.Fatal(err)
	}
	defer h.Close()
	count := 0
	workers := map[string]*project.Worker{}
	for _, c := range devserver.Capabilities(a.loaded) {
		if workers[c.File] == nil {
			if workers[c.File], err = host.BuildWorker(a.Context(), options, a.loaded, c.File); err != nil {
				a.Fatalf("check passes, but %s does not build: %v", c.File, err)
			}
		}
		for _, surface := range surfaces[c.Kind] {
			if surface == devserver.SurfaceAgent && !c.Agent {
				continue
			}
			count++
			a.invoke(h, workers[c.File], c, surface)
		}
	}
	return count
}

var surfaces = map[string][]devserver.Surface{
	devserver.KindTool: {
		devserver.SurfaceAction, devserver.SurfaceAgent, devserver.SurfaceInvoke, devserver.SurfaceBatch,
	},
	devserver.KindCardBackend: {devserver.SurfaceCard, devserver.SurfaceInvoke},
	devserver.KindTrigger:     {devserver.SurfaceEvents},
	devserver.KindSync:        {devserver.SurfaceSync},
	devserver.KindSource:      {devserver.SurfacePost},
}

func (a *app) invoke(h *host.Host, worker *project.Worker, c devserver.Capability, surface devserver.Surface) {
	if c.Kind == devserver.KindSync && c.FromPush {
		return // runs when its source receives rows
	}
	i := devserver.Invocation{Capability: c, Surface: surface, Input: required(c)}
	var err error
	if c.Kind == devserver.KindTool {
		object, err := devserver.Sample(h, c.ObjectType, "")
		if err != nil {
			a.Errorf("%s: no sample: %v", c.Name(), err)
			return
		}
		i.Object = &object
	}
	if c.Kind == devserver.KindTrigger {
		if i.Input, err = devserver.Events(h, c, nil, nil); err != nil {
			a.Errorf("%s: no sample: %v", c.Name(), err)
			return
		}
	}
	o := devserver.InvokeOptions{Worker: worker, Invocation: i, Timeout: time.Minute}
	r, err := devserver.Invoke(a.Context(), h, o)
	if err != nil {
		a.Errorf("check passes, but %s does not run on %s: %v", c.Name(), surface, err)
		return
	}
	if r.Status != devserver.StatusOK {
		a.Errorf("check passes, but %s answers %s on %s: %s %+v", c.Name(), r.Status, surface, r.Body, r.Error)
	}
}

// usable are values of each type, as a caller sends them.
var usable = map[string]any{
	"string": "text", "number": 1, "bool": true, "boolean": true, "enumeration": "a",
	"datetime": "2026-01-31", "json": "{}",
}

// required returns an input with the required fields only.
func required(c devserver.Capability) json.RawMessage {
	if c.Input == nil {
		return nil
	}
	input := map[string]any{}
	for _, member := range c.Input.Members {
		field := member.Value
		if field.Get("required").Bool || field.Get("isRequired").Bool {
			input[member.Name] = usable[strings.ToLower(field.Get("type").Text)]
		}
	}
	text, _ := json.Marshal(input) // plain values always marshal
	return text
}
