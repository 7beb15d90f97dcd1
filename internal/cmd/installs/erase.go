package installs

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

func newEraseCommand(env *cli.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "erase <portal>",
		Short: "Erase all data of a portal",
		Long: `Erase all data of a portal: its install with tokens, configuration, ctx.store, runs, usage and the
records of its invocations. This cannot be undone. The app stays installed in the CRM, where only the
portal can uninstall it, but it must be installed again before it can run for the portal.

In an app with static auth all portals share one install, called static. Erasing a portal erases that
install.

The command asks for a confirmation. Without a terminal it requires --yes. Erasing twice has no further
effect.

` + appworker.ExitCodes("0 erased", "1 the app does not load", "6 cancelled, or --yes is missing"),
		Example: `  svc installs erase 1000001
  svc installs erase 1000001 --env production --yes`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := appworker.CheckInstallID(args[0]); err != nil {
				return err
			}
			if !f.yes && !env.CanPrompt() {
				return cli.ConfirmationRequired("add --yes to erase the data for good")
			}
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error { return f.erase(cmd.Context(), env, t, args[0]) })
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&f.yes, "yes", false, "skip the confirmation")
	return cmd
}

func (f *flags) erase(ctx context.Context, env *cli.Env, t *appworker.Target, id string) error {
	if !f.yes {
		install, err := t.Client.Install(ctx, id)
		if err != nil && !appworker.IsNotInstalled(err) {
			return t.Error(err)
		}
		if err := cli.NewPrompter(env).Confirm(eraseQuestion(id, install.State, t.Place())); err != nil {
			return err
		}
	}
	erased, err := t.Client.EraseInstall(ctx, id)
	if appworker.IsNotInstalled(err) {
		return cli.Usage(fmt.Sprintf("cannot erase %q: %s", id, appworker.Message(err)), "run 'svc installs list'")
	}
	if err != nil {
		return t.Error(err)
	}
	if f.json {
		return env.JSON(erasedDocument{1, erased})
	}
	env.Notef("erased all data of %s %s", installName(id), t.Place())
	return nil
}

// eraseQuestion asks for the confirmation.
func eraseQuestion(id, state, where string) string {
	if state == "" {
		state = "not installed"
	}
	return fmt.Sprintf("Erase all data of %s (%s) %s? This cannot be undone.", installName(id), state, where)
}
