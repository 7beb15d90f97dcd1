package simulate

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/simulate"
)

// validate refuses values and combinations of flags that mean nothing.
func (o *options) validate(cmd *cobra.Command) error {
	o.callsGiven = cmd.Flags().Changed("calls")
	if cmd.Flags().Changed("rows") {
		if o.callsGiven {
			return cli.Usage(
				"--rows and --calls exclude each other",
				"give --rows for records that come to the capability, --calls for calls of it",
			)
		}
		o.calls = 0
		if err := inRange("--rows", o.rows, simulate.MaxInvocations); err != nil {
			return err
		}
	} else if err := inRange("--calls", o.calls, simulate.MaxInvocations); err != nil {
		return err
	}
	if err := inRange("--isolates", o.isolates, simulate.MaxIsolates); err != nil {
		return err
	}
	if o.over < 0 || o.over > simulate.LongestArrival {
		return cli.Usage(
			fmt.Sprintf("--over cannot be %v", o.over), "give a time such as 10m, at most "+simulate.LongestArrival.String(),
		)
	}
	if o.tier != "" {
		var err error
		if o.chosen, err = simulate.ParseTier(o.tier); err != nil {
			return cli.Usage(
				"--tier: "+err.Error(),
				"write "+strings.Join(simulate.TierNames(), ", ")+", or a private one with limit increases such as professional+1",
			)
		}
	}
	for _, text := range o.faults {
		fault, err := simulate.ParseFault(text)
		if err != nil {
			return cli.Usage(
				"--fault: "+err.Error(),
				"write a status such as 429 or 500, timeout, cut, malformed, latency=2s, index-lag=5s or daily, and a rate after it: 500@2%",
			)
		}
		o.broken = append(o.broken, fault)
	}
	if o.input == "-" && o.outside == "-" {
		return cli.Usage("standard input can be only one of --input and --outside", "give the other as JSON or @file")
	}
	_, err := capability.ParseKind(o.kind)
	return err
}

func inRange(flag string, n, most int) error {
	if n >= 1 && n <= most {
		return nil
	}
	return cli.Usage(fmt.Sprintf("%s cannot be %d", flag, n), fmt.Sprintf("give a whole number from 1 to %d", most))
}

// fits refuses what the kind of the capability has no use for.
func (o *options) fits(c devserver.Capability, input, outside json.RawMessage) error {
	isList := c.Kind == devserver.KindSource
	switch {
	case c.Kind == devserver.KindSync && o.rows > 0 && !c.HasSource:
		return cli.Usage(
			fmt.Sprintf("--rows is not for %q: a sync without a source has no rows but those that its handler makes", c.Name()),
			"use --calls, the number of its runs",
		)
	case c.Kind == devserver.KindSync && o.rows > 0 && !simulate.HasRows(outside):
		return cli.Usage(fmt.Sprintf("--rows of %q needs to know what its source is answered", c.Name()),
			`give --outside with a list of one row, its number as {n}, and the cursor as {next}: --outside '{"items": [{"id": "{n}"}], "next": "{next}"}'`)
	case c.Kind == devserver.KindSync && input != nil:
		return cli.Usage(fmt.Sprintf("--input is not for syncs: %q reads its own source", c.Name()), "leave out --input")
	case input != nil && !isList && input[0] != '{':
		return cmdutil.NotAnObject("--input", input)
	}
	return nil
}
