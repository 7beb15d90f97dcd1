// Package live serves a project as its files are now. Its caller watches the files, and calls Session.Load after each
// change. When a project does not load, the server remains as it was. The state outlives every change.
package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/project"
)

// ErrNoApp reports that the config declares no valid app.
var ErrNoApp = errors.New("this folder has no app that loads")

// Options configures a Session.
type Options struct {
	Project project.Options
	// Host returns the options of a host for the project as it is now. It is called before each load, and reads the
	// bindings. Load fills in App and Manifest.
	Host func() (host.Options, error)
	// OnFired receives each cron trigger that fires. It may be nil.
	OnFired func(devserver.Fired)
	Now     func() time.Time
}

// Session serves a project. One goroutine at a time calls Load.
type Session struct {
	options Options
	hooks   host.Hooks
	current *current

	// What is served now.
	server   *devserver.Server
	bindings map[string]string
	manifest []byte
	scripts  map[string][]byte
	// files are the files of the workers, by worker name.
	files map[string]string
	// served are the capabilities of the project that last loaded completely.
	served atomic.Pointer[[]devserver.Capability]
	stale  atomic.Pointer[map[string]string] // see findStale
	lost   atomic.Pointer[[]string]          // see Unserved
	// app is the manifest of the app that is served, JSON.
	app    atomic.Pointer[[]byte]
	rounds rounds
	builds builds
	// shown is the manifest of the project that last loaded completely.
	shown atomic.Pointer[json.RawMessage]

	firstEvent sync.Once
	lastEvent  atomic.Int64 // the last event id of a signed delivery
}

// New creates a session. Requests wait for the first Load.
func New(o Options) *Session { return NewWithHooks(o, host.Hooks{}) }

// NewWithHooks is New for tests.
func NewWithHooks(o Options, hooks host.Hooks) *Session {
	return &Session{
		options: o, hooks: hooks, current: newCurrent(), scripts: map[string][]byte{}, files: map[string]string{},
	}
}

// Round is the result of one Load.
type Round struct {
	// Project is the loaded project; nil when it could not be read.
	Project *declared.Project
	// loads is the part of the project that can be served.
	loads *declared.Project
	// Started reports that the app was restarted, with its emulated CRM. Built are the workers that were added or
	// replaced.
	Started        bool
	Built, Removed []string
	// added are those of Built that were not served before.
	added []string
	// Failed has the errors of workers that do not build or start. They are served as before.
	Failed map[string]error
	// Err is why nothing changed.
	Err error
	// Took is how long the load took.
	Took time.Duration
}

// Load serves the project as its files are now.
func (s *Session) Load(ctx context.Context) Round { return s.LoadChanged(ctx, nil) }

// LoadChanged is Load after changes of these files since the last call, relative to the project's folder. nil means any
// file.
func (s *Session) LoadChanged(ctx context.Context, changed []string) Round {
	s.builds.note(changed)
	start := s.options.Now()
	round := Round{Failed: map[string]error{}}
	round.Err = s.load(ctx, &round)
	stale := s.findStale(&round)
	s.stale.Store(&stale)
	lost := s.findUnserved(&round)
	s.lost.Store(&lost)
	app := s.manifest
	s.app.Store(&app)
	s.current.set(s.server)
	s.rounds.end()
	if len(round.added) > 0 {
		go s.server.Warm(context.WithoutCancel(ctx), round.added)
	}
	round.Took = s.options.Now().Sub(start)
	return round
}

func (s *Session) load(ctx context.Context, round *Round) error {
	options, err := s.options.Host()
	if err != nil {
		return err
	}
	if round.Project, err = project.Load(ctx, s.options.Project); err != nil {
		return err
	}
	round.loads = loadable(round.Project)
	if round.loads.App == nil {
		return ErrNoApp
	}
	if err := round.Project.CheckEnvironment(s.options.Project.Environment, host.Environment); err != nil {
		return err
	}
	manifest, err := project.ManifestOf(ctx, s.options.Project, round.loads)
	if err != nil {
		return err
	}
	s.builds.check(round.Project.Files)
	built, err := s.build(ctx, round)
	if err != nil {
		return err
	}
	isNew := s.server == nil || !maps.Equal(s.bindings, options.Bindings) || !sameApp(s.manifest, manifest)
	if isNew || !reflect.DeepEqual(s.server.Host().Options().Portal, round.loads.Portal) {
		err = s.restart(ctx, options, manifest, built, round)
	} else {
		err = s.replace(ctx, manifest, built, round)
	}
	if err != nil {
		return err
	}
	if s.broken(round.loads) {
		return nil // the schedules of that worker are unknown now
	}
	capabilities := devserver.Capabilities(round.loads)
	s.served.Store(&capabilities)
	shown := json.RawMessage(manifest)
	s.shown.Store(&shown)
	s.server.Host().Subscribe(eventTypes(round.loads))
	return s.server.Schedule(crons(round.loads))
}

// loadable returns the project without the declarations that the SDK rejects, as if their files did not load.
func loadable(p *declared.Project) *declared.Project {
	part := *p
	part.Workers = nil
	if p.App != nil && len(p.App.Errors) > 0 {
		part.App, part.Manifests = nil, nil
	}
	for _, file := range p.Workers {
		if file.Worker != nil && isRefused(file.Worker) {
			refused := *file
			refused.Worker, part.Manifests = nil, nil
			file = &refused
		}
		part.Workers = append(part.Workers, file)
	}
	return &part
}

