// Package rollback moves the user workers to the versions of an earlier deploy. It does not change the app worker,
// because the state of its objects has advanced, nor the CRM project. Start at Begin.
package rollback

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/lock"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/rollout"
	"github.com/appsvc/svc/internal/deploy/step"
	"github.com/appsvc/svc/internal/link"
)

// Options are the input of a rollback.
type Options struct {
	lock.Options
	Link *link.Project
	// To is the deploy to restore; "" means the last one before the live deploy that succeeded.
	To       string
	Edge     port.Edge
	Health   port.Health
	Progress func(step.Event)
}

// Move is the change of one worker.
type Move struct {
	Worker string `json:"worker"`
	Script string `json:"script"`
	// From and To are ids of deploys. To is "" if the worker does not change, for the reason in Why.
	From string `json:"from"`
	To   string `json:"to,omitempty"`
	Why  string `json:"why,omitempty"`

	version edgeapi.Version
	tags    []string
}

// Rollback is a planned rollback that holds the local lock of its environment.
type Rollback struct {
	Options
	ID string
	// To is the id of the deploy to restore. Outcome is how it ended, or "" if neither this folder nor the platform knows.
	To, Outcome string
	// Skipped lists the deploys after To that did not succeed, the latest first.
	Skipped []string
	Moves   []Move
	lock    *owner.LocalLock
	mark    *lock.Remote
	own     owner.Owner
	history []journal.Past // of this folder
	// Unread are the journals of this folder that cannot be read.
	Unread []journal.Unread
	// Ends is the interrupted deploy of this folder that the rollback ends; "" for none.
	Ends   string
	failed string   // the deploy whose changes are the latest, if it did not succeed; "" for none
	good   []string // as in owner.GoodTag
	app    string   // the app worker
}

// ErrNothingToRollBack reports that the platform has no version of an earlier deploy.
var ErrNothingToRollBack = errors.New("no earlier deploy to roll back to")

// NoneSucceededError reports that no earlier deploy succeeded.
type NoneSucceededError struct {
	Earlier []string // the latest first
}

func (e *NoneSucceededError) Error() string { return "no earlier deploy succeeded" }

// UnknownDeployError is a deploy that neither this folder nor the platform knows, or whose versions are gone.
type UnknownDeployError struct {
	ID    string
	Gone  bool     // this folder or the app worker names the deploy
	Known []string // newest first
}

func (e *UnknownDeployError) Error() string {
	if !e.Gone {
		return fmt.Sprintf("unknown deploy %q", e.ID)
	}
	return fmt.Sprintf("no worker has a version of deploy %q or an earlier one", e.ID)
}

