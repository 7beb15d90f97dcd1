// Package version implements `svc version`, which prints the version of svc.
package version

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// document is the output of --json.
type document struct {
	SchemaVersion int    `json:"schemaVersion"`
	Version       string `json:"version"`
	origin
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Print the version. With --json, also print the commit, its date, the version of Go and the platform.
Commit and date are null in a binary that was built without a repository.

Exit codes: 0 success, 2 usage error, 3 internal error.`,
		Example: `  svc version
  svc version --json | jq -r .version`,
		Args: cmdutil.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return env.JSON(document{1, env.Version, originOfBinary()})
			}
			_, err := fmt.Fprintln(env.Out, "svc "+env.Version)
			return err
		},
	}
	cmdutil.AddJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}
