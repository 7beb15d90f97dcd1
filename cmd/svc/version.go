// This file is `svc version`.

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
)

func newVersionCommand(env *cli.Env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return env.JSON(map[string]string{"version": version})
			}
			_, err := fmt.Fprintln(env.Out, "svc "+version)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}
