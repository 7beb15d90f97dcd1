package installs

import (
	"context"
	"fmt"

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
		Long: `Show one install: its state, scopes and the configuration that ctx.install.config() gives.

Exit codes: 0 shown, 1 the app is not installed there, 2 usage, 3 the tool failed, 7 the control key is
missing or refused, 8 the app worker gives no answer, 9 another process holds the state.`,
		Args: cmdutil.UsageArgs(cobra.ExactArgs(1)),
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
		return &cli.Error{
			Code: cli.ExitNegative, What: fmt.Sprintf("there is no install %s in %s", id, t.Where), Why: appworker.Message(err),
			Fix: "see svc installs list", Err: err,
		}
	}
	if err != nil {
		return t.Error(err)
	}
	if f.json {
		return env.JSON(installDocument{1, install})
	}
	return printInstall(env, install)
}
