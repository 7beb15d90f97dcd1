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

type listFlags struct {
	flags
	after string
	limit int
}

func newListCommand(env *cli.Env) *cobra.Command {
	f := &listFlags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List failed deliveries with their errors",
		Long: `List failed deliveries with their last answers, the oldest first. --limit is the number of deliveries,
and --after continues where a list ended, whatever was removed meanwhile.

` + appworker.ExitCodes("0 success", "1 not installed, or the app does not load"),
		Example: `  svc deliveries list
  svc deliveries list --json | jq -r '.deliveries[] | [.id, .message] | @tsv'`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.limit < 1 || f.limit > control.MaxDeliveries {
				return cli.Usage(
					fmt.Sprintf("invalid --limit %d: expected a number from 1 to %d", f.limit, control.MaxDeliveries),
					"list the others with --after",
				)
			}
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error { return f.list(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	cmd.Flags().IntVar(&f.limit, "limit", 50, "list this `number` of deliveries")
	cmd.Flags().StringVar(&f.after, "after", "", "list the deliveries after this `place`, as the output names it")
	return cmd
}

func (f *listFlags) list(ctx context.Context, env *cli.Env, t *appworker.Target) error {
	page, err := t.Client.Deliveries(ctx, f.Install, f.after, f.limit)
	switch {
	case err != nil:
		return err
	case f.json:
		return env.JSON(listDocument{1, page})
	case len(page.Deliveries) == 0:
		env.Notef("no failed deliveries %s", t.Place())
		return nil
	}
	rows := make([][]string, len(page.Deliveries))
	for i, one := range page.Deliveries {
		rows[i] = []string{
			one.ID, targetText(one), cmdutil.TimeText(one.LastAt), strconv.Itoa(one.Times), strconv.Itoa(one.Status),
			one.Message,
		}
	}
	if err := env.Table([]string{"DELIVERY", "TARGET", "LAST", "COUNT", "STATUS", "MESSAGE"}, rows); err != nil {
		return err
	}
	if page.Next != "" {
		env.Notef("there are more deliveries: add --after %s", page.Next)
	}
	return nil
}

// targetText names what a delivery was for.
func targetText(one control.Delivery) string { return one.Kind + " " + one.Worker + "/" + one.Target }

// listDocument is the output of --json.
type listDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	control.DeliveryPage
}
