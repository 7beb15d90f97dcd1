package invoke

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/store"
)

// invocation is one run of a capability.
type invocation struct {
	*local.Session
	options    *options
	capability devserver.Capability
	surface    devserver.Surface
	given      store.LastInput // the values of the flags
	// borrowed is the host of svc dev, if its server runs the invocation.
	borrowed *host.Host
	// missing are the secrets of the app that .dev.vars lacks, if the run ended with an error.
	missing []string
}

// exitCodes are the exit codes by status. The help lists them.
var exitCodes = map[string]int{
	devserver.StatusOK:           cli.ExitOK,
	devserver.StatusFailContinue: 10,
	devserver.StatusFailStop:     11,
	devserver.StatusRetryLater:   12,
	devserver.StatusBackpressure: 12,
	devserver.StatusBlock:        13,
	devserver.StatusError:        14,
	devserver.StatusRejected:     15,
	devserver.StatusDuplicate:    15,
	devserver.StatusTimeout:      cli.ExitTimeout,
}

// runOnce runs the capability once, prints the result, and returns its exit code as a cli.Exit. It returns what
// the app depends on, nothing if it has not loaded.
func runOnce(ctx context.Context, env *cli.Env, o *options) (inputs projectfs.Inputs, err error) {
	given, err := readGivenInput(env, o)
	if err != nil {
		return inputs, err
	}
	if inputs, ran, err := askServer(ctx, env, o, given); ran || err != nil {
		return inputs, err
	}
	session, err := o.session(env)
	if err != nil {
		return inputs, err
	}
	run := &invocation{Session: session, options: o, given: given}
	err = run.once(ctx)
	return run.inputs(), err
}

// inputs returns what the app depends on, nothing if it has not loaded.
func (r *invocation) inputs() projectfs.Inputs {
	if r.Project == nil {
		return projectfs.Inputs{}
	}
	return r.Project.Inputs
}

// startTime is the CPU time for starting and ending a host, generously.
const startTime = 10 * time.Second

func (r *invocation) once(ctx context.Context) error {
	result, err := r.invoke(ctx)
	if err != nil {
		return err
	}
	if err := r.print(result); err != nil {
		return err
	}
	if code := exitCodes[result.Status]; code != cli.ExitOK {
		return cli.Exit(code)
	}
	return nil
}

func (r *invocation) invoke(ctx context.Context) (result *devserver.Result, err error) {
	if r.options.replay != "" {
		if err := r.loadReplay(ctx); err != nil {
			return nil, err
		}
	}
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	if err := r.checkFixtureName(); err != nil {
		return nil, err
	}
	given, err := r.remember(r.given)
	if err != nil {
		return nil, err
	}
	h, done, err := r.host()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, local.StateError(done())) }()
	request, err := r.request(h, given)
	if err != nil {
		return nil, err
	}
	built := r.Env.Now()
	worker, err := r.BuildWorker(ctx, r.capability.File)
	if err != nil {
		return nil, err
	}
	r.options.phaseTook(r.Env, "build", r.Env.Now().Sub(built))
	disposable.Commit(disposable.Busy(r.options.timeout + startTime))
	call := devserver.InvokeOptions{Worker: worker, Invocation: request, Timeout: r.options.timeout}
	save, err := r.recording(h, &call)
	if err != nil {
		return nil, err
	}
	result, err = devserver.Invoke(ctx, h, call)
	if err == nil && result.Error != nil {
		r.missing = h.Lacks(r.ownSecrets())
	}
	if err == nil && save != nil {
		return result, save(ctx, given, result)
	}
	return result, local.RunError(err)
}

// ownSecrets returns the names of the secrets that only .dev.vars has: svc generates the keys of push sources.
func (r *invocation) ownSecrets() []string {
	var generated []string
	for _, d := range r.Project.Declarations {
		if d.Kind == declared.Source && d.Push {
			generated = append(generated, d.SourceSecrets()...)
		}
	}
	return slices.DeleteFunc(r.Project.Secrets(), func(name string) bool { return slices.Contains(generated, name) })
}

// session opens the app.
func (o *options) session(env *cli.Env) (*local.Session, error) {
	s, err := local.Open(env, o.dir, o.profile)
	if err != nil {
		return nil, err
	}
	s.CRM, s.InMemory, s.Untrusted = o.crm, !o.persist, o.untrusted
	s.Environment = cmp.Or(o.environment, s.Environment)
	s.OnPhase = func(name string, took time.Duration) { o.phaseTook(env, name, took) }
	if o.json {
		s.OnLog = func(context.Context, host.LogLine) {} // the JSON document contains the log
	}
	return s, nil
}

// phaseTook prints the duration of a step if --verbose is set.
func (o *options) phaseTook(env *cli.Env, name string, took time.Duration) {
	if o.verbose {
		env.Notef("%6.1f ms  %s", float64(took.Microseconds())/1000, name)
	}
}

// load loads the project and finds the capability.
func (r *invocation) load(ctx context.Context) (err error) {
	if r.capability, err = capability.Load(ctx, r.Session, r.options.target, r.options.kind); err != nil {
		return err
	}
	err = r.Project.CheckEnvironment(r.Environment, host.Environment)
	if unknown, ok := errors.AsType[*declared.UnknownEnvironment](err); ok {
		return cmdutil.UnknownEnvironment(unknown.Name, unknown.Known)
	}
	r.surface, err = chooseSurface(r.capability, r.options.surface)
	return err
}

// remember stores the input for --last. With --last it returns the stored input.
func (r *invocation) remember(given store.LastInput) (store.LastInput, error) {
	state := host.StateDir(r.Dir)
	name := []string{r.capability.Worker, r.capability.Kind, r.capability.ID}
	if r.options.last {
		kept, found, err := store.ReadLastInput(state, name)
		if err == nil && !found {
			return kept, cli.Usage(
				fmt.Sprintf("no input of %q is stored for --last", r.capability.Name()),
				fmt.Sprintf("run it once with an input: svc dev invoke %s -i '{...}'", r.options.target),
			)
		}
		return kept, local.StateError(err)
	}
	if r.options.persist && (given.Input != nil || given.Object != nil || given.Install != nil) {
		if err := store.SaveLastInput(state, name, given); err != nil {
			r.Env.Notef("note: cannot store this input for --last: %v", err)
		}
	}
	return given, nil
}

// host returns the borrowed host, or a new one. The caller calls done.
func (r *invocation) host() (h *host.Host, done func() error, err error) {
	if r.borrowed != nil {
		return r.borrowed, func() error { return nil }, nil
	}
	if h, err = r.NewHost(); err != nil {
		return nil, nil, err
	}
	if r.options.verbose && len(h.DefaultedBindings()) > 0 {
		r.Env.Notef("generated %s for this run (not in .dev.vars)", strings.Join(h.DefaultedBindings(), ", "))
	}
	return h, h.Close, nil
}
