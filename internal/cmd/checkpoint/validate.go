package checkpoint

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

func formats() []string { return append([]string{tableFormat}, checkpoint.FormatNames()...) }

// validate rejects invalid values and combinations of flags.
func (o *options) validate(cmd *cobra.Command) error {
	if o.project == "" && o.URL == "" && o.Env == "" { // as in the other commands that ask an app worker
		o.project = devProject
	}
	switch {
	case o.project == devProject && (o.URL != "" || o.Env != ""):
		return cli.Usage("--project dev is the local state, and excludes --url and --env", "use the project's id")
	case o.json && cmd.Flags().Changed("format") && o.format != "json":
		return cli.Usage("--json and --format "+o.format+" exclude each other", "leave out one of them")
	}
	if o.compare != "" {
		if err := cmdutil.OneOf("--compare", o.compare, []string{"previous"}); err != nil {
			return err
		}
	}
	if o.json {
		o.format = "json"
	}
	if err := cmdutil.OneOf("--format", o.format, formats()); err != nil {
		return err
	}
	if o.by != "" {
		if err := cmdutil.OneOf("--by", o.by, checkpoint.Groupings()); err != nil {
			return err
		}
	}
	if o.watch && o.assert != "" {
		return cli.Usage("--watch and --assert exclude each other", "leave out one of them")
	}
	if o.watch && o.format != tableFormat && o.format != "json" {
		return cli.Usage(
			"--watch and --format "+o.format+" exclude each other",
			"use --format table, or --format json for one document per line",
		)
	}
	return o.readQuery(cmd.Context())
}

// readQuery parses --since and --assert.
func (o *options) readQuery(ctx context.Context) (err error) {
	o.query = checkpoint.Query{By: o.by, Compare: o.compare != ""}
	if o.query.Since, err = checkpoint.ParseSpan(o.since); err != nil {
		return cli.Usage("--since: "+err.Error(), "write a span such as 30m, 24h or 7d, at most 30d")
	}
	if o.query.Compare && 2*o.query.Since.Duration > checkpoint.Kept {
		return cli.Usage(
			"--compare previous has no data to compare "+o.since+" with",
			"checkpoints are kept for 30 days: use --since 15d or less",
		)
	}
	if o.assert == "" {
		return nil
	}
	o.query.Assert, err = appworker.Assertion(ctx, "--assert", o.assert)
	return err
}
