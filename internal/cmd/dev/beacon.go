package dev

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// tokenBytes is the length of the token of the tool routes, in random bytes.
const tokenBytes = 24

// light writes the beacon, which other commands find the server by. A server with its state in memory leaves the beacon
// to another server of the folder, and does without one if it cannot be written.
func (s *server) light() error {
	if !s.options.persist && peerOf(s.ctx, s.app.Dir, s.beacon.Origin) != "" {
		return nil
	}
	server, err := s.session.Server(context.Background())
	if err == nil {
		key := server.Host().ControlKey()
		s.beacon.ControlKey, s.beacon.Environment = key.ID+":"+key.Secret, key.Environment
	}
	err = s.beacon.Write(s.app.Dir)
	switch {
	case err == nil:
		return nil
	case !s.options.persist: // it needs no file, and can serve a folder that nothing can be written to
		s.unlit.Do(func() { s.env.Notef("note: other commands do not find this server: %v", err) })
		return nil
	}
	return &cli.Error{
		Code: cli.ExitUsage, What: "cannot write the file by which other commands find the server", Why: err.Error(),
		Fix: "make " + projectfs.OwnFolder + " writable, or remove that file", Err: err,
	}
}

// peerWait is the time limit for an answer of another server of the folder.
const peerWait = 2 * time.Second

// peerOf returns where another server of a folder serves the app; "" for none. own is the origin of this one, which the
// beacon of its predecessor names as well.
func peerOf(ctx context.Context, dir, own string) string {
	other := localserver.Find(dir)
	if other == nil || other.Beacon.Origin == own {
		return ""
	}
	limited, cancel := context.WithTimeout(ctx, peerWait)
	defer cancel()
	if other.Ask(limited, live.RecordsPath, nil, nil) != nil {
		return ""
	}
	return other.Beacon.Origin
}

// alone returns an error if another server of the folder uses its state.
func (o *options) alone(ctx context.Context, dir, own string) error {
	if !o.persist {
		return nil
	}
	origin := peerOf(ctx, dir, own)
	if origin == "" {
		return nil
	}
	return &cli.Error{
		Code: cli.ExitMoved, What: "'svc dev' is already running in this folder, at " + origin,
		Why: "only one process can use the state of a project at a time",
		Fix: "use that one, stop it, or run with --persist=false to keep no state on disk",
	}
}

// removeForeign removes a beacon with the origin of this server. Else its first process would take over the token.
func removeForeign(dir, origin string) error {
	err := live.RemoveForeign(dir, origin)
	if err == nil {
		return nil
	}
	return &cli.Error{
		Code: cli.ExitUsage, What: "cannot remove the file by which other commands find a server at " + origin,
		Why: reason.Of(err), Fix: "remove that file, or choose another port with --port", Err: err,
	}
}

// tokenOf returns the token of the server of a folder at an origin: that of its predecessor on the same sockets, which
// has died or was restarted, so that pages of its dashboard stay open; else a new one.
func tokenOf(dir, origin string) string {
	if before := localserver.Find(dir); before != nil && before.Beacon.Origin == origin && before.Beacon.Token != "" {
		return before.Beacon.Token
	}
	return newToken()
}

// newToken returns a random token.
func newToken() string {
	token := make([]byte, tokenBytes)
	_, _ = rand.Read(token) // never fails
	return hex.EncodeToString(token)
}
