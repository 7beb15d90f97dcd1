// This file refuses to touch what is not this project's: scripts and CRM projects of the same name.

package deploy

import (
	"fmt"
	"maps"
	"slices"
)

// ForeignError says that something of the same name belongs to somebody else.
type ForeignError struct {
	What, Why, Fix string
}

func (e *ForeignError) Error() string { return e.What + ": " + e.Why }

// guard finds scripts and a CRM project that would be overwritten and are not ours.
func guard(own owner, want *desired, found *deployed) error {
	for _, name := range slices.Sorted(maps.Keys(found.Scripts)) {
		whose := found.Scripts[name].Owner
		switch {
		case whose.isZero():
			return &ForeignError{
				What: fmt.Sprintf(
					"the script %q is not made by svc", name,
				), Why: "the account has a script of this name already, and a deploy would overwrite it",
				Fix: "rename the app or the worker, or delete that script if nobody needs it",
			}
		case !whose.owns(own):
			return &ForeignError{
				What: fmt.Sprintf("the script %q belongs to another project", name), Why: fmt.Sprintf(
					"it is of %s, and this folder is %s", whose, own,
				),
				Fix: fmt.Sprintf(
					"if this folder is that project, restore .svc/project.json with the projectId %q; else rename the app or the worker",
					whose.Project,
				),
			}
		}
		if script := want.find(name); script != nil && script.Worker != whose.Worker {
			return &ForeignError{
				What: fmt.Sprintf("the script %q is another worker of this project", name), Why: fmt.Sprintf(
					"it is %s, and would become %s", workerName(whose.Worker), workerName(script.Worker),
				),
				Fix: "give the worker another name",
			}
		}
	}
	if found.CRM.Foreign {
		return &ForeignError{
			What: fmt.Sprintf(
				"the CRM project %q is not made by this folder", found.CRM.Name,
			), Why: "none of its builds is of " + own.String(),
			Fix: "rename the app, or delete that project in the CRM if nobody needs it; if it is this folder's, restore .svc/project.json",
		}
	}
	return nil
}

// workerName is what a worker is called in sentences.
func workerName(worker string) string {
	if worker == "" {
		return "the app worker"
	}
	return fmt.Sprintf("the worker %q", worker)
}
