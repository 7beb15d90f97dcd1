// This file talks to the app worker that 'svc dev' serves: while it runs, nobody else can open the state.

package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/appsvc/svc/devserver/live"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
)

// openServed finds the server of a folder; nil when none is there. A server that was killed has left its note
// behind, so it is asked whether it lives.
func openServed(ctx context.Context, env *cli.Env, dir string) *controlTarget {
	beacon, found, err := live.FindBeacon(dir)
	if err != nil || !found {
		return nil
	}
	at, err := url.Parse(strings.TrimSuffix(beacon.Origin, "/"))
	if err != nil || !isLoopback(at.Hostname()) {
		return nil
	}
	key, err := control.ParseKey(beacon.ControlKey)
	if err != nil {
		return nil
	}
	// Never by a proxy: the server is on this machine.
	transport := &http.Transport{DisableKeepAlives: true}
	client := &http.Client{Timeout: controlWait, Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	refresh := func(ctx context.Context) error {
		return askServed(ctx, client, at.String(), beacon.Token, live.RecordsPath)
	}
	if refresh(ctx) != nil {
		return nil
	}
	return &controlTarget{
		client: &control.Client{Origin: at, Key: key, Do: client.Do, Now: env.Now, Random: rand.Reader},
		where:  "the state of this machine, served at " + at.Host, refresh: refresh, close: func() error { return nil },
	}
}

// askServed posts to a route of the tool.
func askServed(ctx context.Context, client *http.Client, origin, token, path string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, origin+path, http.NoBody)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answered %s", response.Status)
	}
	return nil
}
