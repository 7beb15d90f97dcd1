package devserver

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/store"
	"github.com/appsvc/svc/sdk"
)

const testConfig = `import { defineApp } from '@svc/sdk';
export default defineApp({
	name: 'T', distribution: 'private', auth: 'static', platformVersion: '2026.03',
	scopes: ['crm.objects.contacts.read', 'crm.objects.contacts.write'],
});`

// turnLimit is how much processor time code may block for in tests of the limit.
const turnLimit = 500 * time.Millisecond

// fixture is a project with one worker, "main", and a host that has not been started.
type fixture struct {
	testing.TB
	options host.Options
	hooks   host.Hooks
	onFired func(Fired)
	worker  *project.Worker
	all     []Capability
}

// newFixture makes a project of a worker's declarations: what stands between its first line and its last.
func newFixture(t testing.TB, declarations string) *fixture {
	t.Helper()
	return newFixtureFile(
		t,
		"import { defineWorker, failContinue, ok } from '@svc/sdk';\nconst worker = defineWorker('main');\n"+declarations+
			"\nexport default worker;\n",
	)
}

// newFixtureFile is newFixture for a whole worker's file.
func newFixtureFile(t testing.TB, worker string) *fixture {
	t.Helper()
	return newFixtureConfig(t, testConfig, worker)
}

// newFixtureConfig is newFixtureFile with another config.
func newFixtureConfig(t testing.TB, config, worker string) *fixture {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"svc.config.ts": config, "src/workers/main.ts": worker} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	options := project.Options{Dir: dir}
	loaded, err := project.Load(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range loaded.Problems {
		t.Fatalf("%+v", problem)
	}
	f := &fixture{TB: t, all: Capabilities(loaded)}
	f.worker, err = host.BuildWorker(context.Background(), options, loaded, "src/workers/main.ts")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := sdk.Profiles.ReadFile("src/profiles/crm.json")
	if err != nil {
		t.Fatal(err)
	}
	f.options = host.Options{
		Dir: dir, App: loaded.App, CRM: host.CRMEmulated, Now: time.Now, Random: rand.Reader, Network: &offline{},
		Manifest: func(ctx context.Context) ([]byte, error) { return project.ManifestOf(ctx, options, loaded) },
	}
	if f.options.Profile, err = platform.DecodeProfile(profile); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *fixture) host() *host.Host {
	f.Helper()
	h, err := host.NewWithHooks(f.options, f.hooks)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { h.Close() })
	return h
}

// invocation is that of the capability on its own surface.
func (f *fixture) invocation(id, input string) Invocation {
	f.Helper()
	for _, c := range f.all {
		if c.ID == id {
			i := Invocation{Capability: c, Surface: SurfaceAction}
			if c.Kind == KindCardBackend {
				i.Surface = SurfaceCard
			}
			if input != "" {
				i.Input = json.RawMessage(input)
			}
			return i
		}
	}
	f.Fatalf("no capability %q in %+v", id, f.all)
	return Invocation{}
}

// invoke runs an invocation with a timeout that no test reaches.
func (f *fixture) invoke(ctx context.Context, h *host.Host, i Invocation) (*Result, error) {
	return Invoke(ctx, h, InvokeOptions{Worker: f.worker, Invocation: i, Timeout: 20 * time.Second})
}

func (f *fixture) run(h *host.Host, id, input string) *Result {
	f.Helper()
	r, err := f.invoke(context.Background(), h, f.invocation(id, input))
	if err != nil {
		f.Fatalf("%s: %v", id, err)
	}
	return r
}

func TestTheEmulatedCRMUsesNoNetwork(t *testing.T) {
	f := newFixture(t, `
		worker.cardBackend('read', { handler: async (ctx) => {
			await ctx.store.put('k', 1);
			return { total: (await ctx.crm.objects.search('contacts', { filterGroups: [] })).total };
		} });
		worker.cardBackend('outside', { handler: async (ctx) => {
			try { return await ctx.http.get('https://elsewhere.example/x?y=1'); } catch (error) { return { name: error.name }; }
		} });`)
	h := f.host()
	if r := f.run(h, "read", ""); string(r.Output) != `{"total":8}` {
		t.Errorf("%+v", r)
	}
	network := f.options.Network.(*offline)
	if len(network.asked) != 0 {
		t.Errorf("the network was asked for %q", network.asked)
	}
	if r := f.run(h, "outside", ""); !strings.Contains(string(r.Output), "Error") || len(network.asked) != 1 ||
		network.asked[0] != "https://elsewhere.example/x?y=1" {
		t.Errorf("%+v, asked %q", r, network.asked)
	}
}

// answering is a network that answers every request with the same.
type answering struct {
	status   int
	body     string
	requests []*http.Request
}

func (a *answering) RoundTrip(r *http.Request) (*http.Response, error) {
	a.requests = append(a.requests, r)
	return &http.Response{
		StatusCode: a.status, Status: http.StatusText(a.status), Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(a.body)), Request: r,
	}, nil
}

