package dev

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/cmd/statedir"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/inspect"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/devserver/tunnel"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/watch"
)

const (
	// headerLimit is the time limit for the header of a request. Bodies have their own (host.Host).
	headerLimit = 10 * time.Second
	// idleLimit is how long a connection may wait for its next request. Browsers keep theirs for as long.
	idleLimit = 2 * time.Minute
	// maxHeader is the size limit of a header, in bytes. The edge platform has the same.
	maxHeader = 128 << 10
)

// server serves the app on open sockets.
type server struct {
	env     *cli.Env
	options *options
	sockets []net.Listener // see options.sockets
	// started is called when the server accepts requests.
	started func()

	// ctx ends with the server.
	ctx     context.Context //nolint:containedctx // callbacks need it
	app     *local.Session
	session *live.Session
	logs    *live.Logs
	beacon  live.Beacon
	// unlit is done if the beacon could not be written.
	unlit sync.Once
	// imported is the export of --import; nil without it.
	imported *host.Export
	// terminal shows what happens, unless --json prints it.
	terminal terminal
	// portalBefore are the files of the CRM project of --portal that were written last, by path.
	portalBefore map[string][]byte
	// found are the findings of the last load.
	found atomic.Pointer[[]diag.Finding]
}

// run serves until ctx ends, and returns its cause.
func (s *server) run(ctx context.Context) error {
	s.ctx = ctx
	if s.options.inspect != noInspect {
		s.options.targets = &inspect.Targets{}
	}
	if err := s.prepare(); err != nil {
		return err
	}
	if err := s.options.alone(ctx, s.app.Dir, s.beacon.Origin); err != nil {
		return err
	}
	root, err := filepath.EvalSymlinks(s.app.Dir)
	if err != nil {
		return cmdutil.LoadError(err)
	}
	const fix = "check that the folder still exists, and the system's limit of watched files"
	watcher, err := watch.New(root, nil, s.env.Outputs...)
	if err != nil {
		return cmdutil.WatchError(err, fix)
	}
	defer watcher.Close()
	round := s.session.Load(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx) // the error of the round says no more
	}
	if err := lasting(round.Err); err != nil {
		return err
	}
	defer s.serve()()
	if err := s.light(); err != nil {
		return err
	}
	defer s.beacon.Remove(s.app.Dir) //nolint:errcheck // readers of a stale beacon find that no server answers
	s.started()
	if err := read(watcher, round); err != nil {
		return cmdutil.WatchError(err, fix)
	}
	s.banner(round)
	s.show(round, nil)
	for {
		select {
		case changed := <-watcher.Changes():
			if round, err = s.again(ctx, root, changed); err != nil {
				return err
			}
			if err := read(watcher, round); err != nil {
				return cmdutil.WatchError(err, fix)
			}
			if ctx.Err() == nil {
				s.show(round, relativeTo(root, changed))
			}
		case err := <-watcher.Failed():
			return cmdutil.WatchError(err, fix)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// lasting returns the error for the user if no change of a file can fix that of the first load, else nil.
func lasting(err error) error {
	if errors.Is(err, host.ErrState) || errors.Is(err, host.ErrNoToken) {
		return local.RunError(err)
	}
	if unknown, ok := errors.AsType[*declared.UnknownEnvironment](err); ok {
		return cmdutil.UnknownEnvironment(unknown.Name, unknown.Known)
	}
	return nil
}

// read has the watcher ignore what the round does not depend on. It comes before anything is shown, because another
// program may write that to a file in the folder.
func read(watcher *watch.Watcher, round live.Round) error {
	if round.Project == nil {
		return watcher.Know(projectfs.Inputs{})
	}
	return watcher.Know(round.Project.Inputs)
}

// again loads the project after a change of files, nil if any may have changed. A restart generates new keys, so the
// beacon is written again.
func (s *server) again(ctx context.Context, root string, files []string) (live.Round, error) {
	changed := relativeTo(root, files)
	if files == nil {
		changed = nil
	}
	round := s.session.LoadChanged(ctx, changed)
	if ctx.Err() != nil {
		return round, nil
	}
	if round.Started {
		if err := s.light(); err != nil {
			return round, err
		}
	}
	return round, nil
}

// relativeTo returns paths as they are shown. The watcher has lost events if it reports none.
func relativeTo(root string, files []string) []string {
	if len(files) == 0 {
		return []string{"a file"}
	}
	shown := make([]string, len(files))
	for i, file := range files {
		shown[i] = file
		if inside, err := filepath.Rel(root, file); err == nil {
			shown[i] = filepath.ToSlash(inside)
		}
	}
	return shown
}

// prepare opens the app and makes the session.
func (s *server) prepare() (err error) {
	if s.app, err = local.Open(s.env, s.options.dir, s.options.profile); err != nil {
		return err
	}
	if s.options.importDir != "" {
		if s.imported, err = statedir.Read(s.options.importDir, s.app.Dir); err != nil {
			return err
		}
	}
	s.app.CRM, s.app.InMemory = s.options.crm, !s.options.persist
	s.app.Untrusted, s.app.Environment = s.options.untrusted, s.options.environment
	host.Warm(s.env.Now, rand.Reader)
	s.beacon = live.Beacon{
		PID: os.Getpid(), Origin: origin(s.sockets[0]), Untrusted: s.options.untrusted,
	}
	s.beacon.Token = tokenOf(s.app.Dir, s.beacon.Origin)
	logs := live.LogOptions{Encode: cli.EncodeLine, Redact: s.env.Secrets.Writer, OnCards: s.cards}
	if s.options.portal.enabled {
		logs.CRM = &live.CRMCards{Token: cardLogToken(s.beacon.Token), AppOrigin: s.app.Profile.AppOrigin}
	}
	s.logs = live.NewLogs(logs)
	projectOptions := s.app.ProjectOptions()
	projectOptions.Still = true // a save restarts no app whose declarations read the clock
	s.session = live.New(live.Options{Project: projectOptions, Host: s.hostOptions, OnFired: s.fired, Now: s.env.Now})
	return nil
}

// hostOptions returns the options of a host with the current bindings.
func (s *server) hostOptions() (host.Options, error) {
	bindings, err := project.Bindings(s.app.Dir, s.app.Environment)
	if err != nil {
		return host.Options{}, err
	}
	o := s.app.HostOptions(bindings)
	o.Import = s.imported
	if o.Edge, err = s.options.edge(s.app.Dir); err != nil {
		return host.Options{}, err
	}
	o.OnLog, o.OnEnd, o.OnPhase, o.Origin = s.log, s.ended, nil, s.beacon.Origin
	o.OnRecord = s.recorded
	o.Deliver = inProcess(control.InProcess(s.logged(s.session)))
	return o, nil
}

// inProcess is a transport whose requests stay in this process.
type inProcess func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (f inProcess) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// shutdownLimit is the time limit for running requests when the server stops. The supervisor waits a little longer.
const shutdownLimit = 3 * time.Second

// serve starts to serve on both sockets. stop waits for running requests and closes the state.
func (s *server) serve() (stop func()) {
	preview := s.session.Preview(live.PreviewOptions{OnCards: s.cards, Done: s.ctx.Done()})
	handler := s.session.WithTools(live.ToolOptions{
		Token: s.beacon.Token, Hosts: s.options.hosts, Invoke: s.options.invoke(s.app, s.useHost), Preview: preview,
		Events: s.events, Findings: s.listFindings,
	})
	app, logs := webServer(s.logged(handler)), webServer(s.logs)
	logs.ReadTimeout = headerLimit // with the body; a card's entries are few
	go app.Serve(s.sockets[0])     //nolint:errcheck // returns when it is closed
	go logs.Serve(s.sockets[1])    //nolint:errcheck // as above
	if s.options.targets != nil {
		inspector := &http.Server{Handler: s.options.targets, ReadHeaderTimeout: headerLimit}
		go inspector.Serve(s.sockets[2]) //nolint:errcheck // ends with the process
	}
	public := s.servePublic()
	return func() {
		limited, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), shutdownLimit)
		defer cancel()
		_, _ = public.Shutdown(limited), app.Shutdown(limited) // Close ends the remaining requests
		_, _, _ = public.Close(), app.Close(), logs.Close()
		s.export(limited)
		_ = s.session.Close(limited) // every answer has already stored its state
	}
}

