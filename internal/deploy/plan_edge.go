package deploy

import (
	"fmt"
	"maps"
	"slices"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// planScripts adds the changes of scripts.
func (d *session) planScripts(p *Plan) {
	for i := range d.want.scripts {
		d.planScript(p, &d.want.scripts[i])
	}
	for _, name := range slices.Sorted(maps.Keys(d.found.Scripts)) {
		if d.want.find(name) == nil {
			d.planRemoval(p, name, d.found.Scripts[name].Owner.Worker)
		}
	}
}

func (d *session) planScript(p *Plan, s *target) {
	live := d.found.Scripts[s.Name]
	origin := d.origin(s.Worker)
	switch {
	case d.found.isMissing(s.Name):
		p.add(OfScript, s.Name, Create, "create "+port.WorkerName(s.Worker), answersAt(origin)).Contents = d.contentsOf(s)
	case live.Owner.Digest != s.digest:
		impact := ""
		if s.IsApp() {
			impact = "every Durable Object restarts; in-flight calls are retried"
		}
		p.add(OfScript, s.Name, Update, "upload "+port.WorkerName(s.Worker), impact).Contents = d.contentsOf(s)
	}
	if live == nil {
		live = &liveScript{}
	}
	d.planMigrations(p, s, live)
	d.planCrons(p, s, live)
	if !live.HasAddress && !d.found.isMissing(s.Name) && origin == d.addressOf(s.Name) {
		p.add(OfAddress, s.Name, Update, "enable its address: "+origin, "")
	}
}

func answersAt(origin string) string {
	if origin == "" {
		return ""
	}
	return "its address is " + origin
}

func (d *session) planCrons(p *Plan, s *target, live *liveScript) {
	for _, cron := range s.Crons {
		if !slices.Contains(live.Crons, cron) {
			p.add(OfSchedule, s.Name, Create, "run at "+cron, "it takes effect within 15 minutes of the deploy")
		}
	}
	for _, cron := range live.Crons {
		if !slices.Contains(s.Crons, cron) {
			p.add(OfSchedule, s.Name, Update, "stop running at "+cron, "syncs with this schedule no longer start")
		}
	}
}

func (d *session) planMigrations(p *Plan, s *target, live *liveScript) {
	steps, err := pendingMigrations(s.Script, live.MigrationTag)
	if err != nil {
		p.Problems = append(p.Problems, Problem{
			What: fmt.Sprintf("cannot migrate the classes of %q", s.Name), Why: err.Error(),
			Fix: "restore .svc/project.json, which has the history of the classes, from version control",
		})
	}
	for _, step := range steps {
		for _, class := range step.Deleted {
			p.add(OfState, s.Name, DeleteState, "delete the class "+class, "all data of its objects is lost")
		}
		for _, class := range step.New {
			if live.MigrationTag != "" {
				p.add(OfState, s.Name, Create, "create the class "+class, "")
			}
		}
	}
}

func (d *session) planRemoval(p *Plan, name, worker string) {
	if worker != "" {
		p.add(
			OfScript, name, Delete, "delete "+port.WorkerName(worker),
			"its address, syncs, webhooks and cards stop working",
		)
		return
	}
	if slices.Contains(d.Allow, DeleteState) {
		p.add(
			OfScript, name, DeleteState, "delete the app worker",
			"installs, tokens and all other data of the app are lost",
		)
		return
	}
	p.Kept = append(p.Kept, name)
	if d.found.isMissing(d.want.app().Name) {
		p.Problems = append(p.Problems, Problem{
			What: fmt.Sprintf("the app worker of %s is script %q, not %q", d.Environment, name, d.want.app().Name),
			Why:  "a deploy would create an empty app worker, without the installs and the data of the app",
			Fix: fmt.Sprintf("write \"script\": %q for %s in %s, or restore that file from version control; "+
				"to delete the app worker with all its data, add --allow delete-state", name, d.Environment, link.File),
		})
		return
	}
	p.Notes = append(p.Notes, Note{
		Text: fmt.Sprintf(
			"app worker %q of this project is not in the build; it is kept with its data", name,
		),
		Fix: "delete it with 'svc deploy --allow delete-state'",
	})
}

// pendingMigrations returns the migrations after a tag. A tag that is not in the history is an error.
func pendingMigrations(s *edge.Script, tag string) ([]edge.Migration, error) {
	if tag == "" {
		return s.Migrations, nil
	}
	for i, step := range s.Migrations {
		if step.Tag == tag {
			return s.Migrations[i+1:], nil
		}
	}
	return nil, fmt.Errorf("the platform has applied migration %q, which is not in this folder's history", tag)
}
