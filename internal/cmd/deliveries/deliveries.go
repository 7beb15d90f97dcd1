// Package deliveries implements `svc deliveries`, which lists, shows and replays failed deliveries.
package deliveries

import (
	"fmt"
	"net/http"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// flags are the flags of all subcommands.
type flags struct {
	appworker.InstallFlags
	json bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	return cmdutil.Group(&cobra.Command{
		Use:   "deliveries <command>",
		Short: "List, show and replay failed deliveries",
		Long: `List, show and replay failed deliveries: webhook deliveries that a trigger did not accept, and posts that
a push source did not accept. A copy is kept for 7 days, or for deliveries.keepDays of defineApp, and
deleted once the delivery is accepted.

A copy is redacted like logs. If redaction changes it, the original is kept encrypted, for the replay. At
most 500 copies are kept for each install, and no content of more than 131,072 characters.

Without --url or --env the commands ask the server of 'svc dev', or read the local state in .svc/state.`,
		Example: `  svc deliveries list
  svc deliveries show 5ab2c0e9d3f14a7788b1c2d3
  svc deliveries replay 5ab2c0e9d3f14a7788b1c2d3 --install 1000001 --env production`,
	}, newListCommand(env), newShowCommand(env), newReplayCommand(env))
}

func (f *flags) addTo(cmd *cobra.Command) {
	f.AddTo(cmd)
	cmdutil.AddJSONFlag(cmd.Flags(), &f.json)
}

// unknown is the error for an id that is not a failed delivery, or no longer.
func (f *flags) unknown(t *appworker.Target, id string, err error) error {
	if !appworker.IsError(err, http.StatusNotFound, "unknown_delivery") {
		return err
	}
	why := t.Place()
	if f.Install != "" {
		why = "for the install " + f.Install + " " + t.Place()
	}
	return &cli.Error{
		Code: cli.ExitNegative, What: fmt.Sprintf("no failed delivery %q", id), Why: why,
		Fix: "run 'svc deliveries list': a delivery that was accepted leaves the list", Err: err,
	}
}
