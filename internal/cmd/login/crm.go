package login

import (
	"context"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
)

// crm logs in to the CRM.
func (o *loginOptions) crm(ctx context.Context, env *cli.Env) error {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	profile, err := cmdutil.LoadProfile(dir, o.profile)
	if err != nil {
		return err
	}
	r, err := remote.CRM(env, profile)
	if err != nil {
		return err
	}
	key, err := readCredential(env, r)
	if err != nil {
		return err
	}
	client := r.NewCRMClient(env, profile, key)
	account, err := client.Account(ctx)
	if err != nil {
		return remote.APIError(err)
	}
	if _, _, err := client.PlatformVersions(ctx); err != nil {
		return withPermissions(r, remote.APIError(err))
	}
	return o.keep(env, remote.NewStore(env), r, key, accountDocument{account.Portal, account.Name})
}
