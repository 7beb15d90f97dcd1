// This file lets the project's own tools into the app worker of this machine.

package devserver

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/control"
)

// App starts the app worker alone, in this process: its routes over the state. It wakes no actors.
func (h *Host) App(ctx context.Context) (http.Handler, error) {
	if err := h.startApp(ctx); err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.serve(h.app, w, r) }), nil
}

func (h *Host) startApp(ctx context.Context) error {
	g, err := h.app.acquire(ctx)
	if err != nil {
		return fmt.Errorf("the app worker does not start: %w", err)
	}
	g.release()
	return nil
}

// ControlKey is a key that the app worker knows.
func (h *Host) ControlKey() control.Key {
	id, secret := h.bindings.controlKey()
	return control.Key{ID: id, Secret: secret}
}

// Now is what the host's clock shows: 'svc dev tick' may have moved it ahead.
func (h *Host) Now() time.Time { return h.clock.Now() }
