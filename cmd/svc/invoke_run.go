// This file is one run of `svc dev invoke`: load, choose, run, print.

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/checker/rules"
	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devvars"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/store"
)

// invokeRun is one invocation on its way from flags to a result.
type invokeRun struct {
	env        *cli.Env
	options    *invokeOptions
	dir        string
	profile    *platform.Profile
	loaded     *declared.Project
	capability devserver.Capability
	surface    devserver.Surface
	// given is what was read from the flags, and lent the host of a server, where the command runs there.
	given *store.LastInput
	lent  *devserver.Host
}

// Exit codes of an invocation, by how it ended. They are part of the help.
var invokeExits = map[string]int{
	devserver.StatusOK:           cli.ExitOK,
	devserver.StatusFailContinue: 10,
	devserver.StatusFailStop:     11,
	devserver.StatusRetryLater:   12,
	devserver.StatusBackpressure: 12,
	devserver.StatusBlock:        13,
	devserver.StatusError:        14,
	devserver.StatusRejected:     15,
	devserver.StatusTimeout:      cli.ExitTimeout,
}

// invokeOnce runs the capability once, prints how it went, and returns the Exit that follows from it.
func invokeOnce(ctx context.Context, env *cli.Env, o *invokeOptions) error {
	given, err := readGivenInput(env, o)
	if err != nil {
		return err
	}
	if ran, err := invokeServed(ctx, env, o, given); ran || err != nil {
		return err
	}
	run := &invokeRun{env: env, options: o, given: &given}
	return run.once(ctx)
}

func (r *invokeRun) once(ctx context.Context) error {
	result, err := r.invoke(ctx)
	if err != nil {
		return err
	}
	if err := r.print(result); err != nil {
		return err
	}
	if code := invokeExits[result.Status]; code != cli.ExitOK {
		return cli.Exit(code)
	}
	return nil
}

func (r *invokeRun) invoke(ctx context.Context) (result *devserver.Result, err error) {
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	given, err := r.remember(*r.given)
	if err != nil {
		return nil, err
	}
	host, done, err := r.host()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stateFailed(done())) }()
	invocation, err := r.invocation(host, given)
	if err != nil {
		return nil, err
	}
	built := r.env.Now()
	worker, err := devserver.BuildWorker(ctx, r.projectOptions(), r.loaded.ConfigFile, r.capability.File)
	if err != nil {
		return nil, loadFailed(err)
	}
	r.phase("build", built)
	result, err = host.Invoke(ctx, worker, invocation, r.options.timeout)
	return result, invokeFailed(err)
}

func (r *invokeRun) projectOptions() project.Options {
	return project.Options{Dir: r.dir, Profile: r.profile.Name, Manifest: true}
}

// phase says with -v how long a step took.
func (r *invokeRun) phase(name string, start time.Time) {
	r.phaseTook(name, r.env.Now().Sub(start))
}

func (r *invokeRun) phaseTook(name string, took time.Duration) {
	if r.options.verbose {
		r.env.Notef("%6.1f ms  %s", float64(took.Microseconds())/1000, name)
	}
}

// load reads the project and finds the capability in it.
func (r *invokeRun) load(ctx context.Context) (err error) {
	if r.dir, err = r.env.Folder(r.options.dir); err != nil {
		return err
	}
	if r.profile, err = loadProfile(r.dir, r.options.profile); err != nil {
		return err
	}
	devserver.Warm(r.env.Now, rand.Reader)
	start := r.env.Now()
	if r.loaded, err = project.Load(ctx, r.projectOptions()); err != nil {
		return loadFailed(err)
	}
	r.phase("load", start)
	r.capability, err = findTarget(devserver.Capabilities(r.loaded), r.options.target, r.options.kind)
	if r.loaded.App == nil || err != nil && len(r.loaded.Problems) > 0 {
		return r.showFindings(err)
	}
	if err != nil {
		return err
	}
	r.surface, err = chooseSurface(r.capability, r.options.surface)
	return err
}

// showFindings prints what keeps the app from loading, as check does, and ends with its exit code.
// When nothing is found the cause stands.
func (r *invokeRun) showFindings(cause error) error {
	blocking := map[string]bool{}
	for _, problem := range r.loaded.Problems {
		blocking[problem.Rule] = true
	}
	return r.showErrors(cause, func(f diag.Finding) bool {
		inConfig := r.loaded.App == nil && f.File == r.loaded.ConfigFile
		return blocking[f.Rule] || inConfig
	})
}

// showErrors is showFindings for the errors that are wanted.
func (r *invokeRun) showErrors(cause error, wanted func(diag.Finding) bool) error {
	findings, err := checker.Check(r.loaded, rules.All, checker.Options{})
	if err != nil {
		return rulesFailed(r.env, err)
	}
	findings = slices.DeleteFunc(findings, func(f diag.Finding) bool { return f.Severity != diag.Error || !wanted(f) })
	if len(findings) == 0 {
		return cause
	}
	toErr := *r.env
	toErr.Out, toErr.OutTTY = r.env.Err, r.env.ErrTTY
	outputs, err := toErr.ParseOutputs(nil)
	if err != nil {
		return err
	}
	report := &cli.Report{Findings: findings, Paths: r.loaded.Files, Source: r.loaded.Source, Version: version}
	if err := toErr.Print(report, outputs); err != nil {
		return err
	}
	return cli.Exit(cli.ExitNegative)
}

