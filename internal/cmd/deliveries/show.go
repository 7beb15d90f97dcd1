package deliveries

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

func newShowCommand(env *cli.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "show <delivery>",
		Short: "Show a failed delivery with its redacted content",
		Long: `Show a failed delivery: its target, last answer, times and content. The content is redacted like logs;
replay uses the original.

` + appworker.ExitCodes("0 success", "1 unknown delivery, not installed, or the app does not load"),
		Example: `  svc deliveries show 5f0c1d2e3a4b5c6d7e8f9a0b
  svc deliveries show 5f0c1d2e3a4b5c6d7e8f9a0b --env production --json | jq .delivery`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error {
				return f.show(cmd.Context(), env, t, args[0])
			})
		},
	}
	f.addTo(cmd)
	return cmd
}

func (f *flags) show(ctx context.Context, env *cli.Env, t *appworker.Target, id string) error {
	one, err := t.Client.Delivery(ctx, f.Install, id)
	if err != nil {
		return f.unknown(t, id, err)
	}
	if f.json {
		return env.JSON(showDocument{1, one})
	}
	rows := [][]string{
		{"delivery", one.ID}, {"target", targetText(one)}, {"answer", fmt.Sprintf("%d %s", one.Status, one.Error)},
		{"message", one.Message}, {"first", cmdutil.TimeText(one.At)}, {"last", cmdutil.TimeText(one.LastAt)},
		{"count", strconv.Itoa(one.Times)},
	}
	if one.PortalID != nil {
		rows = append(rows, []string{"portal", strconv.FormatInt(*one.PortalID, 10)})
	}
	if !one.Replayable {
		rows = append(rows, []string{"replay", fmt.Sprintf("not possible: %d characters, or no sealing key", one.Size)})
	}
	return env.Table(nil, append(rows, []string{"content", cmdutil.CompactJSON(one.Content)}))
}

// showDocument is the output of --json.
type showDocument struct {
	SchemaVersion int              `json:"schemaVersion"`
	Delivery      control.Delivery `json:"delivery"`
}
