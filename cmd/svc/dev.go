// This file is `svc dev`, the parent of the commands that run an app on this machine.

package main

import (
	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
)

func newDevCommand(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dev <command>",
		Short: "Run an app on this machine",
		// As for the root: how far off a mistyped command is still recognised.
		SuggestionsMinimumDistance: 2,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			return cli.Usage("'svc dev' needs a command: in this version that is 'svc dev invoke'", "run one capability with 'svc dev invoke <capability-id>'")
		},
	}
	cmd.AddCommand(newInvokeCommand(env, invoke))
	return cmd
}
