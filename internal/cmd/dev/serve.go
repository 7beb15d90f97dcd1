package dev

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/devserver/live"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/watch"
)

// headerLimit is how long a client may take to send the head of a request.
const headerLimit = 10 * time.Second

// server is one server on its way from sockets to its end.
type server struct {
	env     *cli.Env
	options *options
	sockets []net.Listener // that of the app, that of the logs
	// begun is called when the server has started.
	begun func()

	// ctx ends with the server.
	ctx     context.Context //nolint:containedctx // what is printed later asks by it
	app     *local.Session
	session *live.Session
	logs    *live.Logs
	beacon  live.Beacon
}

// run serves until ctx ends, whose cause it returns.
func (s *server) run(ctx context.Context) error {
	s.ctx = ctx
	if err := s.prepare(); err != nil {
		return err
	}
	root, err := filepath.EvalSymlinks(s.app.Dir)
	if err != nil {
		return cmdutil.LoadError(err)
	}
	watcher, err := watch.New(root, nil)
	if err != nil {
		return cmdutil.WatchError(err)
	}
	defer watcher.Close()
	round := s.session.Load(ctx)
	if errors.Is(round.Err, host.ErrState) || errors.Is(round.Err, host.ErrNoToken) {
		return local.RunError(local.HostError(round.Err)) // nothing that is saved would help
	}
	defer s.serve()()
	if err := s.light(); err != nil {
		return err
	}
	defer s.beacon.Remove(s.app.Dir) //nolint:errcheck // one that stays is found out by who tries it
	s.begun()
	s.banner(round)
	s.show(round)
	for {
		if err := watcher.Follow(s.outside(root, round)); err != nil {
			return cmdutil.WatchError(err)
		}
		select {
		case <-watcher.Changes():
			if round, err = s.again(ctx); err != nil {
				return err
			}
		case err := <-watcher.Failed():
			return cmdutil.WatchError(err)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// again loads what was saved, and tells other commands of the keys that a new start has made up.
func (s *server) again(ctx context.Context) (live.Round, error) {
	round := s.session.Load(ctx)
	if ctx.Err() != nil {
		return round, nil
	}
	if round.Started {
		if err := s.light(); err != nil {
			return round, err
		}
	}
	s.show(round)
	return round, nil
}

// prepare makes the session.
func (s *server) prepare() (err error) {
	if s.app, err = local.Open(s.env, s.options.dir, s.options.profile); err != nil {
		return err
	}
	s.app.CRM, s.app.InMemory = s.options.crm, !s.options.persist
	host.Warm(s.env.Now, rand.Reader)
	s.logs = live.NewLogs()
	s.beacon = live.Beacon{PID: os.Getpid(), Origin: origin(s.sockets[0]), Token: newToken()}
	of := s.app.ProjectOptions()
	of.Manifest = false // made apart it is the same as long as the declarations are, whatever they ask the clock
	s.session = live.New(live.Options{Project: of, Host: s.hostOptions, OnFired: s.fired, Now: s.env.Now})
	return nil
}

// hostOptions are those of a server with the bindings as they are now.
func (s *server) hostOptions() (host.Options, error) {
	bindings, err := project.Bindings(s.app.Dir)
	if err != nil {
		return host.Options{}, err
	}
	o := s.app.HostOptions(bindings)
	o.OnLog, o.OnPhase = s.log, nil
	return o, nil
}

// endLimit is how long requests under way may hold up the end; a supervisor waits a little longer.
const endLimit = 3 * time.Second

// serve begins to answer on both sockets. end gives what is under way a moment, and lets go of the state.
func (s *server) serve() (end func()) {
	app := &http.Server{Handler: s.logged(s.session.WithTools(s.beacon.Token, s.options.invoke(s.app, s.useHost))), ReadHeaderTimeout: headerLimit}
	logs := &http.Server{Handler: s.logs, ReadHeaderTimeout: headerLimit}
	go app.Serve(s.sockets[0])  //nolint:errcheck // it ends when it is closed
	go logs.Serve(s.sockets[1]) //nolint:errcheck // as above
	return func() {
		limited, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), endLimit)
		defer cancel()
		_ = app.Shutdown(limited) // what is not done by then is cut off
		_, _ = app.Close(), logs.Close()
		_ = s.session.Close(limited) // the state is on disk with each answer
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

// origin is where a socket is, by a name that browsers take for this machine.
func origin(socket net.Listener) string {
	_, port, _ := net.SplitHostPort(socket.Addr().String())
	return "http://localhost:" + port
}

// outside are the files of the project that lie outside of its folder.
func (s *server) outside(root string, round live.Round) []string {
	if round.Project == nil {
		return nil
	}
	return cmdutil.OutsideFiles(root, &cli.Report{Paths: round.Project.Files})
}
