package deploy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
)

// guard returns an error if the deploy would overwrite a script or CRM project of another owner.
func guard(own owner.Owner, want *desired, found *deployed) error {
	for _, name := range slices.Sorted(maps.Keys(found.Scripts)) {
		whose := found.Scripts[name].Owner
		switch {
		case whose.IsZero():
			return &port.ForeignError{
				What: fmt.Sprintf("script %q was not created by svc", name),
				Why:  "the account already has a script of this name, and a deploy would overwrite it",
				Fix:  "rename the app or the worker, or delete that script if it is unused",
			}
		case !whose.Owns(own):
			e := port.ForeignScript(name, whose.Project, whose.String(), own.String())
			e.Fix += "; otherwise rename the app or the worker"
			return e
		}
		if script := want.find(name); script != nil && script.Worker != whose.Worker {
			return &port.ForeignError{
				What: fmt.Sprintf("script %q is another worker of this project", name),
				Why:  fmt.Sprintf("it is %s, and would become %s", port.WorkerName(whose.Worker), port.WorkerName(script.Worker)),
				Fix:  "rename the worker",
			}
		}
	}
	return guardProject(own, want, &found.CRM)
}

// guardProject returns an error if the CRM project has another owner.
func guardProject(own owner.Owner, want *desired, live *liveProject) error {
	if !live.Foreign || live.takenOver(want.output.CRMProject) {
		return nil
	}
	e := &port.ForeignError{
		What: fmt.Sprintf("CRM project %q was not created from this folder", live.Name),
		Why:  "none of its builds belongs to " + own.String(),
		Fix: "rename the app, or delete that project in the CRM if it is unused; " +
			"if it is this folder's, restore .svc/project.json",
	}
	if live.Other.IsZero() {
		e.Why = "another tool uploaded all of its builds"
		e.Fix = fmt.Sprintf("to take it over with its installs, write crmProject: '%s' in defineApp; "+
			"otherwise rename the app", strings.ReplaceAll(live.Name, "'", `\'`))
	}
	return e
}
