// Package deploy brings an app to the edge and to the CRM: it compares what was built with what is deployed, says
// what that means for users, applies the difference step by step, and rolls back.
//
// What is deployed is learned from the platforms. Every step can be done twice with the effect of once, and is noted
// in a journal before it begins, so a deploy that was cut short is finished by the next one. The package reads no
// flags, asks nobody and prints nothing; it takes time, randomness, network and secrets from its Options.
// Start at Options and Begin; plan.go makes the plan, steps.go lists what applying it takes, apply.go does it.
package deploy

import (
	"context"
	"errors"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
)

// Options say what to deploy, and with what.
type Options struct {
	// Dir is the app's folder; Environment the name that it is deployed under.
	Dir, Environment string
	Profile          *platform.Profile
	// Link is what Dir is linked to; nil for nothing.
	Link *link.Project
	// Build builds the checked app as if Dir were linked like that.
	Build func(ctx context.Context, linked *link.Project) (*build.Output, error)

	Edge   Edge
	CRM    CRM
	Vault  Vault
	Health Health
	Clock  Clock
	// Account and CRMAccount are those that Edge and CRM work for.
	Account, CRMAccount string
	// Host and PID say who holds the lock.
	Host string
	PID  int

	// From is a saved plan: what is deployed and built must be as it was then.
	From *Plan
	// Allow are risks that were allowed; the engine asks only whether a state may be deleted.
	Allow []Risk
	// Subdomain is the label that an account without one takes in addresses.
	Subdomain string
	// NewKey gives this machine a control key though another one has one.
	NewKey bool
	// ForceUnlock pushes the lock of another deploy aside.
	ForceUnlock bool
	// Parallel is how many scripts are asked about at once; 0 for 8, within what the edge allows one token.
	Parallel int
	// Progress hears of each step; nil for nobody.
	Progress func(Event)
}

// Event is how far a step is.
type Event struct {
	Step  string
	Title string // what it does, for people
	Done  bool
	// Detail is what the platform said, such as a status.
	Detail string
}

// deployment carries one deploy.
type deployment struct {
	Options
	id  string
	own owner
	me  *holder
	// linked is the link as it will be; env its environment.
	linked *link.Project
	env    link.Environment
	want   *desired
	found  *deployed
	keys   keys
	// values are secrets to upload, by script and name.
	values map[string]map[string]string
	// resumed is the deploy that was cut short before; nil for none.
	resumed *Past
	journal *journal
	plan    *Plan
	done    []Step
	// build is the CRM's build of this deploy.
	build int64
	// told is the last status that was reported.
	told string
}

// Deployment is a deploy that is planned and holds the lock of its environment on this machine.
type Deployment struct {
	*deployment
	lock *localLock
}

// MakePlan plans, and changes nothing. It takes no lock.
func MakePlan(ctx context.Context, o Options) (*Plan, error) {
	d, err := prepare(ctx, o)
	if err != nil {
		return nil, err
	}
	return d.plan, nil
}

// Begin takes the lock of this machine and plans. End must be called.
func Begin(ctx context.Context, o Options) (_ *Deployment, err error) {
	id, err := newID(o.Clock)
	if err != nil {
		return nil, err
	}
	me := holder{Deploy: id, Host: o.Host, PID: o.PID, Since: o.Clock.Now().UTC()}
	lock, err := lockHere(o.Dir, o.Environment, me, o.ForceUnlock)
	if err != nil {
		return nil, err
	}
	begun := false
	defer func() {
		if !begun {
			err = errors.Join(err, lock.release())
		}
	}()
	d, err := prepare(ctx, o)
	if err != nil {
		return nil, err
	}
	d.id, d.me = id, &me
	if d.resumed != nil && d.resumed.build == d.want.digest() {
		d.id, me.Deploy = d.resumed.ID, d.resumed.ID
	}
	if err := d.refuseMark(d.found.lock); err != nil {
		return nil, err
	}
	begun = true
	return &Deployment{d, lock}, nil
}

// Plan is what Apply would do.
func (d *Deployment) Plan() *Plan { return d.plan }

// ID names the deploy; Resumes says that it goes on with one that was cut short.
func (d *Deployment) ID() string { return d.id }

// Resumes reports whether it goes on with a deploy that was cut short.
func (d *Deployment) Resumes() bool { return d.resumed != nil && d.resumed.ID == d.id }

// Origins are the addresses of the workers, by worker; the app worker's under "".
func (d *Deployment) Origins() map[string]string {
	origins := map[string]string{"": d.env.Origin}
	for _, s := range d.want.workers() {
		origins[s.Worker] = d.env.Origins[s.Worker]
	}
	return origins
}

// End gives the lock of this machine back.
func (d *Deployment) End() error { return d.lock.release() }

func (d *deployment) scope() Scope { return Scope{d.own.Project, d.own.Environment} }

// JournalPath is where the journal of a deploy is, relative to the app's folder.
func JournalPath(id string) string { return Folder + "/" + id + journalSuffix }
