// Package rotation replaces the control key of this machine. Start at Begin.
package rotation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/keys"
	"github.com/appsvc/svc/internal/deploy/lock"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// supersession has the ids of keys that this machine has replaced and not deleted yet. An object, because commands
// redact a text that a Vault has, and ids are no secrets.
type supersession struct {
	IDs []string `json:"ids"`
}

// Options are the input of a rotation.
type Options struct {
	lock.Options
	Link  *link.Project
	Edge  port.Edge
	Vault port.Vault
	// Progress is called with each title of what begins. It may be nil.
	Progress func(title string)
	// Revoke lists ids of other machines' keys to delete, too.
	Revoke []string
	// Accepts returns nil if the app worker accepts a key, <key id>:<key>.
	Accepts func(ctx context.Context, key string) error
}

// Rotation is a planned replacement of this machine's control key that holds the local lock of its environment.
//
// An id is deleted only if this machine has replaced it, or if Revoke names it: the platform does not show which
// machine has a key.
type Rotation struct {
	Options
	// Script is the app worker. New is the id of the new key, "" if an interrupted rotation only has to delete.
	Script, New string
	// Old is the id of this machine's key before.
	Old string
	// Delete and Keep are the ids of bound keys that are deleted, and those of other machines that stay.
	Delete, Keep []string
	// Resumes reports that an interrupted rotation is completed.
	Resumes bool

	lock  *owner.LocalLock
	mark  *lock.Remote
	bound []string
}

// UnknownKeyError is an id to revoke that is not bound.
type UnknownKeyError struct {
	ID    string
	Known []string
}

func (e *UnknownKeyError) Error() string { return fmt.Sprintf("no control key %q is bound", e.ID) }

// ErrNoControlKey reports that this machine has no control key to replace.
var ErrNoControlKey = errors.New("this machine has no control key of the environment")

// NotAcceptedError reports that the app worker does not accept the new key yet. The old one still works.
type NotAcceptedError struct {
	ID  string
	Err error
}

func (e *NotAcceptedError) Error() string {
	return fmt.Sprintf("the app worker does not accept the new key %s: %v", e.ID, e.Err)
}

func (e *NotAcceptedError) Unwrap() error { return e.Err }

