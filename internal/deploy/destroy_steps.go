package deploy

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/keys"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// removeComponents removes the app from portals and waits for it. An interrupted run may have queued that already.
func (d *session) removeComponents(ctx context.Context) (string, error) {
	name := d.found.CRM.Name
	if live, err := d.settled(ctx, name); err != nil || live == 0 {
		return "", err
	}
	removal, err := d.CRM.RemoveComponents(ctx, name, false)
	if err != nil {
		if !isCRMInDoubt(err) {
			return "", err
		}
		if live, lookErr := d.settled(ctx, name); lookErr != nil || live != 0 {
			return "", err
		}
		return "", nil // it took effect; only the response was lost
	}
	if removal.DeployID == 0 {
		return "", nil
	}
	state, err := d.CRM.WaitDeploy(ctx, name, removal.DeployID, func(s crmapi.Deploy) {
		d.runner.Status("crm-components", s.Status)
	})
	if err == nil && state.Status == crmapi.StatusFailure {
		err = &crmapi.DeployError{Project: name, Deploy: removal.DeployID, Parts: state.Failures()}
	}
	return strconv.FormatInt(removal.DeployID, 10), err
}

// deleteProject deletes the CRM project. A deploy that was killed may have queued a build that reached portals since
// the plan was made.
func (d *session) deleteProject(ctx context.Context) error {
	if _, err := d.removeComponents(ctx); err != nil {
		return err
	}
	return d.CRM.DeleteProject(ctx, d.found.CRM.Name)
}

// forgetAll deletes all that this machine stores of the environment: keys, and the values of secrets that wait for a
// deploy. The list of their names comes last, so that an interrupted run finds the rest.
func (d *session) forgetAll() error {
	names, err := d.storedNames()
	if err != nil {
		return err
	}
	for _, name := range append(names, port.StoredNames) {
		if err := d.Vault.Delete(d.scope(), name); err != nil {
			return err
		}
	}
	return nil
}

// storedNames returns the names of values that this machine may store of the environment, those that an earlier version
// of svc has stored without listing them among them.
func (d *session) storedNames() ([]string, error) {
	listed, err := d.Vault.Names(d.scope())
	if err != nil {
		return nil, err
	}
	own := []string{port.ControlKey, port.NextControlKey, port.SupersededKeys, port.SealKey, port.Origins}
	names := slices.Concat(listed, own, fromCRM)
	for _, script := range sortedKeys(d.found.Scripts) {
		for _, secret := range d.found.Scripts[script].Secrets {
			if !keys.Is(secret) {
				names = append(names, secret)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// unlink removes the environment from the link. It reads the link again, because deploys of other environments may have
// written theirs. The project's id and slug stay: they belong to the app, and to environments of other machines.
func (d *session) unlink() error {
	now, err := link.Read(d.Dir)
	if err != nil || now == nil {
		return err
	}
	if now.ProjectID != d.own.Project {
		return errors.New("this folder was linked to another project meanwhile")
	}
	if _, linked := now.Environments[d.Environment]; !linked {
		return nil
	}
	now.Environments = maps.Clone(now.Environments)
	delete(now.Environments, d.Environment)
	return link.Write(d.Dir, now)
}
