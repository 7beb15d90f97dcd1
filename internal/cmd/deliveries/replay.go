package deliveries

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

func newReplayCommand(env *cli.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "replay <delivery>...",
		Short: "Run failed deliveries again",
		Long: `Run failed deliveries again with their original content, in the order of the arguments. A replay has the
identity of the delivery: what its trigger has accepted meanwhile does not run again. A post to a push
source is received again for this install only.

A delivery that is accepted leaves the list. One that fails again stays, and the next one runs. Local
deliveries are replayed by the server of 'svc dev'.

` + appworker.ExitCodes(
			"0 all accepted", "1 a delivery failed again or is unknown, not installed, or the app does not load",
		),
		Example: `  svc deliveries replay 5ab2c0e9d3f14a7788b1c2d3
  svc deliveries list --json | jq -r '.deliveries[].id' | xargs svc deliveries replay`,
		Args: cmdutil.MinimumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error {
				return f.replay(cmd.Context(), env, t, args)
			})
		},
	}
	f.addTo(cmd)
	return cmd
}

func (f *flags) replay(ctx context.Context, env *cli.Env, t *appworker.Target, ids []string) error {
	if t.Idle {
		return cli.Usage("no server is running in this folder", "start 'svc dev', or name a deployed app with --env")
	}
	done := replayDocument{SchemaVersion: 1, Replayed: []replayed{}}
	failed := 0
	for _, id := range ids {
		accepted, err := t.Client.ReplayDelivery(ctx, f.Install, id)
		if err != nil {
			return f.unknown(t, id, err)
		}
		done.Replayed = append(done.Replayed, replayed{id, accepted})
		if !accepted {
			failed++
		}
		if !f.json {
			env.Notef("%s %s", id, outcomeText(id, accepted))
		}
	}
	if f.json {
		if err := env.JSON(done); err != nil {
			return err
		}
	}
	if failed > 0 {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}

func outcomeText(id string, accepted bool) string {
	if accepted {
		return "was accepted"
	}
	return "failed again: see 'svc deliveries show " + id + "'"
}

// The output of --json.
type (
	replayDocument struct {
		SchemaVersion int        `json:"schemaVersion"`
		Replayed      []replayed `json:"replayed"`
	}
	replayed struct {
		ID       string `json:"id"`
		Accepted bool   `json:"accepted"`
	}
)
