// This file is the server of `svc dev`: it loads, serves, waits for a change, and loads again.

package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/live"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/watch"
)

// headerLimit is how long a client may take to send the head of a request.
const headerLimit = 10 * time.Second

// devServing is one server on its way from sockets to its end.
type devServing struct {
	env     *cli.Env
	options *devOptions
	sockets []net.Listener // that of the app, that of the logs
	// begun is called when the server has started.
	begun func()

	// ctx ends with the server.
	ctx     context.Context //nolint:containedctx // what is printed later asks by it
	from    *invokeRun      // knows folder and profile as an invocation does
	session *live.Session
	logs    *live.Logs
	beacon  live.Beacon
}

// run serves until ctx ends, whose cause it returns.
func (s *devServing) run(ctx context.Context) error {
	s.ctx = ctx
	if err := s.prepare(); err != nil {
		return err
	}
	root, err := filepath.EvalSymlinks(s.from.dir)
	if err != nil {
		return loadFailed(err)
	}
	watcher, err := watch.New(root, nil)
	if err != nil {
		return watchFailed(err)
	}
	defer watcher.Close()
	round := s.session.Load(ctx)
	if errors.Is(round.Err, devserver.ErrState) || errors.Is(round.Err, devserver.ErrNoToken) {
		return invokeFailed(hostFailed(round.Err)) // nothing that is saved would help
	}
	defer s.serve()()
	if err := s.light(); err != nil {
		return err
	}
	defer s.beacon.Douse(s.from.dir) //nolint:errcheck // one that stays is found out by who tries it
	s.begun()
	s.banner(round)
	s.show(round)
	for {
		if err := watcher.Follow(s.outside(root, round)); err != nil {
			return watchFailed(err)
		}
		select {
		case <-watcher.Changes():
			if round, err = s.again(ctx); err != nil {
				return err
			}
		case err := <-watcher.Failed():
			return watchFailed(err)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// again loads what was saved, and tells other commands of the keys that a new start has made up.
func (s *devServing) again(ctx context.Context) (live.Round, error) {
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
func (s *devServing) prepare() (err error) {
	s.from = &invokeRun{
		env: s.env, options: &invokeOptions{crm: s.options.crm, persist: s.options.persist, profile: s.options.profile},
	}
	if s.from.dir, err = s.env.Folder(s.options.dir); err != nil {
		return err
	}
	if s.from.profile, err = loadProfile(s.from.dir, s.options.profile); err != nil {
		return err
	}
	devserver.Warm(s.env.Now, rand.Reader)
	s.logs = live.NewLogs()
	s.beacon = live.Beacon{PID: os.Getpid(), Origin: origin(s.sockets[0]), Token: newToken()}
	of := s.from.projectOptions()
	of.Manifest = false // made apart it is the same as long as the declarations are, whatever they ask the clock
	s.session = live.New(live.Options{Project: of, Server: s.serverOptions, Now: s.env.Now})
	return nil
}

// serverOptions are those of a server with the bindings as they are now.
func (s *devServing) serverOptions() (devserver.Options, error) {
	bindings, err := project.Bindings(s.from.dir)
	if err != nil {
		return devserver.Options{}, err
	}
	o := s.from.hostOptions(bindings)
	o.OnLog, o.OnFired, o.OnPhase = s.log, s.fired, nil
	return o, nil
}

// endLimit is how long requests under way may hold up the end; a supervisor waits a little longer.
const endLimit = 3 * time.Second

// serve begins to answer on both sockets. end gives what is under way a moment, and lets go of the state.
func (s *devServing) serve() (end func()) {
	app := &http.Server{Handler: s.logged(s.session.WithTools(s.beacon.Token, s.invoke)), ReadHeaderTimeout: headerLimit}
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

// tokenBytes is the length of the token of the tool's routes.
const tokenBytes = 24

// light leaves the note for other commands. A server that keeps nothing leaves it to the one that has the state.
func (s *devServing) light() error {
	if !s.options.persist && s.isBeside() {
		return nil
	}
	server, err := s.session.Server(context.Background())
	if err == nil {
		key := server.Host().ControlKey()
		s.beacon.ControlKey = key.ID + ":" + key.Secret
	}
	if err := s.beacon.Light(s.from.dir); err != nil {
		return toolFailed("the note for other commands cannot be left: "+err.Error(), err)
	}
	return nil
}

// besideLimit is how long another server of the folder may take to answer.
const besideLimit = 2 * time.Second

// isBeside reports whether another server of the folder answers.
func (s *devServing) isBeside() bool {
	other := findServed(s.from.dir)
	if other == nil || other.beacon.Token == s.beacon.Token {
		return false
	}
	limited, cancel := context.WithTimeout(s.ctx, besideLimit)
	defer cancel()
	return other.ask(limited, live.RecordsPath, nil, nil) == nil
}

// origin is where a socket is, by a name that browsers take for this machine.
func origin(socket net.Listener) string {
	_, port, _ := net.SplitHostPort(socket.Addr().String())
	return "http://localhost:" + port
}

// newToken makes a token that nobody guesses.
func newToken() string {
	token := make([]byte, tokenBytes)
	_, _ = rand.Read(token) // it never fails
	return hex.EncodeToString(token)
}

// outside are the files of the project that lie outside of its folder.
func (s *devServing) outside(root string, round live.Round) []string {
	if round.Project == nil {
		return nil
	}
	return outsideFiles(root, &cli.Report{Paths: round.Project.Files})
}

// logged says of each request how it was answered.
func (s *devServing) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := s.env.Now()
		seen := &statusSeen{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		if strings.HasPrefix(r.URL.Path, live.ToolPath) {
			return
		}
		s.tell(event{
			Event: "request", At: start.UTC(), Method: r.Method, Host: r.Host, Path: r.URL.Path, Status: seen.status,
			DurationMs: float64(s.env.Now().Sub(start).Microseconds()) / 1000,
		})
	})
}

// statusSeen remembers the status of an answer.
type statusSeen struct {
	http.ResponseWriter
	status int
}

func (w *statusSeen) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets an http.ResponseController through, for streams.
func (w *statusSeen) Unwrap() http.ResponseWriter { return w.ResponseWriter }
