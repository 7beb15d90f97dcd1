// Package live keeps a server in step with the files of its project: what is saved is served.
//
// It builds and replaces; when to do so is its caller's business, who watches the files. A project that
// does not load leaves what was served before as it is, and the state survives everything.
// Start at New, then Session.Load.
package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/project"
)

// ErrNoApp says that the config declares no app that could be served.
var ErrNoApp = errors.New("the folder has no app that loads")

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

// Session is a project that is served. Load is called by one goroutine at a time.
type Session struct {
	options Options
	hooks   host.Hooks
	door    *door

	// What is served now.
	server   *devserver.Server
	bindings map[string]string
	manifest []byte
	scripts  map[string][]byte
	// files are the files of the workers, by their names.
	files map[string]string
}

// New creates a session that serves nothing yet: requests wait for the first Load.
func New(o Options) *Session { return NewWithHooks(o, host.Hooks{}) }

// NewWithHooks is New for tests.
func NewWithHooks(o Options, hooks host.Hooks) *Session {
	return &Session{options: o, hooks: hooks, door: newDoor(), scripts: map[string][]byte{}, files: map[string]string{}}
}

// Round is what one Load came to.
type Round struct {
	// Project is what was loaded; nil when it could not be read.
	Project *declared.Project
	// loads is the part of it that can be served.
	loads *declared.Project
	// Started says that the app was started anew, with the emulated CRM; Built are the workers that were
	// replaced, Removed those that are gone.
	Started        bool
	Built, Removed []string
	// Failed says why workers could not be built or do not start; they are served as they were.
	Failed map[string]error
	// Err is why nothing was changed.
	Err error
	// Took is how long it took from files to served.
	Took time.Duration
}

// Load brings what is served up to the files.
func (s *Session) Load(ctx context.Context) Round {
	start := s.options.Now()
	round := Round{Failed: map[string]error{}}
	round.Err = s.load(ctx, &round)
	s.door.open(s.server)
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
	manifest, err := project.ManifestOf(ctx, s.options.Project, round.loads)
	if err != nil {
		return err
	}
	built, err := s.build(ctx, round)
	if err != nil {
		return err
	}
	if s.server == nil || !maps.Equal(s.bindings, options.Bindings) || !sameApp(s.manifest, manifest) {
		err = s.restart(ctx, options, manifest, built, round)
	} else {
		err = s.replace(ctx, manifest, built, round)
	}
	if err != nil {
		return err
	}
	if s.broken(round.loads) {
		return nil // what its file declares is not known just now
	}
	return s.server.Schedule(crons(round.loads))
}

// loadable is the project without what the SDK refuses, as if that file did not load: the findings say why.
func loadable(p *declared.Project) *declared.Project {
	part := *p
	part.Manifest, part.Workers = nil, nil
	if p.App != nil && len(p.App.Errors) > 0 {
		part.App = nil
	}
	for _, file := range p.Workers {
		if file.Worker != nil && isRefused(file.Worker) {
			refused := *file
			refused.Worker = nil
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

// build builds every worker. One that cannot be built is reported, and does not keep the others back.
func (s *Session) build(ctx context.Context, round *Round) (map[string]*project.Worker, error) {
	built := map[string]*project.Worker{}
	var mu sync.Mutex // guards built and round.Failed
	var all sync.WaitGroup
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, file := range round.loads.Workers {
		if file.Worker == nil || file.Worker.ID == "" {
			continue // a finding says why
		}
		all.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			worker, err := host.BuildWorker(ctx, s.options.Project, round.loads.ConfigFile, file.Path)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				round.Failed[file.Worker.ID] = err
			} else {
				built[file.Worker.ID] = worker
			}
		})
	}
	all.Wait()
	return built, ctx.Err()
}

// restart serves the app anew: its own declaration or the bindings have changed.
func (s *Session) restart(ctx context.Context, o host.Options, manifest []byte, built map[string]*project.Worker, round *Round) error {
	s.door.shut()
	if err := s.Close(ctx); err != nil {
		return err
	}
	o.App = round.loads.App
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
	s.reload(ctx, built, round)
	return nil
}

// replace serves what has changed of an app that goes on.
func (s *Session) replace(ctx context.Context, manifest []byte, built map[string]*project.Worker, round *Round) error {
	for _, name := range slices.Sorted(maps.Keys(s.scripts)) {
		if built[name] == nil && round.Failed[name] == nil && !exists(round.loads, s.files[name]) {
			s.server.Remove(name)
			delete(s.scripts, name)
			delete(s.files, name)
			round.Removed = append(round.Removed, name)
		}
	}
	s.reload(ctx, built, round)
	if bytes.Equal(s.manifest, manifest) || s.broken(round.loads) {
		return nil
	}
	s.manifest = manifest
	return s.server.ReloadApp(ctx)
}

// exists reports whether a worker's file is there and declares none, for now: it may not load.
func exists(p *declared.Project, path string) bool {
	return slices.ContainsFunc(p.Workers, func(file *declared.WorkerFile) bool { return file.Path == path && file.Worker == nil })
}

// reload replaces the workers whose scripts are new.
func (s *Session) reload(ctx context.Context, built map[string]*project.Worker, round *Round) {
	for _, name := range slices.Sorted(maps.Keys(built)) {
		if before, served := s.scripts[name]; served && bytes.Equal(before, built[name].Script) {
			continue
		}
		if err := s.server.Reload(ctx, name, built[name]); err != nil {
			round.Failed[name] = err
			continue
		}
		s.scripts[name], s.files[name] = built[name].Script, fileOf(round.loads, name)
		round.Built = append(round.Built, name)
	}
}

func fileOf(p *declared.Project, worker string) string {
	for _, file := range p.Workers {
		if file.Worker != nil && file.Worker.ID == worker {
			return file.Path
		}
	}
	return ""
}

// closeLimit is how long requests in flight may hold up the end of a server.
const closeLimit = 3 * time.Second

// Close ends the server, if there is one, and lets go of the state.
func (s *Session) Close(ctx context.Context) error {
	if s.server == nil {
		return nil
	}
	server := s.server
	s.server = nil
	limited, cancel := context.WithTimeout(ctx, closeLimit)
	defer cancel()
	s.door.empty(limited)
	return server.Shutdown(limited)
}

// sameApp reports whether two manifests have the same app: everything but its workers.
func sameApp(a, b []byte) bool {
	var left, right struct{ App json.RawMessage }
	if json.Unmarshal(a, &left) != nil || json.Unmarshal(b, &right) != nil {
		return false
	}
	return bytes.Equal(left.App, right.App)
}

// crons are the cron triggers of each worker's syncs.
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

// Failures are the reasons of a round, by worker, for people.
func (r Round) Failures() []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(r.Failed)) {
		all = append(all, fmt.Sprintf("the worker %q is served as it was: %v", name, r.Failed[name]))
	}
	return all
}
