package secrets

import (
	"context"
	"slices"
)

// Deletion is a plan to delete one secret. Each script of the app is in one of its lists.
type Deletion struct {
	// Bound are the names of the scripts that have the secret, and Absent those of deployed scripts without it.
	Bound, Absent []string
	// Undeployed are the names of the scripts that are not deployed.
	Undeployed []string
	// Stored reports whether this machine stores a value for the next deploy.
	Stored bool
}

// IsEmpty reports whether there is nothing to delete.
func (d *Deletion) IsEmpty() bool { return len(d.Bound) == 0 && !d.Stored }

// PlanDelete finds where a secret is set. It changes nothing. A script of another project is a *ForeignError.
func (a *App) PlanDelete(ctx context.Context, name string) (*Deletion, error) {
	listed, err := a.List(ctx)
	if err != nil {
		return nil, err
	}
	plan := &Deletion{Bound: []string{}, Absent: []string{}, Undeployed: []string{}}
	for _, line := range listed {
		switch {
		case !line.Deployed:
			plan.Undeployed = append(plan.Undeployed, line.Script)
		case slices.Contains(line.Secrets, name):
			plan.Bound = append(plan.Bound, line.Script)
		default:
			plan.Absent = append(plan.Absent, line.Script)
		}
	}
	_, plan.Stored, err = a.Vault.Get(name)
	return plan, err
}

// Delete deletes what the plan found, first the value on this machine, so that no deploy can restore it. It returns
// the names of the scripts without the secret now, also with an error.
func (a *App) Delete(ctx context.Context, name string, plan *Deletion) ([]string, error) {
	deleted := []string{}
	if plan.Stored {
		if err := a.Vault.Delete(name); err != nil {
			return deleted, err
		}
	}
	for _, script := range plan.Bound {
		if err := a.Edge.PatchSecrets(ctx, script, map[string]*string{name: nil}); err != nil {
			return deleted, err
		}
		deleted = append(deleted, script)
	}
	return deleted, nil
}
