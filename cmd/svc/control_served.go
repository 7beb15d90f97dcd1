// This file talks to the server of 'svc dev': while it runs, nobody else can open the state.

package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/appsvc/svc/devserver/live"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
)

// served is the server of a folder.
type served struct {
	at     *url.URL
	beacon live.Beacon
	client *http.Client
}

// errNoServer says that nobody answers: a server that was killed has left its note behind.
var errNoServer = errors.New("no server answers")

// findServed finds the note that the server of a folder has left; nil when there is none that can be used.
// Whether it lives is known when it is asked.
func findServed(dir string) *served {
	beacon, found, err := live.FindBeacon(dir)
	if err != nil || !found {
		return nil
	}
	at, err := url.Parse(strings.TrimSuffix(beacon.Origin, "/"))
	if err != nil || !isLoopback(at.Hostname()) {
		return nil
	}
	// Never by a proxy: the server is on this machine.
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &served{at: at, beacon: beacon, client: client}
}

// ask posts in to a route of the tool and reads the answer into out; nil for neither.
func (s *served) ask(ctx context.Context, path string, in, out any) error {
	body := []byte{}
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.at.String()+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+s.beacon.Token)
	response, err := s.client.Do(r)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case wasNotReached(err):
		return fmt.Errorf("%w: %w", errNoServer, err)
	case err != nil:
		return toolFailed("the server of 'svc dev' has ended before it answered: it may have done what was asked", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return toolFailed("the server of 'svc dev' has ended while it answered", err)
	case response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusNotFound:
		return errNoServer // another program has the port by now
	case response.StatusCode != http.StatusOK:
		var told struct{ Message string }
		_ = json.Unmarshal(text, &told) // without one the status has to do
		return toolFailed(fmt.Sprintf("the server of 'svc dev' answered %s: %s", response.Status, told.Message), nil)
	case out == nil:
		return nil
	}
	return json.Unmarshal(text, out)
}

// wasNotReached reports whether a request has come to no server: nothing of it can have been done.
func wasNotReached(err error) bool {
	var failed *net.OpError
	return errors.As(err, &failed) && failed.Op == "dial"
}

// openServed finds the app worker that the server of a folder runs; nil when none is there.
func openServed(ctx context.Context, env *cli.Env, dir string) *controlTarget {
	s := findServed(dir)
	if s == nil {
		return nil
	}
	key, err := control.ParseKey(s.beacon.ControlKey)
	if err != nil {
		return nil
	}
	var records live.RecordsAnswer
	refresh := func(ctx context.Context) error { return s.ask(ctx, live.RecordsPath, nil, &records) }
	limited, cancel := context.WithTimeout(ctx, controlWait)
	defer cancel()
	if refresh(limited) != nil {
		return nil
	}
	now := func() time.Time { return env.Now().Add(time.Duration(records.AheadMs) * time.Millisecond) }
	return &controlTarget{
		client: &control.Client{Origin: s.at, Key: key, Do: s.client.Do, Now: now, Random: rand.Reader},
		where:  "the state of this machine, served at " + s.at.Host, refresh: refresh, close: func() error { return nil },
		worker: func(name string) (*control.Client, error) {
			return &control.Client{Origin: s.at, Key: key, Do: s.atWorker(name), Now: now, Random: rand.Reader}, nil
		},
	}
}
