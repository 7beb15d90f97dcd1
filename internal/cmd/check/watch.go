package check

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/heap"
	"github.com/appsvc/svc/internal/projectfs"
)

// completeWatch rejects flags that cannot be combined with --watch.
func (o *options) completeWatch() error {
	if o.updateBaseline {
		return cli.Usage("--update-baseline and --watch exclude each other", "run 'svc check' once without --watch")
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

// runWatch checks after every change, until a signal arrives. Each round is a disposable process.
func runWatch(ctx context.Context, env *cli.Env, o *options) error {
	round := func(ctx context.Context) (projectfs.Inputs, error) { return o.round(ctx, env) }
	spare := new(disposable.Spare)
	if disposable.Joined() {
		heap.OneShot() // the process ends with the round
		_, err := cmdutil.Round(ctx, env, spare, round)
		return err
	}
	return cmdutil.Watch[cmdutil.Rounded]{
		Env: env, Dir: o.dir, Written: o.written(env), Fix: "run 'svc check' without --watch",
		Round:  func(ctx context.Context) (cmdutil.Rounded, error) { return cmdutil.Round(ctx, env, spare, round) },
		Inputs: func(done cmdutil.Rounded) projectfs.Inputs { return done.Inputs },
		Show: func(done cmdutil.Rounded, failure error) error {
			if died := (*cli.Error)(nil); errors.As(failure, &died) {
				o.showFailure(env, died) // a round prints its own errors
				return nil
			}
			if errors.Is(failure, context.Canceled) {
				return nil
			}
			return errors.Join(done.Print(env), failure)
		},
	}.Run(ctx)
}

// round checks once, and prints the report or why there is none. It returns what it depends on, nothing if the
// project has not loaded.
func (o *options) round(ctx context.Context, env *cli.Env) (inputs projectfs.Inputs, err error) {
	run := *o
	if err := run.chooseProfile(); err != nil {
		o.showFailure(env, err)
		return inputs, nil
	}
	report, failure := checkOnce(ctx, env, &run)
	if errors.Is(failure, context.Canceled) {
		return inputs, nil
	}
	if report == nil {
		o.showFailure(env, failure)
		return inputs, nil
	}
	env.ClearScreen()
	notes, err := o.applyBaseline(env, report)
	if err != nil {
		env.Fail(err)
	} else if err := o.print(env, report); err != nil {
		return inputs, err
	}
	for _, note := range notes {
		env.Notef("%s", note)
	}
	env.Fail(failure)
	o.noteWatching(env)
	return o.withBaseline(env, report.Inputs), nil
}

// withBaseline adds the baseline to what a round depends on.
func (o *options) withBaseline(env *cli.Env, inputs projectfs.Inputs) projectfs.Inputs {
	if o.baseline == "" {
		return inputs
	}
	return cmdutil.WithFiles(inputs, o.dir, env.Path(o.baseline))
}

// showFailure shows why a check made no report.
func (o *options) showFailure(env *cli.Env, failure error) {
	env.ClearScreen()
	env.Fail(failure)
	o.noteWatching(env)
}

func (o *options) noteWatching(env *cli.Env) {
	if env.OutTTY {
		env.Notef("watching %s (Ctrl-C to stop)", o.folder)
	}
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
