// Package local opens the app in a folder of this machine: its project, its bindings and a host with its state.
package local

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devvars"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/publicurl"
)

// Session is an app on this machine as one command uses it.
type Session struct {
	Env     *cli.Env
	Dir     string // the app's folder, absolute
	Profile *platform.Profile
	// CRM is host.CRMEmulated (the default) or host.CRMLive.
	CRM string
	// InMemory keeps the state in memory instead of .svc/state.
	InMemory bool
	// Untrusted confines the app to its folder, and its connections to public hosts.
	Untrusted bool
	// Environment is the environment whose declarations the app has; the default is host.Environment.
	Environment string
	// Project is nil before Load.
	Project *declared.Project
	// OnLog receives log lines of handlers. Open sets it to print them.
	OnLog func(context.Context, host.LogLine)
	// OnEnd receives each invocation that has ended. Open sets it to print the summary of its rate metrics.
	OnEnd func(context.Context, host.Ended)
	// OnPhase, if set, receives the duration of each start-up step.
	OnPhase func(name string, took time.Duration)
}

// UseHost borrows the host of a running server. The caller must call release, even after an error.
type UseHost func(ctx context.Context) (h *host.Host, release func(), err error)

// Open resolves the folder and the vendor profile. It reads no source and opens no state.
func Open(env *cli.Env, folder, profile string) (*Session, error) {
	s := &Session{Env: env, CRM: host.CRMEmulated, Environment: host.Environment}
	printed := &cli.HandlerLog{Env: env}
	s.OnLog = func(_ context.Context, line host.LogLine) {
		printed.Line(line.Invocation, line.Level, line.Message, line.Fields)
	}
	s.OnEnd = func(_ context.Context, e host.Ended) { printed.End(e.Invocation) }
	var err error
	if s.Dir, err = env.Folder(folder); err != nil {
		return nil, err
	}
	s.Profile, err = cmdutil.LoadProfile(s.Dir, profile)
	return s, err
}

// Load bundles and evaluates the project.
func (s *Session) Load(ctx context.Context) error {
	start := s.Env.Now()
	loaded, err := project.Load(ctx, s.ProjectOptions())
	if err != nil {
		return cmdutil.LoadError(err)
	}
	s.Project = loaded
	if s.OnPhase != nil {
		s.OnPhase("load", s.Env.Now().Sub(start))
	}
	return nil
}

// ProjectOptions says how to load the project.
func (s *Session) ProjectOptions() project.Options {
	return project.Options{
		Dir: s.Dir, Profile: s.Profile.Name, Environment: s.Environment, Manifest: true, Untrusted: s.Untrusted,
	}
}

// Excerpts returns the lines of a file that messages may show: none of an untrusted app.
func (s *Session) Excerpts(p *declared.Project) func(file string) []byte {
	if s.Untrusted {
		return nil
	}
	return p.Source
}

// Manifest generates the manifest, which only the app worker needs.
func (s *Session) Manifest(ctx context.Context) ([]byte, error) {
	return project.ManifestOf(ctx, s.ProjectOptions(), s.Project)
}

// BuildWorker bundles the worker that is declared in a file.
func (s *Session) BuildWorker(ctx context.Context, file string) (*project.Worker, error) {
	worker, err := host.BuildWorker(ctx, s.ProjectOptions(), s.Project, file)
	if err != nil {
		return nil, cmdutil.LoadError(err)
	}
	return worker, nil
}

// Bindings reads .dev.vars and that of the environment. If a file is malformed, it prints the finding about it.
func (s *Session) Bindings() (map[string]string, error) {
	bindings, err := project.Bindings(s.Dir, s.Environment)
	if malformed, ok := errors.AsType[*devvars.Error](err); ok {
		return nil, s.ShowLoadErrors(cli.Usage(malformed.Error(), cmdutil.DevVarsFix))
	}
	if err != nil {
		return nil, cmdutil.LoadError(err)
	}
	return bindings, nil
}

// HostOptions returns the options of a host with these bindings, without an app.
func (s *Session) HostOptions(bindings map[string]string) host.Options {
	return host.Options{
		Dir: s.Dir, Profile: s.Profile, Environment: s.Environment, Bindings: bindings, CRM: s.CRM, InMemory: s.InMemory,
		Now: s.Env.Now, Random: rand.Reader, Network: s.network(), OnLog: s.OnLog, OnEnd: s.OnEnd,
		OnPhase: s.OnPhase, Secrets: s.Env.Secrets,
	}
}

// network returns what carries requests to everything but the emulated CRM.
func (s *Session) network() http.RoundTripper {
	if s.Untrusted {
		return publicurl.Transport()
	}
	return cmdutil.Network()
}

// NewHost starts a host for the loaded project. The caller closes it.
func (s *Session) NewHost() (*host.Host, error) {
	bindings, err := s.Bindings()
	if err != nil {
		return nil, err
	}
	o := s.HostOptions(bindings)
	o.App, o.Portal, o.Manifest = s.Project.App, s.Project.Portal, s.Manifest
	h, err := host.New(o)
	if errors.Is(err, host.ErrNoToken) {
		return nil, noToken()
	}
	return h, StateError(err)
}
