package check

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// completeWatch rejects flags that cannot be combined with --watch.
func (o *options) completeWatch() error {
	if o.updateBaseline {
		return cli.Usage("--update-baseline and --watch exclude each other", "run svc check once without --watch")
	}
	for _, output := range o.outputs {
		if name, document := output.IsDocument(); document && name != "json" {
			return cli.Usage(
				fmt.Sprintf("--format %s prints one document, and --watch prints many", name),
				fmt.Sprintf("write it to a file: --format %s=FILE", name),
			)
		}
	}
	return nil
}

// runWatch checks after every change, until a signal arrives.
func runWatch(ctx context.Context, env *cli.Env, o *options) error {
	return cmdutil.Watch[*cli.Report]{
		Env: env, Dir: o.dir, Written: o.written(env), Fix: "run 'svc check' without --watch",
		Round: func(ctx context.Context) (*cli.Report, error) {
			run := *o
			if err := run.chooseProfile(); err != nil {
				return nil, err
			}
			return checkOnce(ctx, env, &run)
		},
		Show: func(report *cli.Report, failure error) ([]string, error) { return o.show(env, report, failure) },
	}.Run(ctx)
}

// show prints a report and the error of the check. It redraws a terminal, and appends to a pipe.
func (o *options) show(env *cli.Env, report *cli.Report, failure error) (files []string, err error) {
	if errors.Is(failure, context.Canceled) {
		return nil, nil
	}
	env.ClearScreen()
	if report != nil {
		files = report.Paths
		notes, err := o.applyBaseline(env, report)
		if err != nil {
			env.Fail(err)
		} else if err := o.print(env, report); err != nil {
			return nil, err
		}
		for _, note := range notes {
			env.Notef("%s", note)
		}
	}
	env.Fail(failure)
	if env.OutTTY {
		env.Notef("watching %s (ctrl-c to stop)", o.folder)
	}
	return files, nil
}

// print prints a report. A document becomes one line of a stream.
func (o *options) print(env *cli.Env, report *cli.Report) error {
	files := slices.DeleteFunc(slices.Clone(o.outputs), func(output cli.Output) bool {
		_, document := output.IsDocument()
		return document
	})
	if err := env.Print(report, files); err != nil {
		return err
	}
	if o.printsDocument() {
		return env.PrintJSONLine(report)
	}
	env.Notef("%s (%d ms)", report.Summary(), report.Duration.Milliseconds())
	return nil
}

// written returns the files that the check writes.
func (o *options) written(env *cli.Env) []string {
	var files []string
	for _, output := range o.outputs {
		if file := output.File(); file != "" {
			files = append(files, file)
		}
	}
	if summary := env.Getenv("GITHUB_STEP_SUMMARY"); summary != "" {
		files = append(files, env.Path(summary))
	}
	return files
}
