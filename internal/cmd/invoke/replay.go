package invoke

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/redact"
	"github.com/appsvc/svc/internal/store"
)

// fingerprintID and deliveryID match what --replay names.
var (
	fingerprintID = lazyregexp.New(`^[0-9a-f]{8}$`)
	deliveryID    = lazyregexp.New(`^[0-9a-f]{24}$`)
)

// kept is what --replay runs: the capability, and what it was called with.
type kept struct {
	target, kind, surface string
	portal                string
	input                 json.RawMessage
}

// loadReplay finds what --replay names in the local state, and makes it the target and the input.
func (r *invocation) loadReplay(ctx context.Context) (err error) {
	if err := r.Load(ctx); err != nil {
		return err
	}
	if r.Project.App == nil {
		return r.ShowLoadErrors(cli.Usage("this folder has no app", "name the folder of svc.config.ts with -C"))
	}
	if err := r.ShowLoadErrors(nil); err != nil {
		return err
	}
	h, done, err := r.host()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, local.StateError(done())) }()
	app, err := h.App(ctx)
	if err != nil {
		return local.RunError(err)
	}
	if err := h.TakeRecords(ctx); err != nil {
		return local.StateError(err)
	}
	client := &control.Client{
		Origin: &url.URL{Scheme: "http", Host: "app.localhost"}, Key: h.ControlKey(),
		Do: control.InProcess(app), Now: h.Now, Random: rand.Reader,
	}
	find := keptDelivery
	if fingerprintID().MatchString(r.options.replay) {
		find = keptFailure
	}
	found, err := find(ctx, client, r.options.replay)
	if err != nil {
		return err
	}
	return r.replayKept(found)
}

// replayKept makes what was kept the target and the input.
func (r *invocation) replayKept(k kept) error {
	if k.input == nil && k.kind != devserver.KindSync {
		return unknownReplay(r.options.replay, "its input is not kept, or no longer", nil)
	}
	if k.input != nil && !json.Valid(k.input) {
		return unknownReplay(r.options.replay, "its input is too long, so that only the start is kept", nil)
	}
	if strings.Contains(string(k.input), redact.Redacted) {
		r.Env.Notef("note: the kept input is redacted: the handler gets %q for what was cut", redact.Redacted)
	}
	r.options.target, r.options.surface = k.target, k.surface
	r.options.kind = map[string]string{devserver.KindCardBackend: "card"}[k.kind]
	r.options.kind = cmp.Or(r.options.kind, k.kind)
	r.given = store.LastInput{Input: k.input}
	if k.portal != "" && k.kind != devserver.KindSource {
		r.given.Install = json.RawMessage(`{"portalId": ` + k.portal + `}`)
	}
	return nil
}

// keptFailure returns the last invocation with a fingerprint.
func keptFailure(ctx context.Context, c *control.Client, fingerprint string) (kept, error) {
	f, err := c.Failure(ctx, fingerprint)
	switch {
	case appworker.IsError(err, http.StatusNotFound, "unknown_failure"):
		return kept{}, unknownReplay(fingerprint, "the local state has no error with this fingerprint", err)
	case err != nil:
		return kept{}, err
	}
	k := kept{target: f.Worker + "/" + f.CapabilityID, kind: f.Kind}
	if portal := json.Number(f.Portal); f.Portal != "none" {
		if _, err := portal.Int64(); err == nil {
			k.portal = f.Portal
		}
	}
	if f.Input != "" && f.Kind != devserver.KindSync {
		k.input = json.RawMessage(f.Input)
	}
	switch f.Surface {
	case "agent", "invoke":
		k.surface = f.Surface
	case "batched-action":
		k.surface = "batched"
	case "push":
		k.kind, k.input = devserver.KindSource, json.RawMessage(f.Input)
	}
	if f.Kind == devserver.KindTrigger {
		var delivered struct{ Events json.RawMessage }
		if json.Unmarshal(k.input, &delivered) == nil {
			k.input = delivered.Events
		}
	}
	return k, nil
}

// keptDelivery returns a failed delivery of any install.
func keptDelivery(ctx context.Context, c *control.Client, id string) (kept, error) {
	installs, err := c.Installs(ctx)
	if err != nil {
		return kept{}, err
	}
	for _, install := range installs {
		d, err := c.Delivery(ctx, install.ID, id)
		switch {
		case appworker.IsError(err, http.StatusNotFound, "unknown_delivery"):
			continue
		case err != nil:
			return kept{}, err
		}
		k := kept{target: d.Worker + "/" + d.Target, kind: d.Kind, input: d.Content}
		if d.PortalID != nil {
			k.portal = fmt.Sprint(*d.PortalID)
		}
		return k, nil
	}
	return kept{}, unknownReplay(id, "the local state has no failed delivery with this id", nil)
}

func unknownReplay(id, why string, err error) error {
	return &cli.Error{
		Code: cli.ExitUsage, What: fmt.Sprintf("cannot replay %q", id), Why: why,
		Fix: "run 'svc errors' or 'svc deliveries list', or pass an input with -i", Err: err,
	}
}

// validateReplay rejects an invalid --replay, and flags that it excludes.
func (o *options) validateReplay() error {
	if o.replay == "" {
		return nil
	}
	if !fingerprintID().MatchString(o.replay) && !deliveryID().MatchString(o.replay) {
		return cli.Usage(
			fmt.Sprintf("invalid --replay %q: expected a fingerprint or the id of a delivery", o.replay),
			"run 'svc errors' or 'svc deliveries list'",
		)
	}
	excluded := map[string]bool{"last": o.last, "kind": o.kind != "", "persist=false": !o.persist}
	for _, name := range []string{"input", "object", "install", "surface"} {
		excluded[name] = o.has(name)
	}
	for _, name := range []string{"input", "object", "install", "surface", "last", "kind", "persist=false"} {
		if excluded[name] {
			return cli.Usage(fmt.Sprintf("--replay and --%s exclude each other", name), "leave out one of them")
		}
	}
	return nil
}
