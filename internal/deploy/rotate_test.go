package deploy

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/keys"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/rotation"
	"github.com/appsvc/svc/internal/link"
)

// killingVault ends the goroutine before its n-th change, as a kill ends a process.
type killingVault struct {
	memory
	k *killer
}

func (v killingVault) strike() {
	if v.k.seen++; v.k.seen == v.k.at && !v.k.after {
		runtime.Goexit()
	}
}

func (v killingVault) Set(s port.Scope, name, value string) error {
	v.strike()
	return v.memory.Set(s, name, value)
}

func (v killingVault) Delete(s port.Scope, name string) error {
	v.strike()
	return v.memory.Delete(s, name)
}

func (w *world) rotateOptions(revoke ...string) rotation.Options {
	all := w.options()
	o := rotation.Options{
		Options: all.locking(), Link: all.Link, Edge: all.Edge, Vault: all.Vault, Revoke: revoke,
	}
	o.Accepts = func(_ context.Context, text string) error {
		id, value, _ := strings.Cut(text, ":")
		if w.edge.Secret("ledger", edge.ControlKeyPrefix+id) != value || w.down["ledger"] {
			return errors.New("401 invalid_signature")
		}
		return nil
	}
	return o
}

// rotate rotates the control key of the world.
func (w *world) rotate(o rotation.Options) (*rotation.Rotation, error) {
	r, err := rotation.Begin(w.Context(), o)
	if err != nil {
		return nil, err
	}
	return r, errors.Join(r.Apply(w.Context()), r.End())
}

// keysBound returns the ids of the bound control keys.
func (w *world) keysBound() []string {
	w.Helper()
	secrets, err := w.options().Edge.Secrets(w.Context(), "ledger")
	if err != nil {
		w.Fatal(err)
	}
	return keys.Bound(secrets, edge.ControlKeyPrefix)
}

// hasRotated demands one bound key, that of this machine, and nothing of a rotation left.
func (w *world) hasRotated(from string, others ...string) {
	w.Helper()
	id, _, _ := strings.Cut(w.vault[port.ControlKey], ":")
	bound, want := w.keysBound(), append([]string{id}, others...)
	slices.Sort(bound)
	slices.Sort(want)
	if !slices.Equal(bound, want) || id == from {
		w.Errorf("bound: %v, this machine has %s, before it had %s", bound, id, from)
	}
	if err := w.rotateOptions().Accepts(w.Context(), w.vault[port.ControlKey]); err != nil {
		w.Errorf("the key of this machine: %v", err)
	}
	if w.vault[port.NextControlKey]+w.vault[port.SupersededKeys] != "" {
		w.Errorf("left on this machine: %v", slices.Sorted(maps.Keys(w.vault)))
	}
}

func TestRotateReplacesTheKeyOfThisMachine(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	before, _, _ := strings.Cut(w.vault[port.ControlKey], ":")
	r, err := w.rotate(w.rotateOptions())
	if err != nil || r.Old != before || !slices.Equal(r.Delete, []string{before}) {
		t.Fatalf("%v, %+v", err, r)
	}
	w.hasRotated(before)
	if p := w.plan(); !p.IsEmpty() {
		t.Errorf("a deploy would\n%s", lines(p))
	}
}

func TestRotateKeepsTheKeysOfOtherMachinesUnlessTheyAreRevoked(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	mine := w.vault
	w.vault = memory{} // another machine
	w.change = func(o *Options) { o.NewKey = true }
	w.mustDeploy()
	other, _, _ := strings.Cut(w.vault[port.ControlKey], ":")
	w.vault, w.change = mine, nil
	before, _, _ := strings.Cut(w.vault[port.ControlKey], ":")
	r, err := w.rotate(w.rotateOptions())
	if err != nil || !slices.Equal(r.Keep, []string{other}) {
		t.Fatalf("%v, %+v", err, r)
	}
	w.hasRotated(before, other)
	var unknown *rotation.UnknownKeyError
	if _, err := w.rotate(w.rotateOptions("k-typo")); !errors.As(err, &unknown) || len(unknown.Known) != 2 {
		t.Errorf("an unknown key: %v", err)
	}
	before, _, _ = strings.Cut(w.vault[port.ControlKey], ":")
	if _, err := w.rotate(w.rotateOptions(other)); err != nil {
		t.Fatal(err)
	}
	w.hasRotated(before)
}

func TestRotateKeepsTheOldKeyUntilTheNewOneIsAccepted(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	before := w.vault[port.ControlKey]
	id, _, _ := strings.Cut(before, ":")
	w.down["ledger"] = true
	var refused *rotation.NotAcceptedError
	if _, err := w.rotate(w.rotateOptions()); !errors.As(err, &refused) {
		t.Fatalf("it said %v", err)
	}
	if w.vault[port.ControlKey] != before || !slices.Contains(w.keysBound(), id) {
		t.Error("the old key is gone")
	}
	w.down["ledger"] = false
	r, err := w.rotate(w.rotateOptions())
	if err != nil || !r.Resumes || r.New != refused.ID {
		t.Fatalf("%v, %+v", err, r)
	}
	w.hasRotated(id)
}

