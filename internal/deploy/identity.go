package deploy

import (
	"fmt"
	"maps"
	"slices"

	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// identify sets the project's id, from the link, the saved plan, or a new one, and copies the link.
func (d *session) identify() error {
	d.linked = &link.Project{Environments: map[string]link.Environment{}}
	if d.Link != nil {
		d.linked.ProjectID = d.Link.ProjectID
		maps.Copy(d.linked.Environments, d.Link.Environments)
	}
	if d.linked.ProjectID == "" && d.From != nil {
		d.linked.ProjectID = d.From.ProjectID
	}
	if d.linked.ProjectID == "" {
		var err error
		if d.linked.ProjectID, err = link.NewProjectID(d.Clock.Random); err != nil {
			return err
		}
	}
	d.own = owner.Owner{Project: d.linked.ProjectID, Environment: d.Environment}
	d.env = d.linked.Environment(d.Environment)
	d.env.Scripts, d.env.Origins = maps.Clone(d.env.Scripts), maps.Clone(d.env.Origins)
	return nil
}

// platformDomain is the parent domain of accounts' subdomains (edge documentation, workers.dev).
const platformDomain = ".workers.dev"

// addressOf returns the platform's address of a script, or "" if the account has no subdomain.
func (d *session) addressOf(script string) string {
	if d.found.Subdomain == "" {
		return ""
	}
	return "https://" + script + "." + d.found.Subdomain + platformDomain
}

// originOf returns a script's origin: the linked one if it is a custom domain that the platform has, else the
// platform's address.
func (d *session) originOf(linked, script string) string {
	if d.domains[script+" "+linked] {
		return linked
	}
	return d.addressOf(script)
}

// origin returns a worker's origin.
func (d *session) origin(worker string) string {
	if worker == "" {
		return d.env.Origin
	}
	return d.env.Origins[worker]
}

// locate sets the names and origins of the environment, and reports whether an origin has changed.
func (d *session) locate() bool {
	before := d.env
	d.env.Account, d.env.Script = d.Account, d.want.app().Name
	d.env.Origin = d.originOf(before.Origin, d.env.Script)
	d.env.Origins, d.env.Scripts = map[string]string{}, map[string]string{}
	for _, s := range d.want.workers() {
		d.env.Scripts[s.Worker] = s.Name
		d.env.Origins[s.Worker] = d.originOf(before.Origins[s.Worker], s.Name)
	}
	d.env.Migrations = nil
	for _, step := range d.want.app().Migrations {
		d.env.Migrations = append(d.env.Migrations, link.Migration{Tag: step.Tag, New: step.New, Deleted: step.Deleted})
	}
	d.env.CRM = &link.CRM{Account: d.CRMAccount, Project: d.want.source.Name}
	return d.env.Origin != before.Origin || !maps.Equal(d.env.Origins, before.Origins)
}

// names returns the environment before the workers are reachable. It identifies the scripts after a crash.
func (d *session) names() link.Environment {
	env := d.env
	before := d.linked.Environment(d.Environment)
	env.Origin, env.Origins, env.CRM = before.Origin, before.Origins, before.CRM
	return env
}

func (d *session) withEnvironment(env link.Environment) *link.Project {
	linked := &link.Project{ProjectID: d.linked.ProjectID, Environments: maps.Clone(d.linked.Environments)}
	linked.Set(d.Environment, env)
	return linked
}

// writeLink writes the environment to the link if it has changed. It reads the link again, because deploys of other
// environments may have written theirs since the plan was made.
func (d *session) writeLink(env link.Environment) error {
	now, err := link.Read(d.Dir)
	if err != nil {
		return err
	}
	if now == nil {
		now = &link.Project{}
	}
	if now.ProjectID != "" && now.ProjectID != d.own.Project {
		return &port.ForeignError{
			What: fmt.Sprintf("this folder was linked to project %s during planning", now.ProjectID),
			Why:  fmt.Sprintf("another deploy created it, and this one would have created %s", d.own.Project),
			Fix:  "run 'svc deploy' again",
		}
	}
	was, err := now.Encode()
	if err != nil {
		return err
	}
	now.ProjectID, now.App, now.Slug = d.own.Project, d.want.output.App, d.want.output.Report.Slug
	now.Set(d.Environment, env)
	text, err := now.Encode()
	if err != nil || slices.Equal(was, text) {
		return err
	}
	return link.Write(d.Dir, now)
}
