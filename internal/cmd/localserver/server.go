// Package localserver is the client of the server that 'svc dev' runs in a folder. While it runs, no other process can
// open the state.
package localserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/appsvc/svc/devserver/live"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// Server is the server of a folder.
type Server struct {
	URL    *url.URL
	Beacon live.Beacon
	client *http.Client
}

// ErrNoServer says that nobody answers: a server that was killed has left its note behind.
var ErrNoServer = errors.New("no server answers")

// Find finds the note that the server of a folder has left; nil when there is none that can be used.
// Whether it lives is known when it is asked.
func Find(dir string) *Server {
	beacon, found, err := live.FindBeacon(dir)
	if err != nil || !found {
		return nil
	}
	at, err := url.Parse(strings.TrimSuffix(beacon.Origin, "/"))
	if err != nil || !cmdutil.IsLoopback(at.Hostname()) {
		return nil
	}
	// Never by a proxy: the server is on this machine.
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Server{URL: at, Beacon: beacon, client: client}
}

// Ask posts in to a route of the tool and reads the answer into out; nil for neither.
func (s *Server) Ask(ctx context.Context, path string, in, out any) error {
	body := []byte{}
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL.String()+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+s.Beacon.Token)
	response, err := s.client.Do(r)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case wasNotReached(err):
		return fmt.Errorf("%w: %w", ErrNoServer, err)
	case err != nil:
		return cmdutil.ToolError("the server of 'svc dev' has ended before it answered: it may have done what was asked", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return cmdutil.ToolError("the server of 'svc dev' has ended while it answered", err)
	case response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusNotFound:
		return ErrNoServer // another program has the port by now
	case response.StatusCode != http.StatusOK:
		var told struct{ Message string }
		_ = json.Unmarshal(text, &told) // without one the status has to do
		return cmdutil.ToolError(fmt.Sprintf("the server of 'svc dev' answered %s: %s", response.Status, told.Message), nil)
	case out == nil:
		return nil
	}
	return json.Unmarshal(text, out)
}

// Do sends a request to the server.
func (s *Server) Do(r *http.Request) (*http.Response, error) { return s.client.Do(r) }

// wasNotReached reports whether a request has come to no server: nothing of it can have been done.
func wasNotReached(err error) bool {
	var failed *net.OpError
	return errors.As(err, &failed) && failed.Op == "dial"
}

// AtWorker sends requests to a worker of the server: each has a host of its own.
func (s *Server) AtWorker(name string) func(*http.Request) (*http.Response, error) {
	host := net.JoinHostPort(name+".localhost", s.URL.Port())
	return func(r *http.Request) (*http.Response, error) {
		to := r.Clone(r.Context())
		to.Host = host
		return s.client.Do(to)
	}
}
