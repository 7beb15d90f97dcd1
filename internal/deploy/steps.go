package deploy

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Step describes one step of a deploy.
type Step struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	// Detail is an id or a status from the platform.
	Detail string `json:"detail,omitempty"`
	// Milliseconds is how long the step took; 0 before it is done.
	Milliseconds int64 `json:"durationMs"`
}

// step is a Step with its action. run returns the detail.
type step struct {
	Step
	run func(context.Context) (string, error)
}

func newStep(name, title string, run func(context.Context) (string, error)) step {
	return step{Step{Name: name, Title: title}, run}
}

// plain adapts an action without a detail.
func plain(run func(context.Context) error) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) { return "", run(ctx) }
}

// steps returns the plan's steps in order: nothing is bound before it exists, nothing is deleted while a binding refers
// to it, and the CRM is changed last, when every address that it calls is healthy.
func (d *session) steps() []step {
	steps := []step{
		newStep("link", "record the project and its scripts in .svc/project.json", plain(func(context.Context) error {
			return d.writeLink(d.names())
		})),
		newStep("keys", "create the project's keys", plain(func(context.Context) error { return d.makeKeys() })),
		d.lockStep(),
	}
	if d.hasSubdomain() {
		steps = append(steps, newStep("subdomain", "reserve the subdomain "+d.Subdomain, plain(func(
			ctx context.Context,
		) error {
			return d.Edge.PutAccountSubdomain(ctx, d.Subdomain)
		})))
	}
	steps = append(steps, d.edgeSteps()...)
	steps = append(steps, newStep("origins", "record the addresses in .svc/project.json", plain(func(
		context.Context,
	) error {
		return d.recordOrigins()
	})))
	steps = append(steps, d.healthSteps()...)
	steps = append(steps, d.crmSteps()...)
	steps = append(steps, d.removals()...)
	return append(steps, d.forgetStep())
}

// remaining returns the steps of a resumed deploy whose changes are all live: it may have failed a health check.
func (d *session) remaining() []step {
	steps := append([]step{d.lockStep()}, d.healthSteps()...)
	return append(steps, d.forgetStep())
}

func (d *session) lockStep() step {
	return newStep("lock", "lock the environment on the platform", plain(d.takeLock))
}

func (d *session) forgetStep() step {
	return newStep(
		"forget", "delete uploaded secrets from this machine", plain(func(context.Context) error { return d.forget() }),
	)
}

func (d *session) healthSteps() []step {
	var steps []step
	for _, s := range d.want.scripts {
		origin := d.origin(s.Worker)
		steps = append(steps, newStep("health:"+s.Name, "check the health of "+workerName(s.Worker), plain(func(
			ctx context.Context,
		) error {
			return d.probe(ctx, s.Name, origin)
		})))
	}
	return steps
}

func (d *session) hasSubdomain() bool {
	return slices.ContainsFunc(
		d.plan.Changes, func(c Change) bool { return c.Kind == OfAddress && strings.HasSuffix(c.Target, platformDomain) },
	)
}

// edgeSteps returns the steps for placeholders, the app worker, the user workers, addresses and schedules.
func (d *session) edgeSteps() []step {
	var steps []step
	for _, s := range d.want.workers() {
		if d.found.Scripts[s.Name] == nil {
			steps = append(steps, newStep("placeholder:"+s.Name, "create a placeholder for "+workerName(s.Worker), func(
				ctx context.Context,
			) (string, error) {
				return d.uploadPlaceholder(ctx, &s)
			}))
		}
	}
	for i := range d.want.scripts {
		steps = append(steps, d.scriptSteps(&d.want.scripts[i])...)
	}
	for _, s := range d.want.scripts {
		if live := d.found.Scripts[s.Name]; (live == nil || !live.HasAddress) && d.origin(s.Worker) == d.addressOf(s.Name) {
			steps = append(steps, newStep("address:"+s.Name, "enable "+d.origin(s.Worker), plain(func(
				ctx context.Context,
			) error {
				return d.enableAddress(ctx, s.Name)
			})))
		}
	}
	for _, s := range d.want.scripts {
		if live := d.found.Scripts[s.Name]; live == nil && len(s.Crons) > 0 || live != nil && !slices.Equal(
			slices.Sorted(slices.Values(s.Crons)), live.Crons,
		) {
			steps = append(steps, newStep("schedules:"+s.Name, "set the schedules of "+workerName(s.Worker), plain(func(
				ctx context.Context,
			) error {
				return d.Edge.PutSchedules(ctx, s.Name, s.Crons)
			})))
		}
	}
	return steps
}

// scriptSteps returns the upload of one script, or of its missing secrets only. An upload of the app worker restarts
// all of its objects, so it is uploaded only if it has changed.
func (d *session) scriptSteps(s *target) []step {
	live := d.found.Scripts[s.Name]
	switch {
	case live == nil || live.Owner.Digest != s.digest:
		return []step{newStep("upload:"+s.Name, "upload "+workerName(s.Worker), func(ctx context.Context) (string, error) {
			return d.upload(ctx, s)
		})}
	case d.needsSecrets(s):
		return []step{newStep("secrets:"+s.Name, "set secrets of "+workerName(s.Worker), plain(func(
			ctx context.Context,
		) error {
			return d.setSecrets(ctx, s)
		}))}
	}
	return nil
}

// needsSecrets reports whether secrets or new keys of a script must be uploaded.
func (d *session) needsSecrets(s *target) bool {
	return len(d.values[s.Name]) > 0 || s.IsApp() && (d.keys.newControl != nil || d.keys.newSeal != nil)
}

// removals returns the deletion of scripts that are no longer in the project and no longer bound.
func (d *session) removals() []step {
	var steps []step
	for _, name := range sortedKeys(d.found.Scripts) {
		if d.want.find(name) == nil && !slices.Contains(d.plan.Kept, name) {
			isApp := d.found.Scripts[name].Owner.Worker == ""
			steps = append(steps, d.whileHeld("delete:"+name, fmt.Sprintf("delete script %q", name), plain(func(
				ctx context.Context,
			) error {
				return d.Edge.DeleteScript(ctx, name, isApp)
			})))
		}
	}
	return steps
}
