// Package later implements `svc later`, which lists and cancels the calls that `ctx.later` has scheduled.
package later

import (
	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// commonFlags are the flags of all subcommands.
type commonFlags struct {
	appworker.InstallFlags
	json bool
}

func (f *commonFlags) addTo(cmd *cobra.Command) {
	f.AddTo(cmd)
	cmdutil.AddJSONFlag(cmd.Flags(), &f.json)
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	return cmdutil.Group(&cobra.Command{
		Use:   "later <command>",
		Short: "List and cancel scheduled calls",
		Long: `List and cancel the calls that handlers have scheduled with ctx.later. Each install has its own calls.
--install is the id of its portal; an app with static auth has one install and needs no --install.

Without --url or --env the commands ask the server of 'svc dev', or read the local state in .svc/state.`,
		Example: `  svc later list
  svc later list --install 1000001 --env production
  svc later cancel remind/ada@example.com`,
	}, newListCommand(env), newCancelCommand(env))
}
