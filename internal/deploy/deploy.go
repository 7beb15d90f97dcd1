// Package deploy deploys an app to the edge platform and the CRM: it compares a build with the deployed state,
// describes the effect on users, applies the changes step by step, and rolls back.
//
// It reads the deployed state from the platforms. Each step is idempotent and journaled before it runs, so the next
// deploy resumes an interrupted one. The package reads no flags, does not prompt and prints nothing. It takes time,
// randomness, network and secrets from its Options.
// Start at Options and Begin. plan.go makes the plan, steps.go lists its steps, apply.go has package step run them.
package deploy

import (
	"context"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/lock"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/rollout"
	"github.com/appsvc/svc/internal/deploy/step"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/redact"
)

// Options are the input of a deploy.
type Options struct {
	// Dir is the app's folder, Environment the target environment.
	Dir, Environment string
	Profile          *platform.Profile
	// Link is the folder's link, or nil.
	Link *link.Project
	// Build builds the checked app with the given link.
	Build func(ctx context.Context, linked *link.Project) (*build.Output, error)

	Edge   port.Edge
	CRM    port.CRM
	Vault  port.Vault
	Health port.Health
	Clock  port.Clock
	// Account and CRMAccount are the accounts of Edge and CRM.
	Account, CRMAccount string
	// Host and PID identify the holder of the lock.
	Host string
	PID  int

	// From is a saved plan. The deployed state and the build must not have changed since.
	From *Plan
	// Allow lists the allowed risks. This package checks only DeleteState.
	Allow []Risk
	// Subdomain is the workers.dev subdomain to choose for an account without one.
	Subdomain string
	// NewKey creates a control key for this machine although another machine has one.
	NewKey bool
	// Canary makes the deploy gradual; nil for all traffic at once.
	Canary *Canary
	// ForceUnlock takes over the lock of another deploy.
	ForceUnlock bool
	// Parallel is the number of scripts to read concurrently; 0 means 8, within the edge's rate limit of one token.
	Parallel int
	// Progress is called for each step. It may be nil.
	Progress func(step.Event)
}

// session is the state of one deploy.
type session struct {
	Options
	id  string
	own owner.Owner
	// mark is the lock on the platform; nil while only a plan is made.
	mark *lock.Remote
	// linked is the link after the deploy, env its environment.
	linked *link.Project
	env    link.Environment
	want   *desired
	found  *deployed
	keys   keySet
	// domains are the custom domains of the link, as "<script> <origin>": whether the platform has them.
	domains map[string]bool
	// values are secrets to upload, by script and name.
	values map[string]map[string]string
	// hidden are these values, and those of earlier plans.
	hidden redact.Secrets
	// history lists the deploys from this folder. resumed is the interrupted one before this one, or nil.
	history []journal.Past
	unread  []journal.Unread
	resumed *journal.Past
	runner  *step.Runner
	plan    *Plan
	// standing is what an interrupted deploy left, canaries are those of this one, by now with traffic if their script is
	// in stands.
	standing *rollout.Standing
	canaries []rollout.Canary
	stands   map[string]bool
	// decision is that of the assertion, and judged are the values behind it.
	decision, judged string
	// crmBuild is the id of this deploy's CRM build.
	crmBuild int64
}

// Deployment is a planned deploy that holds the local lock of its environment.
type Deployment struct {
	*session
	lock *owner.LocalLock
}

// MakePlan returns the plan. It changes nothing and takes no lock.
func MakePlan(ctx context.Context, o Options) (*Plan, error) {
	d, err := prepare(ctx, o)
	if err != nil {
		return nil, err
	}
	return d.plan, nil
}

// Begin takes the local lock and plans. The caller must call End.
func Begin(ctx context.Context, o Options) (*Deployment, error) {
	var d *session
	lock, err := lock.Begin(o.locking(), owner.Deploying, func(me owner.Holder) (err error) {
		if d, err = prepare(ctx, o); err != nil {
			return err
		}
		if d.resumed != nil && d.resumed.Build == d.want.digest() {
			me.Deploy = d.resumed.ID
		}
		d.hold(me)
		if err := d.refuseStanding(); err != nil {
			return err
		}
		return d.mark.CheckHolder(d.found.lock)
	})
	if err != nil {
		return nil, err
	}
	return &Deployment{d, lock}, nil
}

// Plan returns what Apply would do.
func (d *Deployment) Plan() *Plan { return d.plan }

// ID returns the deploy's id: that of the interrupted deploy if this one resumes it.
func (d *Deployment) ID() string { return d.id }

// Resumes reports whether this deploy resumes an interrupted one.
func (d *Deployment) Resumes() bool { return d.resumed != nil && d.resumed.ID == d.id }

// End releases the local lock.
func (d *Deployment) End() error { return d.lock.Release() }

func (d *session) scope() port.Scope {
	return port.Scope{Project: d.own.Project, Environment: d.own.Environment}
}

// locking says who takes the locks of the environment.
func (o *Options) locking() lock.Options {
	return lock.Options{
		Dir: o.Dir, Environment: o.Environment, Clock: o.Clock, Host: o.Host, PID: o.PID, Force: o.ForceUnlock,
	}
}
