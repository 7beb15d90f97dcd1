// This file compares the scripts that should be deployed with those that are.

package deploy

import (
	"fmt"
	"maps"
	"slices"

	"github.com/appsvc/svc/codegen/edge"
)

// planScripts adds what happens to scripts.
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
		p.add(OfScript, s.Name, Create, "make "+workerName(s.Worker), answersAt(origin))
	case live.Owner.Digest != s.digest:
		impact := ""
		if s.IsApp() {
			impact = "every object of the app starts anew: calls that are under way are tried again"
		}
		p.add(OfScript, s.Name, Update, "upload "+workerName(s.Worker), impact)
	}
	if live == nil {
		live = &liveScript{}
	}
	d.planMigrations(p, s, live)
	d.planCrons(p, s, live)
	if !live.HasAddress && !d.found.isMissing(s.Name) && origin == d.addressOf(s.Name) {
		p.add(OfAddress, s.Name, Update, "turn its address on: "+origin, "")
	}
}

func answersAt(origin string) string {
	if origin == "" {
		return ""
	}
	return "it answers at " + origin
}

func (d *session) planCrons(p *Plan, s *target, live *liveScript) {
	for _, cron := range s.Crons {
		if !slices.Contains(live.Crons, cron) {
			p.add(OfSchedule, s.Name, Create, "run at "+cron, "it takes effect within 15 minutes of the deploy")
		}
	}
	for _, cron := range live.Crons {
		if !slices.Contains(s.Crons, cron) {
			p.add(OfSchedule, s.Name, Update, "run no more at "+cron, "what that schedule started does not run any more")
		}
	}
}

func (d *session) planMigrations(p *Plan, s *target, live *liveScript) {
	steps, err := pendingMigrations(s.Script, live.MigrationTag)
	if err != nil {
		p.Problems = append(p.Problems, Problem{
			What: fmt.Sprintf("the classes of %q cannot be continued", s.Name), Why: err.Error(),
			Fix: "restore .svc/project.json from your version control: it has the history of the classes",
		})
	}
	for _, step := range steps {
		for _, class := range step.Deleted {
			p.add(OfState, s.Name, DeleteState, "delete the class "+class, "all that its objects keep is gone for good")
		}
		for _, class := range step.New {
			if live.MigrationTag != "" {
				p.add(OfState, s.Name, Create, "make the class "+class, "")
			}
		}
	}
}

func (d *session) planRemoval(p *Plan, name, worker string) {
	if worker != "" {
		p.add(
			OfScript, name, Delete, "delete "+workerName(worker),
			"its address answers no more; syncs, webhooks and cards that it served end",
		)
		return
	}
	if slices.Contains(d.Allow, DeleteState) {
		p.add(
			OfScript, name, DeleteState, "delete the app worker",
			"installs, tokens and all that the app keeps are gone for good",
		)
		return
	}
	p.Kept = append(p.Kept, name)
	p.Notes = append(p.Notes, Note{
		Text: fmt.Sprintf(
			"%q is an app worker of this project that the build does not name: it stays, with what it keeps", name,
		),
		Fix: "delete it with 'svc deploy --allow delete-state'",
	})
}

// pendingMigrations are the steps that come after a tag. A tag that the history does not have is an error,
// unless there is no history to compare with: then the platform's is the newest.
func pendingMigrations(s *edge.Script, tag string) ([]edge.Migration, error) {
	if tag == "" {
		return s.Migrations, nil
	}
	for i, step := range s.Migrations {
		if step.Tag == tag {
			return s.Migrations[i+1:], nil
		}
	}
	return nil, fmt.Errorf("the platform has applied the step %q, which this folder does not know", tag)
}
