// Package lock keeps deploys of one environment on different machines apart, by a tag on the environment's app worker.
//
// The platform has no compare-and-set, so the tag cannot separate deploys that start in the same second. On one machine
// owner.Take does. Start at Remote.
package lock

import (
	"context"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
)

// Edge is the used part of the edge platform's API, implemented by *edgeapi.Client.
type Edge interface {
	Service(ctx context.Context, script string) (edgeapi.Service, error)
	PatchScriptSettings(ctx context.Context, script string, settings edgeapi.ScriptSettings) error
}

// Remote is the lock of one environment on the platform, as one holder sees it.
type Remote struct {
	Edge        Edge
	Environment string
	Me          owner.Holder
	// Resumes is the id of the interrupted deploy whose lock this holder takes over; "" for none.
	Resumes string
	// History has the deploys of this folder. The lock of one that has ended is stale.
	History []journal.Past
	// Force takes over the lock of any holder.
	Force bool
	Now   func() time.Time
}

// CheckHolder returns a *owner.LockedError if another deploy holds the lock. held may be nil.
func (r *Remote) CheckHolder(held *owner.Holder) error {
	if held == nil || r.Force || r.IsOurs(held) {
		return nil
	}
	unfinished := journal.Unfinished(r.History, r.Environment)
	return &owner.LockedError{
		Environment: r.Environment, Holder: *held, Age: r.Now().Sub(held.Since), Remote: true,
		Interrupted: unfinished != nil && unfinished.ID == held.Deploy,
	}
}

// IsOurs reports whether a lock belongs to this holder, to the interrupted deploy that it resumes, or to one from this
// folder that has ended.
func (r *Remote) IsOurs(held *owner.Holder) bool {
	return held.Deploy == r.Me.Deploy || r.Resumes != "" && held.Deploy == r.Resumes ||
		journal.HasEnded(r.History, r.Environment, held.Deploy)
}

// Check reads the lock of an app worker, and returns an error if another deploy holds it.
func (r *Remote) Check(ctx context.Context, app string) error {
	service, err := r.Edge.Service(ctx, app)
	if err != nil {
		return err
	}
	return r.CheckHolder(owner.ReadHolder(service.Tags))
}

// Take sets the lock of an app worker with these tags, and checks that no other deploy was faster. From then on the
// lock is not taken over by force.
func (r *Remote) Take(ctx context.Context, app string, tags []string) error {
	settings := edgeapi.ScriptSettings{Tags: append(owner.WithoutLock(tags), r.Me.Tag())}
	if err := r.Edge.PatchScriptSettings(ctx, app, settings); err != nil {
		return err
	}
	r.Force = false
	return r.Check(ctx, app)
}

// releaseWait limits the removal of the lock after a deploy that was cancelled.
const releaseWait = 10 * time.Second

// Releasing returns the context for Release: a deploy that was cancelled has a short time left for it.
func Releasing(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), releaseWait)
}

// Release removes the lock from an app worker unless another deploy has taken it. If the deploy succeeded, its id
// becomes the latest of owner.GoodTag; "" keeps that tag.
func (r *Remote) Release(ctx context.Context, app, succeeded string) error {
	service, err := r.Edge.Service(ctx, app)
	if err != nil || !service.Exists {
		return err
	}
	if held := owner.ReadHolder(service.Tags); held == nil || !r.IsOurs(held) {
		return nil
	}
	tags := owner.WithoutLock(service.Tags)
	if succeeded != "" {
		tags = owner.WithGood(tags, succeeded)
	}
	err = r.Edge.PatchScriptSettings(ctx, app, edgeapi.ScriptSettings{Tags: tags})
	if err == nil || !edgeapi.IsInDoubt(err) {
		return err
	}
	if service, lookErr := r.Edge.Service(ctx, app); lookErr == nil && owner.ReadHolder(service.Tags) == nil {
		return nil // it took effect; only the response was lost
	}
	return err
}