// servePublic serves what the CRM calls on the socket of the public address, if there is one.
func (s *server) servePublic() *http.Server {
	portal := &s.options.portal
	if portal.origin == nil {
		return &http.Server{}
	}
	gateway := tunnel.NewGateway(portal.origin, portal.expires, s.env.Now, s.logged(s.session))
	public := webServer(gateway)
	go public.Serve(s.sockets[len(s.sockets)-1]) //nolint:errcheck // returns when it is closed
	return public
}

// events streams the events of the server. A stream ends with the server, which waits for other requests.
func (s *server) events(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	s.logs.ServeEvents(w, r.WithContext(ctx))
}

// webServer returns a server whose senders cannot hold connections open for longer than its limits.
func webServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler: withoutRest(handler), ReadHeaderTimeout: headerLimit, IdleTimeout: idleLimit, MaxHeaderBytes: maxHeader,
	}
}

// useHost lends the host to an invocation.
func (s *server) useHost(ctx context.Context) (*host.Host, func(), error) {
	server, release, err := s.session.Use(ctx)
	if err != nil {
		return nil, release, err
	}
	return server.Host(), release, nil
}

// origin returns the origin of a socket, with the host name that browsers accept subdomains of.
func origin(socket net.Listener) string {
	_, port, _ := net.SplitHostPort(socket.Addr().String())
	return "http://localhost:" + port
}
