package test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/fixture"
	"github.com/appsvc/svc/internal/fixture/player"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

const (
	// runMemory is the memory for the emulated accounts and the VMs that run at the same time, in bytes.
	runMemory = 1 << 30
	// startTime and timePerRun are the processor time that fixtures may take. A run takes milliseconds; the limit is for
	// code that nothing else ends.
	startTime  = time.Minute
	timePerRun = 10 * time.Second
)

// runOnce runs the fixtures once and prints the results. It returns what it depends on, also with an error.
func runOnce(ctx context.Context, env *cli.Env, o *options) (inputs projectfs.Inputs, err error) {
	started := env.Now()
	session, err := local.Open(env, o.dir, o.profile)
	if err == nil {
		err = cmdutil.NeedApp(session.Dir)
	}
	if err != nil {
		return inputs, err
	}
	session.Untrusted = o.untrusted
	session.OnLog, session.OnEnd = nil, nil
	root, err := projectfs.Open(session.Dir, projectfs.Options{Untrusted: o.untrusted})
	if err != nil {
		return inputs, cmdutil.LoadError(err)
	}
	defer func() { _ = root.Close() }() // opened for reading only
	names, err := o.chosen(root)
	if err != nil {
		return inputs, err
	}
	host.Warm(env.Now, rand.Reader)
	if err := session.Load(ctx); err != nil {
		return inputs, err
	}
	err = (&tests{
		Session: session, options: o, root: root, all: devserver.Capabilities(session.Project),
	}).report(ctx, names, started)
	return session.Project.Inputs.And(root.Inputs()), err
}

// report runs fixtures and prints the results.
func (t *tests) report(ctx context.Context, names []string, started time.Time) error {
	session, env, o := t.Session, t.Env, t.options
	if session.Project.App == nil || len(session.Project.Faults()) > 0 {
		return session.ShowLoadErrors(cli.Usage("the app does not load", "run 'svc check'"))
	}
	if err := disposable.Allow(runMemory); err != nil {
		return err
	}
	disposable.Commit(disposable.Busy(startTime + time.Duration(len(names)*o.repeat)*timePerRun))
	t.prepare(ctx)
	report := &report{SchemaVersion: 1, Fixtures: t.run(ctx, names)}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if t.failed != nil {
		return t.failed
	}
	report.sum(env.Now().Sub(started))
	if err := report.print(env, o, session.Dir); err != nil {
		return err
	}
	if !report.OK {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}

// chosen returns the names of the fixtures to run.
func (o *options) chosen(root *projectfs.Root) ([]string, error) {
	all, err := fixture.List(root)
	if err != nil {
		return nil, cmdutil.LoadError(err)
	}
	if len(all) == 0 {
		return nil, cli.Usage(
			"the app has no fixtures: the folder "+fixture.Folder+" has no files that end in "+fixture.Extension,
			"run 'svc dev invoke <capability-id> --save-fixture <name>' to make one",
		)
	}
	if len(o.names) == 0 {
		return all, nil
	}
	var chosen []string
	for _, pattern := range o.names {
		name := strings.TrimSuffix(strings.TrimPrefix(pattern, fixture.Folder+"/"), fixture.Extension)
		found := slices.DeleteFunc(slices.Clone(all), func(one string) bool {
			matched, err := path.Match(name, one)
			return err != nil || !matched
		})
		if len(found) == 0 {
			fix := cli.Suggest(name, all, cli.ListNames("use one of", all))
			return nil, cli.Usage(fmt.Sprintf("unknown fixture %q", pattern), fix)
		}
		chosen = append(chosen, found...)
	}
	slices.Sort(chosen)
	return slices.Compact(chosen), nil
}

// tests are the fixtures of a loaded app.
type tests struct {
	*local.Session
	options *options
	root    *projectfs.Root
	all     []devserver.Capability

	manifest func() ([]byte, error)

	mu      sync.Mutex // guards what follows
	workers map[string]func() (*project.Worker, error)
	failed  error // why no fixture can run
}

// prepare starts to make what several fixtures use.
func (t *tests) prepare(ctx context.Context) {
	t.workers = map[string]func() (*project.Worker, error){}
	t.manifest = sync.OnceValues(func() ([]byte, error) { return t.Manifest(ctx) })
	go t.manifest() //nolint:errcheck // its users get the error
}

// worker returns a worker, which its first caller builds.
func (t *tests) worker(ctx context.Context, file string) (*project.Worker, error) {
	t.mu.Lock()
	build := t.workers[file]
	if build == nil {
		build = sync.OnceValues(func() (*project.Worker, error) { return t.BuildWorker(ctx, file) })
		t.workers[file] = build
	}
	t.mu.Unlock()
	return build()
}

// run runs fixtures, as many at the same time as there are processors.
func (t *tests) run(ctx context.Context, names []string) []result {
	results := make([]result, len(names))
	progress := t.Env.NewProgress()
	next := make(chan int)
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(names)) {
		group.Go(func() {
			for i := range next {
				results[i] = t.fixture(ctx, names[i])
			}
		})
	}
	for i := range names {
		progress.Show("%d of %d", i, len(names))
		next <- i
	}
	close(next)
	group.Wait()
	progress.Clear()
	return results
}

