package check

import (
	"fmt"
	"os"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/cli"
)

// applyBaseline takes the tolerated findings out of the report, or writes the baseline anew. The notes
// are for the user.
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
		notes = append(notes, fmt.Sprintf("%s can shrink by %s that the check no longer makes: run 'svc check %s --baseline %s --update-baseline'",
			o.baseline, cli.Count(gone, "finding"), o.folder, o.baseline))
	}
	return notes, nil
}

func (o *options) readBaseline(env *cli.Env) (*checker.Baseline, error) {
	data, err := os.ReadFile(env.Path(o.baseline))
	if err != nil {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read the baseline %q", o.baseline), Why: cli.Reason(err), Err: err,
			Fix: "write it with --update-baseline, or leave --baseline out",
		}
	}
	baseline, err := checker.ParseBaseline(data)
	if err != nil {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read the baseline %q", o.baseline), Why: cli.Reason(err), Err: err,
			Fix: "write it anew with --update-baseline",
		}
	}
	return baseline, nil
}

// writeBaseline tolerates everything that was found; the check then reports only what cannot be tolerated.
func (o *options) writeBaseline(env *cli.Env, report *cli.Report) ([]string, error) {
	baseline := checker.NewBaseline(report.Findings)
	data, err := baseline.Bytes()
	if err == nil {
		err = os.WriteFile(env.Path(o.baseline), data, 0o644)
	}
	if err != nil {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot write the baseline %q", o.baseline), Why: cli.Reason(err), Err: err,
			Fix: "give a file in a folder that exists and that you may write to",
		}
	}
	report.Findings, report.Tolerated, _ = baseline.Apply(report.Findings)
	return []string{fmt.Sprintf("%s written: it tolerates %s", o.baseline, cli.Count(baseline.Size(), "finding"))}, nil
}
