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

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/live"
)

// Server is the server of a folder, which may have stopped.
type Server struct {
	URL    *url.URL
	Beacon live.Beacon
	client *http.Client
}

// ErrNoServer means that no server answers. A server that was killed leaves its beacon behind.
var ErrNoServer = errors.New("no server answers")

// refusedError means that the server cannot do what the command asks for, as its user asks for it.
type refusedError struct{ Message string }

func (e *refusedError) Error() string { return e.Message }

// Find reads the beacon of a folder's server. It returns nil without a usable one, and does not connect.
func Find(dir string) *Server {
	beacon, found, err := live.FindBeacon(dir)
	if err != nil || !found {
		return nil
	}
	at, err := url.Parse(beacon.Origin)
	if err != nil {
		return nil
	}
	// No proxy: the server is on this machine.
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: cmdutil.NoRedirects,
	}
	return &Server{URL: at, Beacon: beacon, client: client}
}

// Ask posts in to a tool route and decodes the answer into out. Both may be nil.
func (s *Server) Ask(ctx context.Context, path string, in, out any) error {
	body := []byte{}
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	response, err := s.post(ctx, path, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return errEnded(err)
	case out == nil:
		return nil
	}
	return json.Unmarshal(text, out)
}

// post sends a request to a tool route, and returns its answer if that has the status 200.
func (s *Server) post(ctx context.Context, path string, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL.String()+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+s.Beacon.Token)
	response, err := s.client.Do(r)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case isDialError(err):
		return nil, fmt.Errorf("%w: %w", ErrNoServer, err)
	case err != nil:
		return nil, errEnded(err)
	case response.StatusCode == http.StatusOK:
		return response, nil
	}
	defer response.Body.Close()
	return nil, refusal(ctx, response)
}

// refusal returns the error of a response that is none to the request.
func refusal(ctx context.Context, response *http.Response) error {
	text, err := io.ReadAll(response.Body)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return errEnded(err)
	case response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusNotFound:
		return ErrNoServer // another program listens on the port
	case response.StatusCode == http.StatusUnprocessableEntity:
		refused := &refusedError{}
		_ = json.Unmarshal(text, refused) // the message is optional
		return refused
	}
	var apiError struct{ Error, Message string }
	_ = json.Unmarshal(text, &apiError) // optional
	if response.StatusCode == http.StatusServiceUnavailable {
		if err := notServed(apiError.Error); err != nil {
			return err
		}
	}
	return cmdutil.InternalError(
		fmt.Sprintf("the server of 'svc dev' answered %s: %s", response.Status, apiError.Message), nil,
	)
}

// notServed returns the error of a server without an app, by the code of its answer; nil for other codes.
func notServed(code string) error {
	switch code {
	case live.NotServed:
		return &cli.Error{
			Code: cli.ExitNegative, What: "the app does not load", Why: "'svc dev' serves nothing until it loads",
			Fix: "run 'svc check' and fix its findings",
		}
	case live.NotYetReady:
		return &cli.Error{
			Code: cli.ExitMoved, What: "the app is still starting", Why: "'svc dev' has not loaded it yet",
			Fix: "run the command again",
		}
	}
	return nil
}

// errEnded returns the error of a request whose connection has ended.
func errEnded(err error) error {
	return &cli.Error{
		Code: cli.ExitMoved, What: "the server of 'svc dev' ended before it answered", Err: err,
		Why: "it was stopped or restarted, as its terminal says; the request may have taken effect",
		Fix: "run the command again if it has had no effect",
	}
}

// Do sends a request to the server.
func (s *Server) Do(r *http.Request) (*http.Response, error) { return s.client.Do(r) }

// isDialError reports whether a request failed before it reached a server, so that it had no effect.
func isDialError(err error) bool {
	var failed *net.OpError
	return errors.As(err, &failed) && failed.Op == "dial"
}

// WorkerURL returns the origin of one worker. Each worker has its own host name.
func (s *Server) WorkerURL(name string) *url.URL {
	return &url.URL{Scheme: s.URL.Scheme, Host: net.JoinHostPort(name+".localhost", s.URL.Port())}
}

// DoAtWorker sends a request for a WorkerURL to the server. Not every system resolves the names of workers.
func (s *Server) DoAtWorker(r *http.Request) (*http.Response, error) {
	to := r.Clone(r.Context())
	to.Host, to.URL.Host = r.URL.Host, s.URL.Host
	return s.client.Do(to)
}
