package installs

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

func newShowCommand(env *cli.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "show <portal>",
		Short: "Show one install with its configuration",
		Long: `Show the state, scopes and configuration of an install. ctx.install.config() returns the configuration.

Exit codes: 0 success, 1 not installed,
` + appworker.Exits + `.`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := appworker.CheckInstallID(args[0]); err != nil {
				return err
			}
			return f.run(cmd.Context(), env, func(t *appworker.Target) error { return f.show(cmd.Context(), env, t, args[0]) })
		},
	}
	f.addTo(cmd)
	return cmd
}

func (f *flags) show(ctx context.Context, env *cli.Env, t *appworker.Target, id string) error {
	install, err := t.Client.Install(ctx, id)
	if appworker.IsNotInstalled(err) {
		return t.NotInstalledError(id, err)
	}
	if err != nil {
		return t.Error(err)
	}
	if f.json {
		return env.JSON(installDocument{1, install})
	}
	return printInstall(env, install)
}
