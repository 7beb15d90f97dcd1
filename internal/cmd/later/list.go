package later

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
	commonFlags
	after string
	limit int
}

func newListCommand(env *cli.Env) *cobra.Command {
	f := &listFlags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List scheduled calls with their time and state",
		Long: `List the scheduled calls of one install in order of their ids, without their inputs. Calls that are done or
failed are listed for 7 days.

` + appworker.ExitCodes("0 success", "1 not installed, or the app does not load"),
		Example: `  svc later list
  svc later list --json | jq -r '.calls[] | select(.status == "failed") | [.id, .message] | @tsv'`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.limit < 1 || f.limit > control.MaxLaterCalls {
				return cli.Usage(
					fmt.Sprintf("invalid --limit %d: expected a number from 1 to %d", f.limit, control.MaxLaterCalls),
					"use --after for more calls",
				)
			}
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error { return f.list(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	cmd.Flags().IntVar(&f.limit, "limit", 50, "list this `number` of calls")
	cmd.Flags().StringVar(&f.after, "after", "", "list the calls after the call with this `id`")
	return cmd
}

// listDocument is the output of --json.
type listDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	control.LaterPage
}

func (f *listFlags) list(ctx context.Context, env *cli.Env, t *appworker.Target) error {
	page, err := t.Client.LaterCalls(ctx, f.Install, f.after, f.limit)
	if err != nil {
		return err
	}
	if f.json {
		return env.JSON(listDocument{1, page})
	}
	if len(page.Calls) == 0 {
		env.Notef("no scheduled calls %s", t.Place())
		return nil
	}
	rows := make([][]string, len(page.Calls))
	for i, one := range page.Calls {
		rows[i] = []string{
			one.ID, one.Worker + "/" + one.Capability, cmdutil.TimeText(one.At), one.Status, strconv.Itoa(one.Attempts),
			one.Message,
		}
	}
	if err := env.Table([]string{"CALL", "CAPABILITY", "TIME", "STATUS", "ATTEMPTS", "MESSAGE"}, rows); err != nil {
		return err
	}
	if page.Next != "" {
		env.Notef("there are more calls: add --after %s", page.Next)
	}
	return nil
}
