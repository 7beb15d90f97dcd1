package simulate

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/simulate"
)

// validate rejects invalid values and combinations of flags.
func (o *options) validate(cmd *cobra.Command) error {
	o.callsGiven = cmd.Flags().Changed("calls")
	if cmd.Flags().Changed("rows") {
		if o.callsGiven {
			return cli.Usage(
				"--rows and --calls exclude each other",
				"use --rows for records to process, --calls for invocations",
			)
		}
		o.calls = 0
		if err := cmdutil.InRange("--rows", o.rows, 1, simulate.MaxInvocations); err != nil {
			return err
		}
	} else if err := cmdutil.InRange("--calls", o.calls, 1, simulate.MaxInvocations); err != nil {
		return err
	}
	if err := cmdutil.InRange("--isolates", o.isolates, 1, simulate.MaxIsolates); err != nil {
		return err
	}
	if o.over < 0 || o.over > simulate.LongestArrival {
		return cli.Usage(
			fmt.Sprintf("invalid --over %v: expected at most %s", o.over, cli.Duration(simulate.LongestArrival)),
			"write a duration such as 10m",
		)
	}
	if o.tier != "" {
		var err error
		if o.parsedTier, err = simulate.ParseTier(o.tier); err != nil {
			return cli.Usage(
				"--tier: "+err.Error(),
				"use "+cmdutil.AnyOf(simulate.TierNames())+", or add limit increases: professional+1",
			)
		}
	}
	for _, text := range o.faults {
		fault, err := simulate.ParseFault(text)
		if err != nil {
			return cli.Usage(
				"--fault: "+err.Error(),
				"use a status such as 429 or 500, timeout, cut, malformed, latency=2s, index-lag=5s or daily, with a rate: 500@2%",
			)
		}
		o.parsedFaults = append(o.parsedFaults, fault)
	}
	if o.input == "-" && o.outside == "-" {
		return cli.Usage("--input and --outside cannot both read standard input", "pass one of them as JSON or @file")
	}
	_, err := capability.ParseKind(o.kind)
	return err
}

// fits rejects flags that do not apply to the kind of the capability.
func (o *options) fits(c devserver.Capability, input, outside json.RawMessage) error {
	isList := c.Kind == devserver.KindSource
	switch {
	case c.Kind == devserver.KindSync && o.rows > 0 && !c.HasSource:
		return cli.Usage(
			fmt.Sprintf("--rows does not apply to %q: the sync has no source", c.Name()),
			"use --calls for the number of runs",
		)
	case c.Kind == devserver.KindSync && o.rows > 0 && !simulate.HasRows(outside):
		return cli.Usage(
			fmt.Sprintf("--rows of the sync %q requires --outside with the response of its source", c.Name()),
			"write a list of one row with its number as {n}, and the cursor as {next}: "+
				`--outside '{"items": [{"id": "{n}"}], "next": "{next}"}'`,
		)
	case c.Kind == devserver.KindSync && input != nil:
		return cli.Usage(
			fmt.Sprintf("--input does not apply to syncs: %q reads its own source", c.Name()), "leave out --input",
		)
	case input != nil && !isList && input[0] != '{':
		return cmdutil.NotAnObject("--input", input)
	}
	return nil
}