// fail ends the command with an error that does not come from a fixture.
func (t *tests) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failed == nil {
		t.failed = err
	}
}

// fixture runs one fixture, as often as --repeat says.
func (t *tests) fixture(ctx context.Context, name string) result {
	started := t.Env.Now()
	r := result{Name: name, File: fixture.File(name), Status: passed, Differences: []fixture.Difference{}}
	err := t.play(ctx, &r)
	r.DurationMs = float64(t.Env.Now().Sub(started).Microseconds()) / 1000
	var invalid *fixture.Invalid
	switch {
	case errors.As(err, &invalid):
		r.Status, r.Problems = unusable, invalid.Problems
	case err != nil && ctx.Err() == nil:
		r.Status, r.Message = failed, reason.Of(err)
	}
	return r
}

// play runs the fixture and compares the outcome.
func (t *tests) play(ctx context.Context, r *result) error {
	f, err := fixture.Read(t.root, r.Name)
	if err != nil {
		return readError(r.Name, err)
	}
	c, err := t.find(f)
	if err != nil {
		return err
	}
	r.Capability = c.Name()
	worker, err := t.worker(ctx, c.File)
	if err != nil {
		t.fail(err)
		return err
	}
	o := player.Options{
		Dir: t.Dir, Profile: t.Profile, App: t.Project.App, Portal: t.Project.Portal, Secrets: t.Project.Secrets(),
		Manifest: t.appManifest, Worker: worker, Capability: c, Fixture: f,
	}
	for run := range t.options.repeat {
		o.Seed = uint64(run)
		outcome, err := player.Play(ctx, o)
		if err != nil {
			return err
		}
		r.Runs = run + 1
		r.compare(f, outcome)
		if t.options.update && (!f.Expects() || len(r.Differences) > 0) && len(r.Unanswered) == 0 {
			return t.update(ctx, r, o, outcome)
		}
		if r.Status != passed {
			return nil
		}
	}
	return nil
}

// appManifest returns the manifest for the app worker. If there is none, the app does not build.
func (t *tests) appManifest(context.Context) ([]byte, error) {
	text, err := t.manifest()
	if err != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.failed == nil {
			t.failed = t.ShowErrors(cmdutil.LoadError(err), func(diag.Finding) bool { return true })
		}
	}
	return text, err
}

// find returns the capability of a fixture.
func (t *tests) find(f *fixture.Fixture) (devserver.Capability, error) {
	c, err := capability.Find(t.all, f.Capability, f.Kind)
	if wrong, ok := errors.AsType[*cli.Error](err); ok {
		return c, f.Wrong([]string{"capability"}, wrong.What, wrong.Fix)
	}
	return c, err
}

// update writes the outcome into the fixture.
func (t *tests) update(ctx context.Context, r *result, o player.Options, outcome *fixture.Outcome) error {
	o.Seed++
	other, err := player.Play(ctx, o)
	if err != nil {
		return err
	}
	text, err := o.Fixture.Updated(outcome, fixture.Unstable(outcome, other))
	if err != nil {
		return err
	}
	if err := fixture.Write(t.Dir, r.Name, text); err != nil {
		return fmt.Errorf("cannot write %s: %s", r.File, cli.Reason(err))
	}
	r.isNew = !o.Fixture.Expects()
	r.Status, r.Message, r.Differences = updated, "", []fixture.Difference{}
	return nil
}

// readError returns the error of a fixture's file.
func readError(name string, err error) error {
	var invalid *fixture.Invalid
	if errors.As(err, &invalid) {
		return err
	}
	return &fixture.Invalid{
		File: fixture.File(name), Problems: []fixture.Problem{{
			Message: "cannot read the fixture: " + cli.Reason(err), Hint: projectfs.Fix(err),
		}},
	}
}
