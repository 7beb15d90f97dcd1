// Package version is svc version.
package version

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cmdutil.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return env.JSON(struct {
					SchemaVersion int    `json:"schemaVersion"`
					Version       string `json:"version"`
				}{1, env.Version})
			}
			_, err := fmt.Fprintln(env.Out, "svc "+env.Version)
			return err
		},
	}
	cmdutil.AddJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}
