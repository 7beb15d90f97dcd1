package live

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"

	"github.com/appsvc/svc/internal/devserver/cards"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/manifest"
)

// PreviewOptions configures Session.Preview.
type PreviewOptions struct {
	// OnCards receives the log entries of cards, from several goroutines.
	OnCards func(entries []CardEntry)
	// Done is closed when the server ends.
	Done <-chan struct{}
}

// Preview returns the handler of the pages of cards, below cards.Path.
func (s *Session) Preview(o PreviewOptions) *cards.Preview {
	return cards.New(cards.Options{
		Project: s.options.Project, Served: s.servedCards, Rounds: s.rounds.next, Done: o.Done,
		Log: func(text []byte) error {
			entries, err := parseCardEntries(text)
			if err == nil {
				o.OnCards(entries)
			}
			return err
		},
	})
}

// servedCards returns the app of which cards are shown.
func (s *Session) servedCards(ctx context.Context) (cards.Served, func(), error) {
	server, release, err := s.Use(ctx)
	if err != nil {
		return cards.Served{}, release, err
	}
	app, err := manifest.Decode(*s.app.Load()) // it was set before there was a server
	h := server.Host()
	installed := func(ctx context.Context, portal int64) (bool, error) { return isInstalled(ctx, h, portal) }
	return cards.Served{
		Host: h, Manifest: app, Installed: installed, Stale: s.Stale(), Unserved: s.Unserved(),
	}, release, err
}

// isInstalled reports whether card backends answer in a portal.
func isInstalled(ctx context.Context, h *host.Host, portal int64) (bool, error) {
	if !host.UsesOAuth(h.Options().App) {
		return true, nil
	}
	shown, err := askControl(ctx, h, ControlRequest{
		Method: http.MethodGet, Path: controlPrefix + "installs/" + strconv.FormatInt(portal, 10),
	})
	if err != nil || shown.Status != http.StatusOK {
		return false, err // it was never installed
	}
	var of struct{ Install struct{ State string } }
	err = json.Unmarshal(shown.Body, &of)
	return of.Install.State != "needs_reauth", err
}

// rounds lets others wait for the next load of the project. Its zero value is ready to use.
type rounds struct {
	mu sync.Mutex // guards changed
	// changed is closed by the next load; nil while no one waits.
	changed chan struct{}
}

// next returns a channel that the next load closes.
func (r *rounds) next() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.changed == nil {
		r.changed = make(chan struct{})
	}
	return r.changed
}

// end ends a load.
func (r *rounds) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
}
