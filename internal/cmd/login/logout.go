package login

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/platform"
)

type logoutOptions struct {
	dir, profile string
	json         bool
}

func NewLogout(env *cli.Env) *cobra.Command {
	o := &logoutOptions{}
	cmd := &cobra.Command{
		Use:   "logout [edge|crm]",
		Short: "Forget the credentials that this machine keeps",
		Long: `Logout takes the token of the edge platform and the key of the CRM out of the keyring, or the file, of this
machine; with an argument, one of the two. The platforms still accept them: to end that, revoke them there.
Control keys of projects and secrets of apps stay.

Exit codes: 0 nothing is kept any more, 2 usage, 3 the tool failed.`,
		Example: `  svc logout
  svc logout crm --profile hubspot`,
		Args:      cmdutil.UsageArgs(cobra.MaximumNArgs(1)),
		ValidArgs: platformNames,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				if err := cmdutil.OneOf("the platform", args[0], platformNames); err != nil {
					return err
				}
			} else {
				args = platformNames
			}
			return o.run(env, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.dir, "dir", "C", ".", "crm: the `folder` of the app, whose profile is taken")
	flags.StringVar(&o.profile, "profile", "", "crm: vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+
		" (default: profile in svc.platform.json, else crm)")
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	return cmd
}

// remotes are the platforms of these names.
func remotes(env *cli.Env, names []string, dirFlag, profileFlag string) ([]*remote.Platform, *platform.Profile, error) {
	dir, err := env.Folder(dirFlag)
	if err != nil {
		return nil, nil, err
	}
	profile, err := cmdutil.LoadProfile(dir, profileFlag)
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

func (o *logoutOptions) run(env *cli.Env, names []string) error {
	found, _, err := remotes(env, names, o.dir, o.profile)
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
			env.Notef("nobody is logged in to %s here", r.Title)
		}
		if env.Getenv(r.Variable) != "" {
			env.Notef("note: %s is still set", r.Variable)
		}
	}
	if len(names) > 1 && len(document.Forgotten) == 0 {
		env.Notef("nobody is logged in here")
	}
	if o.json {
		return env.JSON(document)
	}
	return nil
}