func isRefused(worker *declared.Declaration) bool {
	return len(worker.Errors) > 0 || slices.ContainsFunc(worker.Capabilities, func(c *declared.Declaration) bool {
		return len(c.Errors) > 0 || c.Source != nil && len(c.Source.Errors) > 0
	})
}

// broken reports whether a worker that is served has a file that does not load now.
func (s *Session) broken(p *declared.Project) bool {
	return slices.ContainsFunc(p.Workers, func(file *declared.WorkerFile) bool {
		return file.Worker == nil && slices.Contains(slices.Collect(maps.Values(s.files)), file.Path)
	})
}

// restart serves a new app: its declaration or the bindings have changed.
func (s *Session) restart(
	ctx context.Context, o host.Options, manifest []byte, built map[string]*project.Worker, round *Round,
) error {
	s.current.clear()
	if err := s.Close(ctx); err != nil {
		return err
	}
	o.App, o.Portal = round.loads.App, round.loads.Portal
	o.Manifest = func(context.Context) ([]byte, error) { return s.manifest, nil }
	s.manifest, s.scripts, s.files = manifest, map[string][]byte{}, map[string]string{}
	h, err := host.NewWithHooks(o, s.hooks)
	if err != nil {
		return err
	}
	server, err := devserver.NewServer(ctx, h, devserver.ServerOptions{OnFired: s.options.OnFired})
	if err != nil {
		return err
	}
	s.server, s.bindings, round.Started = server, o.Bindings, true
	return s.reload(ctx, built, round)
}

// replace updates the workers that have changed.
func (s *Session) replace(ctx context.Context, manifest []byte, built map[string]*project.Worker, round *Round) error {
	for _, name := range slices.Sorted(maps.Keys(s.scripts)) {
		if built[name] == nil && round.Failed[name] == nil && !exists(round.loads, s.files[name]) {
			s.server.Remove(name)
			delete(s.scripts, name)
			delete(s.files, name)
			round.Removed = append(round.Removed, name)
		}
	}
	if err := s.reload(ctx, built, round); err != nil {
		return err
	}
	if bytes.Equal(s.manifest, manifest) || s.broken(round.loads) {
		return nil
	}
	s.manifest = manifest
	return s.server.ReloadApp(ctx)
}

// exists reports whether a worker's file exists without declaring a worker: it may not load now.
func exists(p *declared.Project, path string) bool {
	return slices.ContainsFunc(p.Workers, func(file *declared.WorkerFile) bool {
		return file.Path == path && file.Worker == nil
	})
}

// reload replaces the workers whose scripts are new. They start with the keys of their push sources: those that the
// bindings lack are generated.
func (s *Session) reload(ctx context.Context, built map[string]*project.Worker, round *Round) error {
	for _, c := range devserver.Capabilities(round.loads) {
		if c.Auth == nil {
			continue
		}
		if _, err := s.server.Host().Secret(c.Auth.Secret); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(built)) {
		before, served := s.scripts[name]
		if served && bytes.Equal(before, built[name].Script) {
			continue
		}
		// Debuggers list the processes of the edge engine, so they start with the server.
		if !served && s.server.Host().Options().Edge == nil {
			s.server.Add(name, built[name])
			round.added = append(round.added, name)
		} else if err := s.server.Reload(ctx, name, built[name]); err != nil {
			round.Failed[name] = err
			continue
		}
		s.scripts[name], s.files[name] = built[name].Script, fileOf(round.loads, name)
		round.Built = append(round.Built, name)
	}
	return nil
}

func fileOf(p *declared.Project, worker string) string {
	for _, file := range p.Workers {
		if file.Worker != nil && file.Worker.ID == worker {
			return file.Path
		}
	}
	return ""
}

// closeLimit is how long requests in flight may delay the end of a server.
const closeLimit = 3 * time.Second

// Close ends the server, if there is one, and releases the state.
func (s *Session) Close(ctx context.Context) error {
	if s.server == nil {
		return nil
	}
	server := s.server
	s.server = nil
	limited, cancel := context.WithTimeout(ctx, closeLimit)
	defer cancel()
	s.current.drain(limited)
	return server.Shutdown(limited)
}

// sameApp reports whether two manifests have the same app, apart from its workers.
func sameApp(a, b []byte) bool {
	var left, right struct{ App json.RawMessage }
	if json.Unmarshal(a, &left) != nil || json.Unmarshal(b, &right) != nil {
		return false
	}
	return bytes.Equal(left.App, right.App)
}

// crons returns the cron triggers of each worker's syncs.
func crons(p *declared.Project) map[string][]string {
	all := map[string][]string{}
	for _, file := range p.Workers {
		if file.Worker == nil {
			continue
		}
		for _, d := range file.Worker.Capabilities {
			if d.Kind == declared.Sync && d.Schedule != nil {
				all[file.Worker.ID] = append(all[file.Worker.ID], d.Schedule.Crons...)
			}
		}
	}
	return all
}

// eventTypes returns the event types of all triggers.
func eventTypes(p *declared.Project) []string {
	var all []string
	for _, file := range p.Workers {
		if file.Worker == nil {
			continue
		}
		for _, d := range file.Worker.Capabilities {
			if d.Kind == declared.Trigger {
				all = append(all, d.Options.Get("eventType").Text)
			}
		}
	}
	return all
}

// Failures describes the failed workers for people.
func (r Round) Failures() []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(r.Failed)) {
		all = append(all, fmt.Sprintf("worker %q failed to load, and is served as before: %v", name, r.Failed[name]))
	}
	return all
}