// Begin takes the local lock, reads which keys are bound, and plans. The caller must call End.
func Begin(ctx context.Context, o Options) (_ *Rotation, err error) {
	r := &Rotation{Options: o, Script: o.Link.Environment(o.Environment).Script}
	r.lock, err = lock.Begin(o.Options, owner.Rotating, func(me owner.Holder) error {
		history, _, err := journal.HistoryOf(o.Dir, o.Link.ProjectID)
		if err != nil {
			return err
		}
		r.mark = o.Remote(o.Edge, me, history)
		if err := r.read(ctx); err != nil {
			return err
		}
		return r.plan()
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// End releases the local lock.
func (r *Rotation) End() error { return r.lock.Release() }

func (r *Rotation) scope() port.Scope {
	return port.Scope{Project: r.Link.ProjectID, Environment: r.Environment}
}

// read reads which keys are bound.
func (r *Rotation) read(ctx context.Context) error {
	if _, err := r.tags(ctx); err != nil {
		return err
	}
	secrets, err := r.Edge.Secrets(ctx, r.Script)
	r.bound = keys.Bound(secrets, edge.ControlKeyPrefix)
	return err
}

// tags reads the tags of the app worker. It must be this project's, and no deploy may be running.
func (r *Rotation) tags(ctx context.Context) ([]string, error) {
	service, err := r.Edge.Service(ctx, r.Script)
	if err != nil {
		return nil, err
	}
	own := owner.Owner{Project: r.Link.ProjectID, Environment: r.Environment}
	if whose := owner.Read(service.Tags); !service.Exists || !whose.Owns(own) {
		return nil, &port.ForeignError{
			What: fmt.Sprintf("script %q is not the app worker of %s", r.Script, r.Environment),
			Why:  "it does not exist, or belongs to another project", Fix: "run 'svc deploy' first",
		}
	}
	return service.Tags, r.mark.CheckHolder(owner.ReadHolder(service.Tags))
}

// plan decides which key to bind and which to delete. It changes nothing.
func (r *Rotation) plan() error {
	own, err := keys.Stored(r.Vault, r.scope(), port.ControlKey)
	if err != nil {
		return err
	}
	next, err := keys.Stored(r.Vault, r.scope(), port.NextControlKey)
	if err != nil {
		return err
	}
	superseded, err := r.superseded()
	if err != nil {
		return err
	}
	r.Old = own.ID
	gone := append(slices.Clone(superseded), r.Revoke...)
	switch {
	case next.ID != "" && next.ID != own.ID: // stopped before the new key was in use
		r.Resumes, r.New = true, next.ID
	case next.ID != "", superseded != nil: // stopped before the old keys were deleted
		r.Resumes = true
	case own.ID == "":
		return ErrNoControlKey
	default:
		if r.New, err = keys.NewID(r.Clock, port.ControlKey); err != nil {
			return err
		}
	}
	if r.New != "" {
		gone = append(gone, own.ID)
	}
	for _, id := range r.Revoke {
		if !slices.Contains(r.bound, id) {
			return &UnknownKeyError{id, r.bound}
		}
	}
	inUse := own.ID
	if r.New != "" {
		inUse = r.New
	}
	for _, id := range r.bound {
		switch {
		case id == inUse:
		case slices.Contains(gone, id):
			r.Delete = append(r.Delete, id)
		default:
			r.Keep = append(r.Keep, id)
		}
	}
	return nil
}

// Apply binds the new key, checks that the app worker accepts it, makes it this machine's key, and deletes the old
// ones. Each part can be repeated, and what a killed run leaves works with the old key or with the new one.
func (r *Rotation) Apply(ctx context.Context) error {
	j, err := journal.Open(r.Dir, r.mark.Me.Deploy, r.Clock.Now)
	if err != nil {
		return err
	}
	err = j.Write(journal.Entry{
		Event: journal.EventBegin, Kind: journal.KindRotation, Environment: r.Environment, ProjectID: r.Link.ProjectID,
		Host: r.Host,
	})
	if err == nil {
		err = r.applyLocked(ctx)
	}
	if ctx.Err() == nil {
		err = errors.Join(err, j.End(err))
	}
	return errors.Join(err, j.Close())
}

// applyLocked replaces the key while it holds the lock on the platform, so that no deploy uploads the app worker
// meanwhile.
func (r *Rotation) applyLocked(ctx context.Context) error {
	tags, err := r.tags(ctx)
	if err != nil {
		return err
	}
	if err = r.mark.Take(ctx, r.Script, tags); err == nil {
		err = r.replace(ctx)
	}
	unlock, cancel := lock.Releasing(ctx)
	defer cancel()
	return errors.Join(err, r.mark.Release(unlock, r.Script, ""))
}

func (r *Rotation) replace(ctx context.Context) error {
	if r.New != "" {
		if err := r.bind(ctx); err != nil {
			return err
		}
	}
	if err := r.Vault.Delete(r.scope(), port.NextControlKey); err != nil {
		return err
	}
	if err := r.change(ctx, "delete", r.Delete, nil); err != nil {
		return err
	}
	return r.Vault.Delete(r.scope(), port.SupersededKeys)
}

// bind replaces this machine's key with the new one.
func (r *Rotation) bind(ctx context.Context) error {
	next, err := r.next()
	if err != nil {
		return err
	}
	if !slices.Contains(r.bound, next.ID) {
		if err := r.change(ctx, "bind", []string{next.ID}, &next.Value); err != nil {
			return err
		}
	}
	r.report("check that the app worker accepts " + next.ID)
	text := next.String()
	err = health.Attempts(ctx, r.Clock.Sleep, func() error { return r.Accepts(ctx, text) }, func(int, error) {})
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return &NotAcceptedError{next.ID, err}
	}
	if err := r.supersede(); err != nil {
		return err
	}
	return r.Vault.Set(r.scope(), port.ControlKey, text)
}

// supersede notes that this machine's key may be deleted, before it is replaced.
func (r *Rotation) supersede() error {
	ids, err := r.superseded()
	if err != nil || r.Old == "" {
		return err
	}
	text, err := json.Marshal(supersession{append(ids, r.Old)})
	if err != nil {
		return err
	}
	return r.Vault.Set(r.scope(), port.SupersededKeys, string(text))
}

// superseded returns the ids of the keys that this machine has replaced and not deleted yet; nil for none.
func (r *Rotation) superseded() ([]string, error) {
	text, kept, err := r.Vault.Get(r.scope(), port.SupersededKeys)
	if err != nil || !kept {
		return nil, err
	}
	var s supersession
	if json.Unmarshal([]byte(text), &s) != nil {
		return nil, errors.New("invalid list of replaced control keys on this machine")
	}
	return s.IDs, nil
}

// next returns the new key. It is stored before it is bound, so that no bound key is unknown to all machines.
func (r *Rotation) next() (keys.Key, error) {
	next, err := keys.Stored(r.Vault, r.scope(), port.NextControlKey)
	if err != nil || next.ID != "" {
		return next, err
	}
	next = keys.Key{ID: r.New}
	if err := next.Create(r.Clock); err != nil {
		return next, err
	}
	return next, r.Vault.Set(r.scope(), port.NextControlKey, next.String())
}

// change binds or deletes keys of the app worker. The request may arrive twice.
func (r *Rotation) change(ctx context.Context, verb string, ids []string, value *string) error {
	if len(ids) == 0 {
		return nil
	}
	if err := r.mark.Check(ctx, r.Script); err != nil {
		return err
	}
	r.report(verb + " " + strings.Join(ids, ", "))
	secrets := map[string]*string{}
	for _, id := range ids {
		secrets[edge.ControlKeyPrefix+id] = value
	}
	return r.Edge.PatchSecrets(ctx, r.Script, secrets)
}

func (r *Rotation) report(title string) {
	if r.Progress != nil {
		r.Progress(title)
	}
}