func TestRotateContinuesAfterAKillAtAnyPoint(t *testing.T) {
	if testing.Short() {
		t.Skip("rotates for each point")
	}
	run := func(w *world, k *killer) (killed bool) {
		w.Helper()
		w.do = k.before
		defer func() { w.do = nil }()
		o := w.rotateOptions()
		o.Vault = killingVault{w.vault, k}
		ended, done := make(chan struct{}), false
		var err error
		go func() {
			defer close(ended)
			var r *rotation.Rotation
			if r, err = rotation.Begin(w.Context(), o); err == nil {
				defer func() { _ = r.End() }()
				err = r.Apply(w.Context())
			}
			done = true
		}()
		<-ended
		if err != nil {
			w.Fatal(err)
		}
		return !done
	}
	calm := newWorld(t)
	calm.mustDeploy()
	count := &killer{}
	run(calm, count)
	for at := 1; at <= count.seen; at++ {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d after=%v", at, after), func(t *testing.T) {
				w := newWorld(t)
				w.mustDeploy()
				before, _, _ := strings.Cut(w.vault[port.ControlKey], ":")
				run(w, &killer{at: at, after: after}) // a vault kills only before
				if err := w.rotateOptions().Accepts(t.Context(), w.vault[port.ControlKey]); err != nil {
					t.Errorf("after the kill this machine has no key that works: %v", err)
				}
				if _, err := w.rotate(w.rotateOptions()); err != nil {
					t.Fatal(err)
				}
				w.hasRotated(before)
			})
		}
	}
}

func TestRotateRefusesWhatItCannotRotate(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	own := w.vault
	w.vault = memory{}
	if _, err := w.rotate(w.rotateOptions()); !errors.Is(err, rotation.ErrNoControlKey) {
		t.Errorf("without a key: %v", err)
	}
	w.vault = memory{port.ControlKey: "garbage"}
	if _, err := w.rotate(w.rotateOptions()); err == nil || strings.Contains(err.Error(), "garbage") {
		t.Errorf("a broken key: %v", err)
	}
	w.vault = own
	tags := w.tags()["ledger"]
	held := owner.Holder{Deploy: "20261121-1-a", Host: "ci", Since: w.now}
	lock := edgeapi.ScriptSettings{Tags: append(tags, held.Tag())}
	if err := w.options().Edge.PatchScriptSettings(t.Context(), "ledger", lock); err != nil {
		t.Fatal(err)
	}
	var locked *owner.LockedError
	if _, err := w.rotate(w.rotateOptions()); !errors.As(err, &locked) {
		t.Errorf("during a deploy: %v", err)
	}
	foreign := edgeapi.ScriptSettings{Tags: owner.Owner{Project: "prj-other", Environment: w.environment}.Tags(nil)}
	if err := w.options().Edge.PatchScriptSettings(t.Context(), "ledger", foreign); err != nil {
		t.Fatal(err)
	}
	var other *port.ForeignError
	if _, err := w.rotate(w.rotateOptions()); !errors.As(err, &other) {
		t.Errorf("of another project: %v", err)
	}
	if got := w.keysBound(); len(got) != 1 {
		t.Errorf("bound: %v", got)
	}
}

func TestRotateHoldsTheLockOnThePlatform(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	o, seen := w.rotateOptions(), 0
	accepts := o.Accepts
	o.Accepts = func(ctx context.Context, key string) error {
		var locked *owner.LockedError
		other := w.options()
		other.Dir = t.TempDir() // another machine
		if err := link.Write(other.Dir, other.Link); err != nil {
			t.Fatal(err)
		}
		d, err := Begin(ctx, other)
		if seen++; !errors.As(err, &locked) || !locked.Remote {
			t.Errorf("a deploy during the rotation: %v", err)
		}
		if err == nil {
			_ = d.End()
		}
		return accepts(ctx, key)
	}
	if _, err := w.rotate(o); err != nil || seen == 0 {
		t.Fatalf("%v after %d attempts", err, seen)
	}
	if strings.Contains(w.edge.Dump(false), owner.LockTag) {
		t.Error("the lock is left")
	}
}

func TestRotateStopsWithoutItsLock(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	before, _, _ := strings.Cut(w.vault[port.ControlKey], ":")
	o := w.rotateOptions()
	accepts := o.Accepts
	o.Accepts = func(ctx context.Context, key string) error {
		w.takeOver()
		return accepts(ctx, key)
	}
	var locked *owner.LockedError
	if _, err := w.rotate(o); !errors.As(err, &locked) {
		t.Errorf("it said %v", err)
	}
	if !slices.Contains(w.keysBound(), before) || !strings.Contains(w.edge.Dump(false), owner.LockTag) {
		t.Error("it deleted a key, or the lock of the other deploy")
	}
}

func TestDeployAfterAKilledRotationTakesItsLock(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	o := w.rotateOptions()
	o.Accepts = func(context.Context, string) error { runtime.Goexit(); return nil }
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if r, err := rotation.Begin(t.Context(), o); err == nil {
			defer func() { _ = r.End() }() // the system does so when a process dies
			_ = r.Apply(t.Context())
		}
	}()
	<-ended
	if !strings.Contains(w.edge.Dump(false), owner.LockTag) {
		t.Fatal("the killed rotation held no lock")
	}
	w.app.code = "2"
	w.mustDeploy()
	if _, err := w.rotate(w.rotateOptions()); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(w.edge.Dump(false), owner.LockTag) {
		t.Error("a lock is left")
	}
}
