package sync

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

func newPoisonShowCommand(env *cli.Env) *cobra.Command {
	f := &commonFlags{}
	cmd := &cobra.Command{
		Use:   "show <row>",
		Short: "Show a row that was set aside with its data, redacted",
		Long: `Show a row that was set aside: its key, why, since when and how often, the run and the cursor of its page, and its
data as the source gave it. What the app redacts in logs is redacted here too; retry has the sync take the row as it came.

Exit codes: 0 shown, 1 no such row is set aside, or the app is not installed there, ` + commonExits + `.`,
		Args: cmdutil.UsageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), env, func(t *appworker.Target) error { return f.showRow(cmd.Context(), env, t, args[0]) })
		},
	}
	f.addTo(cmd)
	return cmd
}

func (f *commonFlags) showRow(ctx context.Context, env *cli.Env, t *appworker.Target, id string) error {
	row, err := t.Client.PoisonRow(ctx, f.install, id)
	if isUnknownRow(err) {
		return unknownRow(t, f.install, []string{id})
	}
	if err != nil {
		return err
	}
	if f.json {
		return env.JSON(rowDocument{1, row})
	}
	return printPoisonRow(env, row)
}
