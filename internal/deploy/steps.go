package deploy

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/step"
)

// steps returns the plan's steps in order: nothing is bound before it exists, nothing is deleted while a binding refers
// to it, and the CRM is changed last, when every address that it calls is healthy.
func (d *session) steps() []step.Action {
	steps := []step.Action{
		step.New("link", "record the project and its scripts in .svc/project.json", step.Plain(func(context.Context) error {
			return d.writeLink(d.names())
		})),
		step.New("keys", "create the project's keys", step.Plain(func(context.Context) error { return d.makeKeys() })),
		d.lockStep(),
	}
	if d.hasSubdomain() {
		steps = append(steps, step.New("subdomain", "reserve the subdomain "+d.Subdomain, step.Plain(func(
			ctx context.Context,
		) error {
			return d.Edge.PutAccountSubdomain(ctx, d.Subdomain)
		})))
	}
	steps = append(steps, d.edgeSteps()...)
	steps = append(steps, step.New("origins", "record the addresses in .svc/project.json", step.Plain(func(
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
func (d *session) remaining() []step.Action {
	steps := append([]step.Action{d.lockStep()}, d.healthSteps()...)
	return append(steps, d.forgetStep())
}

func (d *session) lockStep() step.Action {
	return step.New("lock", "lock the environment on the platform", step.Plain(d.takeLock))
}

func (d *session) forgetStep() step.Action {
	return step.New(
		"forget", "delete uploaded secrets from this machine", step.Plain(func(context.Context) error { return d.forget() }),
	)
}

func (d *session) healthSteps() []step.Action {
	var steps []step.Action
	for _, s := range d.want.scripts {
		steps = append(steps, d.runner.Health(d.Health, s.Name, s.Worker, d.origin(s.Worker)))
	}
	return steps
}

func (d *session) hasSubdomain() bool {
	return slices.ContainsFunc(
		d.plan.Changes, func(c Change) bool { return c.Kind == OfAddress && strings.HasSuffix(c.Target, platformDomain) },
	)
}

// edgeSteps returns the steps for placeholders, the app worker, the user workers, addresses and schedules.
func (d *session) edgeSteps() []step.Action {
	var steps []step.Action
	for _, s := range d.want.workers() {
		if d.found.Scripts[s.Name] == nil {
			steps = append(steps, step.New("placeholder:"+s.Name, "create a placeholder for "+port.WorkerName(s.Worker), func(
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
			steps = append(steps, step.New("address:"+s.Name, "enable "+d.origin(s.Worker), step.Plain(func(
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
			title := "set the schedules of " + port.WorkerName(s.Worker)
			steps = append(steps, step.New("schedules:"+s.Name, title, step.Plain(func(ctx context.Context) error {
				return d.Edge.PutSchedules(ctx, s.Name, s.Crons)
			})))
		}
	}
	return steps
}

// scriptSteps returns the upload of one script, or of its missing secrets only. An upload of the app worker restarts
// all of its objects, so it is uploaded only if it has changed.
func (d *session) scriptSteps(s *target) []step.Action {
	live := d.found.Scripts[s.Name]
	switch {
	case live == nil || live.Owner.Digest != s.digest:
		title := "upload " + port.WorkerName(s.Worker)
		return []step.Action{step.New("upload:"+s.Name, title, func(ctx context.Context) (string, error) {
			return d.upload(ctx, s)
		})}
	case d.needsSecrets(s):
		return []step.Action{step.New("secrets:"+s.Name, "set secrets of "+port.WorkerName(s.Worker), step.Plain(func(
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
func (d *session) removals() []step.Action {
	var steps []step.Action
	for _, name := range sortedKeys(d.found.Scripts) {
		if d.want.find(name) == nil && !slices.Contains(d.plan.Kept, name) {
			isApp := d.found.Scripts[name].Owner.Worker == ""
			steps = append(steps, d.whileHeld("delete:"+name, fmt.Sprintf("delete script %q", name), step.Plain(func(
				ctx context.Context,
			) error {
				return d.Edge.DeleteScript(ctx, name, isApp)
			})))
		}
	}
	return steps
}