// remember keeps what was given for --last, or gives what was kept.
func (r *invokeRun) remember(given store.LastInput) (store.LastInput, error) {
	state := devserver.StateDir(r.dir)
	name := []string{r.capability.Worker, r.capability.Kind, r.capability.ID}
	if r.options.last {
		kept, found, err := store.ReadLastInput(state, name)
		if err == nil && !found {
			return kept, cli.Usage(fmt.Sprintf("there is no last input of %q", r.capability.Name()), fmt.Sprintf(
				"run it once with one: svc dev invoke %s -i '{...}'", r.options.target,
			))
		}
		return kept, stateFailed(err)
	}
	if r.options.persist && (given.Input != nil || given.Object != nil || given.Install != nil) {
		if err := store.SaveLastInput(state, name, given); err != nil {
			r.env.Notef("note: this input is not kept for --last: %v", err) // no reason not to run
		}
	}
	return given, nil
}

// bindings are those of .dev.vars.
func (r *invokeRun) bindings() (map[string]string, error) {
	bindings, err := project.Bindings(r.dir)
	var malformed *devvars.Error
	if errors.As(err, &malformed) {
		return nil, r.showFindings(cli.Usage(malformed.Error(), "write NAME=value, one a line"))
	}
	if err != nil {
		return nil, loadFailed(err)
	}
	return bindings, nil
}

// host is the one that was lent, or a new one. done must be called.
func (r *invokeRun) host() (host *devserver.Host, done func() error, err error) {
	if r.lent != nil {
		return r.lent, func() error { return nil }, nil
	}
	if host, err = r.newHost(); err != nil {
		return nil, nil, err
	}
	return host, host.Close, nil
}

// hostOptions are those of a host with the bindings.
func (r *invokeRun) hostOptions(bindings map[string]string) devserver.Options {
	return devserver.Options{
		Dir: r.dir, Profile: r.profile, Bindings: bindings, CRM: r.options.crm,
		InMemory: !r.options.persist, Now: r.env.Now, Random: rand.Reader, Network: http.DefaultTransport,
		OnLog: r.log, OnPhase: r.phaseTook,
	}
}

// hostFailed tells why a host cannot be made.
func hostFailed(err error) error {
	if !errors.Is(err, devserver.ErrNoToken) {
		return err
	}
	return &cli.Error{
		Code: cli.ExitAuth, What: "--crm live needs your own access token, and .dev.vars has no CRM_ACCESS_TOKEN",
		Why: "without it the CRM answers 401 to every call", Fix: "write CRM_ACCESS_TOKEN=<token> to .dev.vars, or leave out --crm live",
	}
}

func (r *invokeRun) newHost() (*devserver.Host, error) {
	bindings, err := r.bindings()
	if err != nil {
		return nil, err
	}
	o := r.hostOptions(bindings)
	o.App, o.Manifest = r.loaded.App, r.manifest
	host, err := devserver.New(o)
	if err != nil {
		return nil, hostFailed(err)
	}
	if r.options.verbose && len(host.MadeUp()) > 0 {
		r.env.Notef("made up for this run, since .dev.vars has none: %s", strings.Join(host.MadeUp(), ", "))
	}
	return host, nil
}

// manifest is asked for only when the app worker is needed.
func (r *invokeRun) manifest(ctx context.Context) ([]byte, error) {
	return project.ManifestOf(ctx, r.projectOptions(), r.loaded)
}

// log prints a log line at once, unless the JSON document will hold it.
func (r *invokeRun) log(line devserver.LogLine) {
	if !r.options.json {
		r.env.LogLine(line.Level, line.Message, line.Fields)
	}
}

// invokeFailed tells what kept an invocation from being run.
func invokeFailed(err error) error {
	var worker *devserver.WorkerError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, devserver.ErrState):
		return stateFailed(err)
	case errors.Is(err, devserver.ErrNoSourceAuth):
		return cli.Usage(err.Error(), "declare auth: { type: 'hmac', secret: '<NAME OF A SECRET>' } on the source")
	case errors.As(err, &worker) && worker.Status < http.StatusInternalServerError:
		return toolFailed(worker.Error(), err)
	case errors.Is(err, context.Canceled):
		return err
	}
	return toolFailed(err.Error(), err)
}

// stateFailed tells what is wrong with the state folder.
func stateFailed(err error) error {
	var told *store.Error
	if !errors.As(err, &told) {
		return err
	}
	code := cli.ExitFailed
	switch told.Kind {
	case store.ErrLocked, store.ErrNewer:
		code = cli.ExitMoved
	}
	return &cli.Error{Code: code, What: told.What, Why: told.Why, Fix: told.Fix, Err: err}
}