func TestTheLiveCRMIsCalledWithTheUsersToken(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('get', { handler: (ctx) => ctx.crm.objects.get('contacts', '7') });`)
	f.options.CRM = host.CRMLive
	if _, err := host.New(f.options); !errors.Is(err, host.ErrNoToken) {
		t.Errorf("without a token: %v", err)
	}
	network := &answering{status: 200, body: `{"id":"7","properties":{}}`}
	f.options.Network, f.options.Bindings = network, map[string]string{"CRM_ACCESS_TOKEN": "pat-mine"}
	r := f.run(f.host(), "get", "")
	if !r.OK || len(network.requests) != 1 {
		t.Fatalf("%+v, %d requests", r, len(network.requests))
	}
	if got := network.requests[0]; got.URL.String() != "https://api.crm.example/crm/v3/objects/contacts/7" ||
		got.Header.Get("Authorization") != "Bearer pat-mine" {
		t.Errorf("%s %q", got.URL, got.Header.Get("Authorization"))
	}
}

func TestLockedStateFailsTheInvocation(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('count', { handler: async (ctx) => {
		try { await ctx.store.put('k', 1); } catch { /* the handler continues */ }
		return { n: 1 };
	} });`)
	other, err := store.Open(host.StateDir(f.options.Dir), 0)
	if err != nil {
		t.Fatal(err)
	}
	h := f.host()
	_, err = f.invoke(context.Background(), h, f.invocation("count", ""))
	if !errors.Is(err, host.ErrState) || !errors.Is(err, store.ErrLocked) {
		t.Errorf("got %v", err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if r := f.run(h, "count", ""); !r.OK {
		t.Errorf("after the lock was released: %+v", r)
	}
}

func TestStateOnDiskOutlivesTheHost(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('count', { handler: async (ctx) => {
		const n = ((await ctx.store.get('n')) ?? 0) + 1;
		await ctx.store.put('n', n);
		return n;
	} });`)
	for _, test := range []struct {
		inMemory bool
		want     string
	}{{false, "1"}, {false, "2"}, {true, "1"}, {true, "1"}, {false, "3"}} {
		f.options.InMemory = test.inMemory
		h := f.host()
		if r := f.run(h, "count", ""); string(r.Output) != test.want {
			t.Errorf("in memory %v: %s, want %s", test.inMemory, r.Output, test.want)
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestConcurrentInvocationsShareTheState(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('add', { handler: async (ctx) => {
		await ctx.store.put('k/' + ctx.input.n, 1);
		return (await ctx.store.list('k/')).length;
	} });`)
	h := f.host()
	done := make(chan error)
	const runs = 8
	for n := range runs {
		go func() {
			input, _ := json.Marshal(map[string]int{"n": n})
			r, err := f.invoke(context.Background(), h, f.invocation("add", string(input)))
			if err == nil && !r.OK {
				err = errors.New(r.Status)
			}
			done <- err
		}()
	}
	for range runs {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if r := f.run(h, "add", `{"n": 0}`); string(r.Output) != "8" {
		t.Errorf("%s entries", r.Output)
	}
}

func TestACanceledInvokeReturnsTheCause(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('wait', { handler: () => new Promise(() => {}) });`)
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(50*time.Millisecond, func() { cancel(reason) })
	_, err := f.invoke(ctx, f.host(), f.invocation("wait", ""))
	if !errors.Is(err, reason) {
		t.Errorf("got %v", err)
	}
}

func TestAnInvokeThatIsCanceledBeforeItStartsReturnsTheCause(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('greet', { handler: () => 'hello' });`)
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(reason)
	if _, err := f.invoke(ctx, f.host(), f.invocation("greet", "")); !errors.Is(err, reason) {
		t.Errorf("got %v", err)
	}
}

func TestAnUnknownCapabilityIsAWorkerError(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('greet', { handler: () => 'hello' });`)
	i := f.invocation("greet", "")
	i.Capability.ID = "no-such"
	_, err := f.invoke(context.Background(), f.host(), i)
	var refused *WorkerError
	if !errors.As(err, &refused) || refused.Status != http.StatusNotFound || refused.Code != "unknown_capability" {
		t.Errorf("got %v", err)
	}
}

func TestUncaughtErrorsAreLoggedWithTheirPosition(t *testing.T) {
	f := newFixture(t, `worker.cardBackend('leak', { handler: async () => {
		setTimeout(() => { throw new Error('late'); }, 1);
		Promise.reject(new Error('unheard'));
		await new Promise((resolve) => setTimeout(resolve, 20));
		console.warn('at', { a: 1 });
		return 1;
	} });`)
	r := f.run(f.host(), "leak", "")
	var log []string
	for _, line := range r.Logs {
		log = append(log, line.Level+" "+line.Message)
	}
	all := strings.Join(log, "\n")
	for _, want := range []string{
		"error uncaught: Error: late (src/workers/main.ts:4:",
		"error uncaught, in a promise that no code awaits: Error: unheard (src/workers/main.ts:5:",
		"warn at { a: 1 }",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	if !r.OK {
		t.Errorf("%+v", r)
	}
}

// offline is a network that reaches nothing.
type offline struct{ asked []string }

func (o *offline) RoundTrip(r *http.Request) (*http.Response, error) {
	o.asked = append(o.asked, r.URL.String())
	return nil, errors.New("no network")
}

// soon waits until a condition holds.
func soon(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}
