package deploy

import (
	"context"
	"os"

	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// engineOptions builds the app and makes the clients. It prints findings before it requires a login.
func (j *job) engineOptions(ctx context.Context) (deploy.Options, error) {
	profile, err := cmdutil.LoadProfile(j.checked.Dir, j.checked.Profile)
	if err != nil {
		return deploy.Options{}, err
	}
	if _, err := j.build(ctx, j.checked.Linked); err != nil {
		return deploy.Options{}, err
	}
	vault := remote.NewVault(j.env)
	linked := j.checked.Linked.Environment(j.environment)
	j.crmPage = func(crm *link.CRM) string { return profile.ProjectPage(crm.Account, crm.Project) }
	edge, crm, err := remote.Clients(j.env, vault.Store, linked.Account, profile)
	if err != nil {
		return deploy.Options{}, err
	}
	account, err := crm.Account(ctx)
	if err != nil {
		return deploy.Options{}, remote.APIError(err)
	}
	o := deploy.Options{
		Dir: j.checked.Dir, Environment: j.environment, Profile: profile, Link: j.checked.Linked, Build: j.build,
		Edge: edge, CRM: crm, Vault: vault, Health: workerHealth(), Clock: remote.Clock(j.env),
		Account: edge.Account, CRMAccount: account.Portal, Host: remote.Hostname(), PID: os.Getpid(),
		From: j.saved, Subdomain: j.subdomain, NewKey: j.newKey, ForceUnlock: j.force, Progress: j.progress.show,
	}
	o.Canary = j.canary
	for _, risk := range j.allow {
		o.Allow = append(o.Allow, deploy.Risk(risk))
	}
	return o, nil
}

// workerHealth returns the health check of workers, which follows no redirects.
func workerHealth() port.Health { return health.HTTP{Do: remote.Do, Sleep: cmdutil.Sleep} }
