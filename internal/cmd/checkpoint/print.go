package checkpoint

import (
	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
)

// printReport writes the report to Out. With the table format it writes a summary to Err.
func printReport(env *cli.Env, o *options, report *checkpoint.Report) error {
	switch {
	case o.format == "json" && o.watch:
		return env.JSONLine(report.Document()) // one document per line
	case o.format != tableFormat:
		return checkpoint.Write(env.Out, o.format, report)
	}
	for _, line := range report.Words(env.Getenv("TERM") == "dumb") {
		env.Notef("%s", line)
	}
	rows := report.Rows()
	cells := make([][]string, len(rows))
	for i, row := range rows {
		cells[i] = row.Cells()
	}
	if err := env.Table(checkpoint.Heads(), cells); err != nil {
		return err
	}
	if report.Verdict != nil && report.Verdict.Holds {
		env.Notef("the assertion holds: %s", report.Verdict.Values())
	}
	return nil
}

// failedAssertion returns an error with the values if the assertion does not hold.
func failedAssertion(report *checkpoint.Report) error {
	v := report.Verdict
	if v == nil || v.Holds {
		return nil
	}
	return &cli.Error{
		Code: cli.ExitNegative, What: "the assertion does not hold: " + v.Expr, Why: v.Values(),
		Fix: "run it with --by capability, or with --json for all numbers",
	}
}
