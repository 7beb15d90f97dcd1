package deploy

import (
	"fmt"

	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// warnOfGone adds warnings if the link names an app worker or a CRM project that was deployed and does not exist: the
// link may have been edited by hand, and the deploy creates an empty one.
func (p *Plan) warnOfGone(before link.Environment, found *deployed) {
	const fix = "if it was not deleted on purpose, restore " + link.File + " from version control"
	if before.Origin != "" && found.appWorker() == "" {
		p.Warnings = append(p.Warnings, Note{
			Text: fmt.Sprintf("script %q, the app worker in %s, does not exist: the deploy creates an empty one, without the "+
				"installs and the data of the app", before.Script, link.File), Fix: fix,
		})
	}
	app := found.Scripts[before.Script]
	if crm := before.CRM; crm != nil && !found.CRM.Exists && app != nil && len(owner.Good(app.extra)) > 0 {
		p.Warnings = append(p.Warnings, Note{
			Text: fmt.Sprintf("CRM project %q, which %s names, does not exist: the deploy creates it, and portals that have "+
				"the app of another project keep that", crm.Project, link.File), Fix: fix,
		})
	}
}

// noteGone notes what the link names and the platforms do not have, unless an interrupted removal has deleted it.
func (d *session) noteGone(p *Plan) {
	gone := func(step, what, fix string) {
		if d.hasRemoved(step) {
			return
		}
		p.Missing = append(p.Missing, what)
		p.Notes = append(p.Notes, Note{
			Text: fmt.Sprintf("%s, which %s names, is not there as one of %s: nothing of it is removed", what, link.File, d.own),
			Fix:  fix,
		})
	}
	names := map[string]string{d.env.Script: ""}
	for worker, script := range d.env.Scripts {
		names[script] = worker
	}
	for _, script := range sortedKeys(names) {
		if script != "" && d.found.Scripts[script] == nil {
			gone("delete:"+script, fmt.Sprintf("script %q of %s", script, port.WorkerName(names[script])),
				"if it has another name, look for it on the edge platform")
		}
	}
	live := &d.found.CRM
	if crm := d.env.CRM; crm != nil && !(live.Exists && live.Name == crm.Project) {
		gone(stepDeleteProject, fmt.Sprintf("CRM project %q", crm.Project), "if it has another name, look for it in the CRM")
	}
}

// hasRemoved reports whether the last runs in this folder were removals that did not succeed, and have begun a step.
func (d *session) hasRemoved(step string) bool {
	for i := range d.history {
		past := &d.history[i]
		switch {
		case past.Environment != d.Environment || past.Kind == journal.KindRotation:
		case past.Kind != journal.KindDestroy || past.Outcome == journal.Succeeded:
			return false
		case past.HasBegun(step):
			return true
		}
	}
	return false
}
