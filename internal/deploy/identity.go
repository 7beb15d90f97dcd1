// This file makes the names of projects and deploys, and works out at which addresses workers answer.

package deploy

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/link"
)

// newID names a deploy: ids sort by time, to the millisecond.
func newID(clock Clock) (string, error) {
	chance := make([]byte, 3)
	err := clock.Random(chance)
	at := strings.Replace(clock.Now().UTC().Format("20060102-150405.000"), ".", "", 1)
	return at + "-" + hex.EncodeToString(chance), err
}

// identify finds the project's id: the one of the link, of the saved plan, or a new one. link is a copy that the
// deploy may change.
func (d *deployment) identify() error {
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
	d.own = owner{Project: d.linked.ProjectID, Environment: d.Environment}
	d.env = d.linked.Environment(d.Environment)
	d.env.Scripts, d.env.Origins = maps.Clone(d.env.Scripts), maps.Clone(d.env.Origins)
	return nil
}

// platformDomain is the domain below which accounts have their label (edge docs, workers.dev).
const platformDomain = ".workers.dev"

// addressOf is the address that the platform gives a script; "" while the account has no label.
func (d *deployment) addressOf(script string) string {
	if d.found.Subdomain == "" {
		return ""
	}
	return "https://" + script + "." + d.found.Subdomain + platformDomain
}

// originOf is a script's origin: the one that is linked if it is a domain of the user's own.
func (d *deployment) originOf(linked, script string) string {
	if linked != "" && !strings.HasSuffix(linked, platformDomain) {
		return linked
	}
	return d.addressOf(script)
}

// origin is that of a worker.
func (d *deployment) origin(worker string) string {
	if worker == "" {
		return d.env.Origin
	}
	return d.env.Origins[worker]
}

// locate fills in names and origins of the environment, and reports whether an origin is another than before.
func (d *deployment) locate() bool {
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

// names is the link before anything answers: it makes the project's scripts known again after a crash.
func (d *deployment) names() link.Environment {
	env := d.env
	before := d.linked.Environment(d.Environment)
	env.Origin, env.Origins, env.CRM = before.Origin, before.Origins, before.CRM
	return env
}

func (d *deployment) withEnvironment(env link.Environment) *link.Project {
	linked := &link.Project{ProjectID: d.linked.ProjectID, Environments: maps.Clone(d.linked.Environments)}
	linked.Set(d.Environment, env)
	return linked
}

// writeLink writes the environment into the link unless the folder has it already. The link is read anew: deploys of
// other environments may have written theirs since the plan was made.
func (d *deployment) writeLink(env link.Environment) error {
	now, err := link.Read(d.Dir)
	if err != nil {
		return err
	}
	if now == nil {
		now = &link.Project{}
	}
	if now.ProjectID != "" && now.ProjectID != d.own.Project {
		return &ForeignError{
			What: fmt.Sprintf("the folder was linked to the project %s while this deploy was planned", now.ProjectID),
			Why: fmt.Sprintf(
				"another deploy has made it, and this one would have made %s", d.own.Project,
			), Fix: "run 'svc deploy' again",
		}
	}
	was, err := now.Encode()
	if err != nil {
		return err
	}
	now.ProjectID = d.own.Project
	now.Set(d.Environment, env)
	text, err := now.Encode()
	if err != nil || slices.Equal(was, text) {
		return err
	}
	return link.Write(d.Dir, now)
}
