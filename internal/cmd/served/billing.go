package served

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

type billingOptions struct{ ofInstall }

func newBillingCommand(env *cli.Env) *cobra.Command {
	o := &billingOptions{ofInstall{env: env}}
	cmd := &cobra.Command{
		Use:   "billing <command>",
		Short: "Show and change the plan of an install",
		Long: `Show the plan of an install and what its meters have counted, and change the plan, on the server that 'svc dev'
runs in this folder. The app needs a billing catalog. In a deployed app, your payment system sets the plan over
HTTP: see 'svc docs billing'.

Exit codes: 0 success, 1 the app does not load, 2 usage error, 3 internal error, 9 no running server.`,
		Example: `  svc dev billing show
  svc dev billing set '{"plan": "team"}'`,
		Args: cmdutil.Subcommand,
	}
	cmdutil.Group(cmd)
	cmd.AddCommand(o.showCommand(), o.setCommand())
	cmdutil.AddExitCodes(cmd)
	o.addTo(cmd)
	return cmd
}

// billingDocument is the output of --json.
type billingDocument struct {
	SchemaVersion int            `json:"schemaVersion"`
	Billing       installBilling `json:"billing"`
}

// installBilling is the billing state of an install, and what its meters have counted.
type installBilling struct {
	Install string `json:"install"`
	// Snapshot is the state that was set; null for the default plan.
	Snapshot json.RawMessage `json:"snapshot"`
	// Plan is null for an install without a plan, and so without features.
	Plan     *string               `json:"plan"`
	Status   string                `json:"status"`
	Features []string              `json:"features"`
	Meters   map[string]meterCount `json:"meters"`
}

// meterCount is what a meter has counted in its period. Limit is null without a limit.
type meterCount struct {
	PeriodStart string          `json:"periodStart"`
	PeriodEnd   *string         `json:"periodEnd"`
	Used        float64         `json:"used"`
	Reserved    float64         `json:"reserved"`
	Limit       *float64        `json:"limit"`
	Previous    json.RawMessage `json:"previous,omitempty"`
}

func (o *billingOptions) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show",
		Short: "Show the plan, features and meters of an install",
		Example: `  svc dev billing show
  svc dev billing show --install 1000001 --json`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			found, err := o.call(cmd.Context(), http.MethodGet, nil)
			if err != nil {
				return err
			}
			if o.asJSON {
				return o.env.JSON(found)
			}
			return printBilling(o.env, found.Billing)
		},
	}
}

func (o *billingOptions) setCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "set <json>",
		Short: "Set the billing state of an install, which is JSON",
		Long: `Set the billing state of an install: its plan, status (trialing, active, past_due or canceled), period, and
features and limits that differ from those of the plan. The JSON may be @file, or - for standard input.

Missing members get defaults: status active, no period, and the current time as version. A version that you set
must be higher than the stored one.`,
		Example: `  svc dev billing set '{"plan": "team"}'
  svc dev billing set @state.json --install 1000001`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			given, err := cmdutil.ReadJSONObject(o.env, "the billing state", args[0])
			if err != nil {
				return err
			}
			state := map[string]json.RawMessage{}
			if err := json.Unmarshal(given, &state); err != nil {
				return cmdutil.InternalError(err.Error(), err)
			}
			err = withDefaults(state, map[string]any{
				"status": "active", "periodStart": nil, "periodEnd": nil, "version": o.env.Now().UnixMilli(),
			})
			if err != nil {
				return err
			}
			found, err := o.call(cmd.Context(), http.MethodPut, state)
			if err != nil {
				return err
			}
			if o.asJSON {
				return o.env.JSON(found)
			}
			o.env.Notef("install %s has the plan %s, %s", found.Billing.Install, found.Billing.plan(), found.Billing.Status)
			return nil
		},
	}
}

// call calls the route of the install.
func (o *billingOptions) call(ctx context.Context, method string, in any) (found billingDocument, err error) {
	const command = "svc dev billing"
	install, err := o.choose(ctx, command)
	if err != nil {
		return found, err
	}
	found.SchemaVersion = 1
	const fix = "run 'svc docs billing' for the catalog and the state"
	err = caller{o.env, o.dir, command, fix}.control(ctx, method, "billing/"+url.PathEscape(install), in, &found)
	return found, err
}

func printBilling(env *cli.Env, of installBilling) error {
	rows := [][]string{
		{"install", of.Install}, {"plan", of.plan()}, {"status", of.Status},
		{"features", strings.Join(of.Features, ", ")},
	}
	for _, id := range slices.Sorted(maps.Keys(of.Meters)) {
		meter := of.Meters[id]
		count := number(meter.Used)
		if meter.Limit != nil {
			count += " of " + number(*meter.Limit)
		}
		if meter.Reserved > 0 {
			count += ", " + number(meter.Reserved) + " reserved"
		}
		rows = append(rows, []string{"meter " + id, fmt.Sprintf("%s since %s", count, wholeSeconds(meter.PeriodStart))})
	}
	return env.Table([]string{"", ""}, rows)
}

// wholeSeconds returns a time as the other commands print it, or the text if it is not one.
func wholeSeconds(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return cmdutil.TimeText(at.UnixMilli())
}

// plan returns the plan as a text.
func (b installBilling) plan() string {
	if b.Plan == nil {
		return "none"
	}
	return *b.Plan
}

func number(of float64) string { return strconv.FormatFloat(of, 'f', -1, 64) }
