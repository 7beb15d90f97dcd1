package served

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/live"
)

type faultOptions struct {
	dir                 string
	list, clear, asJSON bool
	lasts               time.Duration
	rate                float64
	method, path        string
}

func newFaultCommand(env *cli.Env) *cobra.Command {
	o := &faultOptions{}
	cmd := &cobra.Command{
		Use:   "fault [fault]",
		Short: "Make the emulated CRM of the running server fail",
		Long: `Make the emulated CRM of the server that 'svc dev' runs in this folder fail, until the fault ends, --clear
removes it, or the app restarts. Faults add up: the first one that hits a call decides.

` + faultLines() + `  400 … 599     the CRM answers this status

In --path, * matches any text within a segment, and ** as the last segment any rest. revoked hits all calls, so
it takes neither --path nor --method. --list shows the active faults with the calls that they hit.

Exit codes: 0 success, 1 the app does not load, 2 usage error, 3 internal error, 9 no running server.`,
		Example: `  svc dev fault 429-daily --for 30s
  svc dev fault 5xx --rate .1 --path '/crm/v3/objects/contacts/**'
  svc dev fault --list
  svc dev fault --clear`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			request, err := o.request(args, cmd.Flags().Changed)
			if err != nil {
				return err
			}
			var active []crmsim.FaultView
			c := caller{env, o.dir, "svc dev fault", faultFix}
			if err := c.ask(cmd.Context(), live.FaultPath, request, &active); err != nil {
				return err
			}
			if o.asJSON {
				return env.JSON(faultsDocument{1, active})
			}
			return printFaults(env, active)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.list, "list", false, "list the active faults")
	f.BoolVar(&o.clear, "clear", false, "remove all faults")
	f.DurationVar(&o.lasts, "for", 0, "end the fault after this `duration` (default: it has no end)")
	f.Float64Var(&o.rate, "rate", 1, "hit this `share` of the calls, up to 1")
	f.StringVar(&o.method, "method", "", "hit calls with this HTTP `method` only")
	f.StringVar(&o.path, "path", "", "hit calls of this `path` only, as in '/crm/v3/objects/**'")
	cmdutil.AddDirFlag(f, &o.dir)
	cmdutil.AddJSONFlag(f, &o.asJSON)
	return cmd
}

// ofFault are the flags about the fault that is added.
var ofFault = []string{"for", "rate", "method", "path"}

const faultFix = "run 'svc dev fault --help' for the faults and their flags"

// request returns what the flags and arguments ask for.
func (o *faultOptions) request(args []string, has func(flag string) bool) (live.FaultRequest, error) {
	request := live.FaultRequest{
		Clear: o.clear, ForMs: o.lasts.Milliseconds(), Rate: o.rate, Method: strings.ToUpper(o.method), Path: o.path,
	}
	switch {
	case len(args) == 0 && !o.list && !o.clear:
		return request, cli.Usage("name a fault, or add --list or --clear", faultFix)
	case o.list && (o.clear || len(args) > 0):
		return request, cli.Usage("--list takes no fault and excludes --clear", faultFix)
	case len(args) == 0 && slices.ContainsFunc(ofFault, has):
		flag := ofFault[slices.IndexFunc(ofFault, has)]
		return request, cli.Usage("--"+flag+" needs a fault that it is about", faultFix)
	case !(o.rate > 0 && o.rate <= 1):
		return request, cli.Usage(fmt.Sprintf("invalid --rate %v: expected more than 0 and up to 1", o.rate), faultFix)
	case o.lasts < 0 || o.lasts > 0 && o.lasts < time.Millisecond:
		return request, cli.Usage(fmt.Sprintf("invalid --for %s: expected a duration of 1ms or more", o.lasts), faultFix)
	}
	if len(args) == 1 {
		request.Name = args[0]
	}
	if !request.IsKnown() { // also without a server
		fix := cli.Suggest(request.Name, faultNames(), cli.ListNames("use a status such as 401, or one of", faultNames()))
		return request, cli.Usage(fmt.Sprintf("unknown fault %q", request.Name), fix)
	}
	if request.Method != "" {
		if err := cmdutil.OneOf("--method", request.Method, live.FaultMethods()); err != nil {
			return request, err
		}
	}
	if err := request.Check(); err != nil {
		return request, cli.Usage(err.Error(), "leave out --path and --method, or name a status such as 401")
	}
	return request, nil
}

// faultsDocument is the output of --json.
type faultsDocument struct {
	SchemaVersion int                `json:"schemaVersion"`
	Faults        []crmsim.FaultView `json:"faults"`
}

func printFaults(env *cli.Env, active []crmsim.FaultView) error {
	if len(active) == 0 {
		env.Notef("no faults are active")
		return nil
	}
	rows := make([][]string, len(active))
	for i, f := range active {
		left := "no end"
		if f.LeftMs > 0 {
			left = cli.Duration(time.Duration(f.LeftMs) * time.Millisecond)
		}
		calls := strings.TrimSpace(f.Method + " " + f.Path)
		if calls == "" {
			calls = "all"
		}
		share := strconv.FormatFloat(100*f.Probability, 'f', -1, 64) + " %"
		rows[i] = []string{f.Name, calls, share, left, strconv.Itoa(f.Strikes)}
	}
	return env.Table([]string{"FAULT", "CALLS", "RATE", "LEFT", "HIT"}, rows)
}

func faultNames() (names []string) {
	for _, kind := range live.FaultKinds() {
		names = append(names, kind.Name)
	}
	return names
}

// faultLines lists the faults by name.
func faultLines() string {
	var b strings.Builder
	for _, kind := range live.FaultKinds() {
		fmt.Fprintf(&b, "  %-12s  %s\n", kind.Name, kind.Effect)
	}
	return b.String()
}