// Begin takes the local lock and finds the versions. The caller must call End.
func Begin(ctx context.Context, o Options) (_ *Rollback, err error) {
	r := &Rollback{Options: o, own: owner.Owner{Project: o.Link.ProjectID, Environment: o.Environment}}
	r.lock, err = lock.Begin(o.Options, owner.RollingBack, func(me owner.Holder) (err error) {
		r.ID = me.Deploy
		if r.history, r.Unread, err = journal.HistoryOf(o.Dir, r.own.Project); err != nil {
			return err
		}
		r.mark = o.Remote(o.Edge, me, r.history)
		r.findInterrupted()
		return r.find(ctx)
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// End releases the local lock.
func (r *Rollback) End() error { return r.lock.Release() }

// past is the version history of one worker.
type past struct {
	move     Move
	versions []edgeapi.Version // oldest first, without placeholders and canaries that were rolled back
	live     int               // index in versions; -1 if none of them has all the traffic
}

func (r *Rollback) find(ctx context.Context) error {
	list, err := r.Edge.Scripts(ctx)
	if err != nil {
		return err
	}
	var all []past
	var foreign error // the script that the link names belongs to another project
	for _, listed := range list {
		whose := owner.Read(listed.Tags)
		if !whose.Owns(r.own) {
			if listed.Name == r.Link.Environment(r.Environment).Script && !whose.IsZero() {
				foreign = port.ForeignScript(listed.Name, whose.Project, whose.String(), r.own.String())
			}
			continue
		}
		if whose.Worker == "" {
			held := owner.ReadHolder(listed.Tags)
			if held != nil {
				if err := rollout.Refuse(ctx, r.Edge, r.own); err != nil {
					return err
				}
			}
			if err := r.mark.CheckHolder(held); err != nil {
				return err
			}
			r.app, r.good = listed.Name, owner.Good(listed.Tags)
		}
		if whose.Worker != "" && whose.Digest != owner.PlaceholderDigest {
			all = append(all, past{move: Move{Worker: whose.Worker, Script: listed.Name, tags: listed.Tags}})
		}
	}
	if foreign != nil && len(all) == 0 {
		return foreign
	}
	for i := range all {
		if err := r.read(ctx, &all[i]); err != nil {
			return err
		}
	}
	if r.To, err = r.target(all); err != nil {
		return err
	}
	r.Outcome = r.outcomeOf(r.To)
	for i := range all {
		r.Moves = append(r.Moves, all[i].moveTo(r.To))
	}
	return nil
}

func (r *Rollback) read(ctx context.Context, one *past) error {
	versions, err := r.Edge.Versions(ctx, one.move.Script)
	if err != nil {
		return err
	}
	deployments, err := r.Edge.Deployments(ctx, one.move.Script)
	if err != nil {
		return err
	}
	one.versions = slices.DeleteFunc(versions, func(v edgeapi.Version) bool {
		return v.Annotations.Message == owner.PlaceholderNote || r.wasNeverPromoted(v, deployments)
	})
	slices.SortFunc(one.versions, func(a, b edgeapi.Version) int { return a.Number - b.Number })
	one.live = -1
	if len(deployments) > 0 {
		live := deployments[0].Live()
		one.live = slices.IndexFunc(one.versions, func(v edgeapi.Version) bool { return v.ID == live })
	}
	one.move.From = one.deployAt(one.live)
	return nil
}

// wasNeverPromoted reports that a version is of a canary that was rolled back. The platform may list only the last
// deployments, so a deploy that is known to have succeeded counts, too.
func (r *Rollback) wasNeverPromoted(v edgeapi.Version, deployments []edgeapi.Deployment) bool {
	return rollout.IsCanary(v) && r.outcomeOf(v.Annotations.Tag) != journal.Succeeded &&
		!slices.ContainsFunc(deployments, func(d edgeapi.Deployment) bool { return d.Live() == v.ID })
}

// deployAt returns the deploy of a version. A change of secrets belongs to the deploy before it.
func (p *past) deployAt(index int) string {
	for ; index >= 0; index-- {
		if tag := p.versions[index].Annotations.Tag; tag != "" {
			return tag
		}
	}
	return ""
}

// target returns the deploy to restore.
func (r *Rollback) target(all []past) (string, error) {
	var known []string
	newest := r.failed
	for _, one := range all {
		newest = max(newest, one.move.From)
		for _, version := range one.versions {
			if tag := version.Annotations.Tag; tag != "" && !slices.Contains(known, tag) {
				known = append(known, tag)
			}
		}
	}
	slices.Sort(known)
	slices.Reverse(known)
	if to := r.Options.To; to != "" {
		named := r.names(to)
		if len(known) == 0 || to < known[len(known)-1] || !named && !slices.Contains(known, to) {
			return "", &UnknownDeployError{to, named, known}
		}
		return to, nil
	}
	earlier := slices.DeleteFunc(known, func(id string) bool { return id >= newest })
	for i, id := range earlier {
		if outcome := r.outcomeOf(id); outcome == journal.Succeeded || outcome == "" {
			r.Skipped = earlier[:i]
			return id, nil
		}
	}
	if len(earlier) > 0 {
		return "", &NoneSucceededError{earlier}
	}
	return "", ErrNothingToRollBack
}

// names reports whether this folder or the app worker names a deploy. One that changed no user worker has no version of
// its own: its id stands for the versions that were live at its end.
func (r *Rollback) names(id string) bool {
	return slices.Contains(r.good, id) || slices.ContainsFunc(r.history, func(past journal.Past) bool {
		return past.ID == id && past.Environment == r.Environment && past.Kind == journal.KindDeploy
	})
}

// outcomeOf returns how a deploy ended, or "" if it is unknown: a deploy of another folder that is older than those in
// owner.GoodTag.
func (r *Rollback) outcomeOf(id string) string {
	if slices.Contains(r.good, id) {
		return journal.Succeeded
	}
	for _, past := range r.history {
		if past.ID == id && past.Environment == r.Environment {
			return past.Outcome
		}
	}
	if len(r.good) > 0 && id > r.good[len(r.good)-1] {
		return journal.Failed
	}
	return ""
}

// moveTo finds the version that was live at the end of a deploy, including secrets set after it.
func (p *past) moveTo(deploy string) Move {
	move, found := p.move, -1
	for i := range p.versions {
		if tag := p.versions[i].Annotations.Tag; tag > deploy {
			break
		} else if tag != "" || found >= 0 {
			found = i
		}
	}
	switch {
	case found < 0:
		move.Why = "it did not exist then"
	case found == p.live:
		move.Why = "it is live already"
	default:
		move.version, move.To = p.versions[found], p.deployAt(found)
	}
	return move
}

// Apply moves the traffic of one worker after the other, then checks their health.
func (r *Rollback) Apply(ctx context.Context) (step.Result, error) {
	j, err := journal.Open(r.Dir, r.ID, r.Clock.Now)
	if err != nil {
		return step.Result{}, err
	}
	runner := &step.Runner{Deploy: r.ID, Journal: j, Now: r.Clock.Now, Progress: r.Progress}
	err = j.Write(journal.Entry{
		Event: journal.EventBegin, Kind: journal.KindRollback, Environment: r.Environment,
		ProjectID: r.own.Project, Host: r.Host, To: r.To,
	})
	if err == nil {
		err = runner.Run(ctx, r.steps(runner))
	}
	if ctx.Err() == nil {
		err = errors.Join(err, j.End(err))
	}
	return runner.Result(), errors.Join(err, j.Close())
}

func (r *Rollback) steps(runner *step.Runner) []step.Action {
	steps := []step.Action{step.New("check", "check for concurrent deploys", step.Plain(r.holdsStill))}
	var probes []step.Action
	for _, move := range r.Moves {
		if move.To == "" {
			continue
		}
		steps = append(steps, step.New("rollback:"+move.Script, fmt.Sprintf(
			"roll back %s to %s", port.WorkerName(move.Worker), move.To,
		), func(ctx context.Context) (string, error) {
			return move.version.ID, r.move(ctx, move)
		}))
		if origin := r.Link.Environment(r.Environment).Origins[move.Worker]; origin != "" {
			probes = append(probes, runner.Health(r.Health, move.Script, move.Worker, origin))
		}
	}
	return append(append(steps, probes...), r.endSteps()...)
}

// holdsStill returns an error if a deploy is running or has changed a worker since the versions were read.
func (r *Rollback) holdsStill(ctx context.Context) error {
	list, err := r.Edge.Scripts(ctx)
	if err != nil {
		return err
	}
	now := map[string]owner.Owner{}
	for _, listed := range list {
		if listed.Name == r.app {
			if err := r.mark.CheckHolder(owner.ReadHolder(listed.Tags)); err != nil {
				return err
			}
		}
		now[listed.Name] = owner.Read(listed.Tags)
	}
	for _, move := range r.Moves {
		if now[move.Script] != owner.Read(move.tags) {
			return &port.StaleError{Why: fmt.Sprintf("script %q has changed since its versions were read", move.Script)}
		}
	}
	return nil
}

// move moves one worker's traffic to a version, unless a deploy has begun since. A script's tags do not belong to a
// version, so it first removes the digest: the next deploy then uploads the script again.
func (r *Rollback) move(ctx context.Context, move Move) error {
	if r.app != "" {
		if err := r.mark.Check(ctx, r.app); err != nil {
			return err
		}
	}
	tags := slices.DeleteFunc(slices.Clone(move.tags), func(tag string) bool {
		return strings.HasPrefix(tag, owner.DigestTag)
	})
	if err := r.Edge.PatchScriptSettings(ctx, move.Script, edgeapi.ScriptSettings{Tags: tags}); err != nil {
		return err
	}
	message := "svc rollback " + r.ID + " to " + move.To
	_, err := r.Edge.Deploy(ctx, move.Script, message, edgeapi.Share{VersionID: move.version.ID, Percentage: 100})
	if err == nil || !edgeapi.IsInDoubt(err) {
		return err
	}
	deployments, lookErr := r.Edge.Deployments(ctx, move.Script)
	if lookErr == nil && len(deployments) > 0 && deployments[0].Live() == move.version.ID {
		return nil // it took effect; only the response was lost
	}
	return err
}
