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
		Short: "Show a poison row with its redacted data",
		Long: `Show a poison row: its key, reason, time, number of occurrences, the run and cursor of its page, and its
data from the source. The data is redacted like logs; retry uses the original data.

Exit codes: 0 success, 1 unknown row, or not installed,
` + appworker.Exits + `.`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), env, func(t *appworker.Target) error {
				return f.showRow(cmd.Context(), env, t, args[0])
			})
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
