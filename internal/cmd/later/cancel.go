package later

import (
	"context"
	"fmt"
	"net/http"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

func newCancelCommand(env *cli.Env) *cobra.Command {
	f := &commonFlags{}
	cmd := &cobra.Command{
		Use:   "cancel <call>",
		Short: "Cancel a waiting call",
		Long: `Cancel a call that waits for its time or for another attempt. An attempt that has begun is not interrupted.

` + appworker.ExitCodes("0 cancelled", "1 no such waiting call, not installed, or the app does not load"),
		Example: `  svc later cancel remind/ada@example.com
  svc later cancel 5ab2c0e9 --install 1000001 --env production`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error {
				return f.cancel(cmd.Context(), env, t, args[0])
			})
		},
	}
	f.addTo(cmd)
	return cmd
}

// cancelDocument is the output of --json.
type cancelDocument struct {
	SchemaVersion int    `json:"schemaVersion"`
	Install       string `json:"install"`
	ID            string `json:"id"`
}

func (f *commonFlags) cancel(ctx context.Context, env *cli.Env, t *appworker.Target, id string) error {
	install, err := t.Client.CancelLater(ctx, f.Install, id)
	if appworker.IsError(err, http.StatusNotFound, "unknown_later") {
		return &cli.Error{
			Code: cli.ExitNegative, What: fmt.Sprintf("no waiting call %q %s", id, t.Place()),
			Fix: "run 'svc later list'", Err: err,
		}
	}
	if err != nil {
		return err
	}
	if f.json {
		return env.JSON(cancelDocument{1, install, id})
	}
	env.Notef("cancelled %s %s", id, t.Place())
	return nil
}
