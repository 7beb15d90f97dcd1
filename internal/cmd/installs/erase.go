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
		Short: "Erase all that is kept for a portal, at once",
		Long: `Erase all that is kept for a portal: its install with tokens, configuration, ctx.store, runs and usage,
and what is recorded of its invocations. It cannot be undone. The app stays installed in the CRM, where only the
portal can uninstall it; for svc it must be installed again to run there.

In an app with static auth the portal shares the one install, called static, which is erased with it.

It asks first; where nobody can be asked it needs --yes. Erasing twice does no harm.

Exit codes: 0 erased, 2 usage, 3 the tool failed, 6 declined or nobody could be asked, 7 the control key is
missing or refused, 8 the app worker gives no answer, 9 another process holds the state.`,
		Args: cmdutil.UsageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := appworker.CheckInstallID(args[0]); err != nil {
				return err
			}
			if !f.yes && !env.CanPrompt() {
				return &cli.Error{
					Code: cli.ExitWouldPrompt, What: "--yes is missing, and there is no terminal to ask on",
					Fix: "add --yes: what is erased cannot be brought back",
				}
			}
			return f.run(cmd.Context(), env, func(t *appworker.Target) error { return f.erase(cmd.Context(), env, t, args[0]) })
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&f.yes, "yes", false, "erase without asking")
	return cmd
}

func (f *flags) erase(ctx context.Context, env *cli.Env, t *appworker.Target, id string) error {
	if !f.yes {
		install, err := t.Client.Install(ctx, id)
		if err != nil && !appworker.IsNotInstalled(err) {
			return t.Error(err)
		}
		if err := cli.NewPrompter(env).Confirm(eraseQuestion(id, install.State, t.Where)); err != nil {
			return err
		}
	}
	erased, err := t.Client.EraseInstall(ctx, id)
	if appworker.IsNotInstalled(err) {
		return cli.Usage(fmt.Sprintf("%q cannot be erased: %s", id, appworker.Message(err)), "see svc installs list")
	}
	if err != nil {
		return t.Error(err)
	}
	if f.json {
		return env.JSON(erasedDocument{1, erased})
	}
	env.Notef("erased: nothing is kept for %s any more, in %s", installName(id), t.Where)
	return nil
}

// eraseQuestion names what is about to be lost.
func eraseQuestion(id, state, where string) string {
	if state == "" {
		state = "not installed"
	}
	return fmt.Sprintf("erase all that is kept for %s (%s) in %s? It cannot be undone.", installName(id), state, where)
}
