package check

import (
	"fmt"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/projectfs"
)

// applyBaseline removes the accepted findings from the report, or writes a new baseline. It returns notes to print.
func (o *options) applyBaseline(env *cli.Env, report *cli.Report) (notes []string, err error) {
	if o.baseline == "" {
		return nil, nil
	}
	if o.updateBaseline {
		return o.writeBaseline(env, report)
	}
	baseline, err := o.readBaseline(env)
	if err != nil {
		return nil, err
	}
	var gone int
	report.Findings, report.Tolerated, gone = baseline.Apply(report.Findings)
	if gone > 0 {
		notes = append(notes, fmt.Sprintf(
			"%s has %s: run 'svc check %s --baseline %s --update-baseline'",
			o.baseline, cli.Count(gone, "obsolete finding"), o.folder, o.baseline,
		))
	}
	return notes, nil
}

func (o *options) readBaseline(env *cli.Env) (*checker.Baseline, error) {
	data, err := projectfs.ReadNamed(env.Path(o.baseline), o.dir, projectfs.MaxFile)
	if err != nil {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read the baseline %q", o.baseline), Why: cli.Reason(err), Err: err,
			Fix: "create it with --update-baseline, or leave out --baseline",
		}
	}
	baseline, err := checker.ParseBaseline(data)
	if err != nil {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read the baseline %q", o.baseline), Why: cli.Reason(err), Err: err,
			Fix: "write it again with --update-baseline",
		}
	}
	return baseline, nil
}

// writeBaseline accepts the findings of the report. What remains in the report cannot be accepted.
func (o *options) writeBaseline(env *cli.Env, report *cli.Report) ([]string, error) {
	baseline := checker.NewBaseline(report.Findings)
	data, err := baseline.Bytes()
	if err == nil {
		err = projectfs.WriteOutput(env.Path(o.baseline), data, o.dir)
	}
	if err != nil {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot write the baseline %q", o.baseline), Why: cli.Reason(err), Err: err,
			Fix: "choose a file in an existing folder with write permission",
		}
	}
	report.Findings, report.Tolerated, _ = baseline.Apply(report.Findings)
	return []string{fmt.Sprintf("wrote %s with %s", o.baseline, cli.Count(baseline.Size(), "finding"))}, nil
}
