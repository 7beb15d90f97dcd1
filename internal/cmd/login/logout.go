package login

import (
	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/platform"
)

// NewLogout makes svc logout.
func NewLogout(env *cli.Env) *cobra.Command {
	o := &flags{}
	cmd := &cobra.Command{
		Use:   "logout [edge|crm]",
		Short: "Remove stored credentials",
		Long: `Logout removes the token of the edge platform and the key of the CRM from this machine, or only one of
them. The platforms still accept these credentials until you revoke them there. Control keys of projects
and secrets of apps stay on this machine.

Exit codes: 0 success, 2 usage error, 3 internal error.`,
		Example: `  svc logout
  svc logout crm --profile hubspot`,
		Args:      cmdutil.MaximumArgs(1),
		ValidArgs: platformNames,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				if err := cmdutil.OneOf("platform", args[0], platformNames); err != nil {
					return err
				}
			} else {
				args = platformNames
			}
			return o.logout(env, args)
		},
	}
	o.addTo(cmd)
	return cmd
}

// remotes returns the platforms with these names.
func (f *flags) remotes(env *cli.Env, names []string) ([]*remote.Platform, *platform.Profile, error) {
	dir, err := env.Folder(f.dir)
	if err != nil {
		return nil, nil, err
	}
	profile, err := cmdutil.LoadProfile(dir, f.profile)
	if err != nil {
		return nil, nil, err
	}
	var found []*remote.Platform
	for _, name := range names {
		r, err := remote.Edge(env)
		if name == "crm" {
			r, err = remote.CRM(env, profile)
		}
		if err != nil {
			return nil, nil, err
		}
		found = append(found, r)
	}
	return found, profile, nil
}

func (o *flags) logout(env *cli.Env, names []string) error {
	found, _, err := o.remotes(env, names)
	if err != nil {
		return err
	}
	store := remote.NewStore(env)
	document := struct {
		SchemaVersion int      `json:"schemaVersion"`
		Forgotten     []string `json:"forgotten"`
	}{1, []string{}}
	for _, r := range found {
		kept, err := store.Delete(r.Key)
		if err == nil && r.Name == "edge" {
			_, err = store.Delete(r.AccountKey())
		}
		if err != nil {
			return remote.StoreError(err)
		}
		switch {
		case kept:
			document.Forgotten = append(document.Forgotten, r.Name)
			env.Notef("logged out of %s", r.Title)
		case len(names) == 1:
			env.Notef("not logged in to %s", r.Title)
		}
		if env.Getenv(r.Variable) != "" {
			env.Notef("note: %s is still set", r.Variable)
		}
	}
	if len(names) > 1 && len(document.Forgotten) == 0 {
		env.Notef("not logged in")
	}
	if o.json {
		return env.JSON(document)
	}
	return nil
}
