// This file is `svc checkpoint`: flags -> internal/checkpoint -> print.

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/typo"
)

// devProject is what --project calls the state of this machine.
const devProject = "dev"

// tableFormat is the format for people.
const tableFormat = "table"

// usualSince is how far back a window reaches when the flags say nothing.
const usualSince = "24h"

// checkpointEvery is how often --watch reads.
const checkpointEvery = 5 * time.Second

// groupings are what --by may say.
var groupings = []string{"capability", "portal", "outcome"}

// checkpointOptions are the flags of `svc checkpoint`.
type checkpointOptions struct {
	controlFlags
	project, since, by, compare, assert, format string
	json, watch                                 bool

	query checkpoint.Query
}

func newCheckpointCommand(env *cli.Env) *cobra.Command {
	o := &checkpointOptions{}
	cmd := &cobra.Command{
		Use:   "checkpoint --project <id>",
		Short: "Show what became of the project's invocations: totals and latency percentiles of a window",
		Long: `Show what became of the invocations of a project in a window of time: how many there were, how they ended,
and the percentiles of their durations, which are right to one percent. N is the sample behind every other
number of its row. An invocation that met a spent CRM budget is a success, and counted apart as backpressure.

The project's id leads to its app worker by .svc/project.json, for --env or production; --url names an app
worker directly. The project dev is the state of this machine, in .svc/state, which 'svc dev invoke' feeds.
Records arrive within about a minute, and are kept for 30 days. A window that reaches further back than two
hours begins with a whole hour.

--assert holds the window to a condition in the language of alert rules, such as 'p95 < 800 and error_rate < 0.01',
with the labels capability, kind and portal: 'errors{capability="sync-invoice"} == 0'. Without invocations
nothing but count has a value, and a condition on a missing value does not hold.

Exit codes:
    0  read, and the assertion holds       1  the assertion does not hold
    2  usage    3  the tool failed    7  the control key is missing or refused
    8  no app worker answers    9  another process holds the state`,
		Example: `  svc checkpoint --project dev
  svc checkpoint --project prj_2f9c --since 7d --by capability --compare previous
  svc checkpoint --project prj_2f9c --env staging --since 30m --assert 'count > 20 and error_rate < 0.01'
  svc checkpoint --project prj_2f9c --json | jq .current.totals.latencyMs.p95
  svc checkpoint --project prj_2f9c --by capability --format prom`,
		Args: usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.validate(cmd); err != nil {
				return err
			}
			if o.watch {
				return watchCheckpoint(cmd.Context(), env, o)
			}
			return runCheckpoint(cmd.Context(), env, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.project, "project", "", "the project's `id`, or dev for the state of this machine (required)")
	f.StringVar(&o.since, "since", usualSince, "how far back the window reaches, a `span` such as 30m, 24h or 7d")
	f.StringVar(&o.by, "by", "", "`what` to group by: "+strings.Join(groupings, ", "))
	f.StringVar(&o.compare, "compare", "", "`what` to compare with: previous, the window of the same length before")
	f.BoolVar(&o.watch, "watch", false, "read again every five seconds")
	f.StringVar(&o.assert, "assert", "", "fail unless this `condition` holds over the window")
	f.BoolVar(&o.json, "json", false, "print one JSON document; the same as --format json")
	f.StringVar(&o.format, "format", tableFormat, "`format`: "+strings.Join(checkpointFormats(), ", "))
	o.add(cmd)
	return cmd
}

func checkpointFormats() []string { return append([]string{tableFormat}, checkpoint.FormatNames()...) }

// validate refuses values and combinations of flags that mean nothing.
func (o *checkpointOptions) validate(cmd *cobra.Command) error {
	switch {
	case o.project == "":
		return cli.Usage(
			"--project is missing",
			"write --project <id>, as .svc/project.json has it, or --project dev for the state of this machine",
		)
	case o.project == devProject && (o.url != "" || o.env != ""):
		return cli.Usage(
			"--project dev is the state of this machine, and takes neither --url nor --env", "name the project by its id",
		)
	case o.json && cmd.Flags().Changed("format") && o.format != "json":
		return cli.Usage("--json and --format "+o.format+" exclude each other", "leave out one of the two")
	case o.compare != "" && o.compare != "previous":
		return cli.Usage(fmt.Sprintf("--compare cannot be %q", o.compare), "write --compare previous")
	}
	if o.json {
		o.format = "json"
	}
	if err := oneOf("--format", o.format, checkpointFormats()); err != nil {
		return err
	}
	if o.by != "" {
		if err := oneOf("--by", o.by, groupings); err != nil {
			return err
		}
	}
	if o.watch && o.assert != "" {
		return cli.Usage(
			"--watch and --assert exclude each other", "an assertion is about one window: leave out one of the two",
		)
	}
	if o.watch && o.format != tableFormat && o.format != "json" {
		return cli.Usage(
			"--watch cannot write "+o.format+" again and again",
			"write --format table, or --format json for one document a line",
		)
	}
	return o.readQuery()
}

// readQuery reads the values that have a language of their own.
func (o *checkpointOptions) readQuery() (err error) {
	o.query = checkpoint.Query{By: o.by, Compare: o.compare != ""}
	if o.query.Since, err = checkpoint.ParseSpan(o.since); err != nil {
		return cli.Usage("--since: "+err.Error(), "write a span such as 30m, 24h or 7d, at most 30d")
	}
	if o.query.Compare && 2*o.query.Since.Duration > checkpoint.Kept {
		return cli.Usage(
			"--compare previous has nothing to compare "+o.since+" with",
			"checkpoints are kept for 30 days: write --since 15d or less",
		)
	}
	if o.assert == "" {
		return nil
	}
	if o.query.Assert, err = alertexpr.Parse(o.assert); err != nil {
		return cli.Usage("--assert: "+err.Error(), assertFix(err))
	}
	return nil
}

func assertFix(err error) string {
	var told *alertexpr.Error
	if errors.As(err, &told) && len(told.Known) > 0 {
		if near := typo.Nearest(told.Word, told.Known); near != "" {
			return fmt.Sprintf("did you mean %s? known are %s", near, strings.Join(told.Known, ", "))
		}
		return "known are " + strings.Join(told.Known, ", ")
	}
	return `write conditions such as 'p95 < 800 and error_rate{kind="sync"} < 0.01'`
}

// runCheckpoint reads and prints once.
func runCheckpoint(ctx context.Context, env *cli.Env, o *checkpointOptions) error {
	report, err := readCheckpoint(ctx, env, o)
	if err != nil {
		return err
	}
	if err := printCheckpoint(env, o, report); err != nil {
		return err
	}
	return failedAssertion(report)
}

// watchCheckpoint reads and prints until a signal comes. The state of this machine is held for as long as one
// reading takes.
func watchCheckpoint(parent context.Context, env *cli.Env, o *checkpointOptions) error {
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	next := time.NewTicker(checkpointEvery)
	defer next.Stop()
	for {
		report, err := readCheckpoint(ctx, env, o)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		env.ClearScreen()
		if err := printCheckpoint(env, o, report); err != nil {
			return err
		}
		select {
		case <-next.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
