package deploy

import (
	"context"
	"fmt"

	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// prepare builds, reads the deployed state and makes the plan.
func prepare(ctx context.Context, o Options) (*session, error) {
	d := &session{Options: o}
	if err := d.prepare(ctx); err != nil {
		return nil, d.cleanEarly(err)
	}
	return d, nil
}

func (d *session) prepare(ctx context.Context) error {
	if err := d.identify(); err != nil {
		return err
	}
	if err := d.checkAccounts(); err != nil {
		return err
	}
	if err := d.build(ctx, d.linked); err != nil {
		return err
	}
	var err error
	if d.found, err = observe(ctx, d.Edge, d.own, d.want, d.Parallel); err != nil {
		return err
	}
	if d.found.CRM, err = observeProject(ctx, d.CRM, d.own, d.want.source.Name); err != nil {
		return err
	}
	if err := guard(d.own, d.want, d.found); err != nil {
		return err
	}
	if d.history, d.unread, err = journal.HistoryOf(d.Dir, d.own.Project); err != nil {
		return err
	}
	d.resumed = journal.Unfinished(d.history, d.Environment)
	if err := d.findStanding(ctx); err != nil {
		return err
	}
	return d.compare(ctx)
}

// build builds the app with a link.
func (d *session) build(ctx context.Context, linked *link.Project) error {
	output, err := d.Build(ctx, linked)
	if err != nil {
		return err
	}
	d.want, err = newDesired(d.Profile, output)
	return err
}

// checkAccounts returns an error if the environment is deployed in another account.
func (d *session) checkAccounts() error {
	moved := func(platform, was, is string) error {
		return &port.ForeignError{
			What: fmt.Sprintf("%s is deployed in another account of %s", d.Environment, platform),
			Why:  fmt.Sprintf(".svc/project.json has account %s, and you are logged in to %s", was, is),
			Fix:  "log in to that account with 'svc login', or deploy another environment with --env",
		}
	}
	if d.env.Account != "" && d.env.Account != d.Account {
		return moved("the edge", d.env.Account, d.Account)
	}
	if d.env.CRM != nil && d.env.CRM.Account != d.CRMAccount {
		return moved("the CRM", d.env.CRM.Account, d.CRMAccount)
	}
	return nil
}

// compare makes the plan from the build and the deployed state.
func (d *session) compare(ctx context.Context) error {
	p := &Plan{
		SchemaVersion: planVersion, Environment: d.Environment, ProjectID: d.own.Project,
		Account: d.Account, CRMAccount: d.CRMAccount,
		Changes: []Change{}, Problems: []Problem{}, Notes: []Note{}, State: d.found.digest(),
	}
	d.plan = p
	p.warnOfUnread(d.unread)
	p.warnOfOtherApp(d.Link, d.want.output.App)
	p.warnOfGone(d.linked.Environment(d.Environment), d.found)
	p.warnOfVersion(&d.want.output.Report)
	d.planSubdomain(p)
	if err := d.confirmDomains(ctx); err != nil {
		return err
	}
	before := d.Origins()
	changed := d.locate()
	d.noteOrigins(p, before)
	if changed {
		if err := d.build(ctx, d.withEnvironment(d.env)); err != nil {
			return err
		}
	}
	p.Subdomain, p.Build = d.found.Subdomain, d.want.digest()
	for _, placeholder := range d.want.placeholders() {
		if d.found.Subdomain == "" {
			break // planSubdomain reported it
		}
		p.Problems = append(p.Problems, Problem{
			"unknown address", placeholder + " is a placeholder", "restore .svc/project.json, or remove its origins",
		})
	}
	if err := d.findKeys(d.found.Scripts[d.want.app().Name]); err != nil {
		return err
	}
	if err := d.readContents(ctx); err != nil {
		return err
	}
	d.planScripts(p)
	d.planKeys(p)
	if err := d.planSecrets(p); err != nil {
		return err
	}
	if err := d.planProject(ctx, p); err != nil {
		return err
	}
	p.redactContents(d.redact)
	if err := d.planCanary(ctx, p); err != nil {
		return err
	}
	if d.From != nil && !d.resumes(d.From) {
		return d.From.holds(p)
	}
	return nil
}

// resumes reports whether a saved plan belongs to the interrupted deploy, which changed the deployed state itself.
func (d *session) resumes(saved *Plan) bool {
	return d.resumed != nil && d.resumed.State == saved.State && d.resumed.Build == saved.Build &&
		d.want.digest() == saved.Build
}

// planSubdomain chooses a subdomain for an account that has none.
func (d *session) planSubdomain(p *Plan) {
	if d.found.Subdomain != "" {
		return
	}
	label := d.Subdomain
	if label == "" && d.From != nil {
		label = d.From.Subdomain
	}
	if label == "" {
		p.Problems = append(p.Problems, Problem{
			"the account has no workers.dev subdomain", "without it, workers have no address",
			"choose one for all scripts of the account: svc deploy --subdomain NAME",
		})
		return
	}
	d.found.Subdomain, d.Subdomain = label, label
	p.add(
		OfAddress, label+platformDomain, Create, "reserve the account's subdomain",
		"it applies to all scripts of the account",
	)
}
