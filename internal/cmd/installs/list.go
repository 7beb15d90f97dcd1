package installs

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

func newListCommand(env *cli.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the installs of the app",
		Long: `List the installs of the app in the order of their portals: id, state, and since when.

Exit codes: 0 listed, 2 usage, 3 the tool failed, 7 the control key is missing or refused, 8 the app worker
gives no answer, 9 another process holds the state.`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.Context(), env, func(t *appworker.Target) error { return f.list(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	return cmd
}

func (f *flags) list(ctx context.Context, env *cli.Env, t *appworker.Target) error {
	installs, err := t.Client.Installs(ctx)
	if err != nil {
		return t.Error(err)
	}
	if f.json {
		return env.JSON(installsDocument{1, installs})
	}
	if len(installs) == 0 {
		env.Notef("nobody has installed the app, says %s", t.Where)
		return nil
	}
	return printInstalls(env, installs)
}
