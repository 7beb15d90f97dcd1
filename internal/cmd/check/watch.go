package check

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/watch"
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

// outcome is the result of one check in watch mode.
type outcome struct {
	report *cli.Report
	err    error
}

// watchFix is the fix for a folder that cannot be watched.
const watchFix = "run 'svc check' without --watch"

// runWatch checks after every change, until a signal arrives. A change during a check restarts it.
func runWatch(parent context.Context, env *cli.Env, o *options) error {
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	root, err := filepath.EvalSymlinks(o.dir)
	if err != nil {
		return cmdutil.LoadError(err)
	}
	watcher, err := watch.New(root, o.ignored(env, root))
	if err != nil {
		return cmdutil.WatchError(err, watchFix)
	}
	defer watcher.Close()
	for {
		runCtx, cancel := context.WithCancel(ctx)
		done := make(chan outcome, 1)
		go func() { done <- o.checkSafely(runCtx, env) }()
		select {
		case result := <-done:
			cancel()
			if err := o.show(env, result); err != nil {
				return err
			}
			if result.report != nil {
				if err := watcher.Follow(cmdutil.FilesOutside(root, result.report.Paths)); err != nil {
					return cmdutil.WatchError(err, watchFix)
				}
			}
			select {
			case <-watcher.Changes():
			case err := <-watcher.Failed():
				return cmdutil.WatchError(err, watchFix)
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		case <-watcher.Changes():
			cancel()
			<-done // two concurrent loads would slow each other
		case err := <-watcher.Failed():
			cancel()
			return cmdutil.WatchError(err, watchFix)
		case <-ctx.Done():
			cancel()
			return context.Cause(ctx)
		}
	}
}

// checkSafely is checkOnce for a separate goroutine: a crash becomes an error.
func (o *options) checkSafely(ctx context.Context, env *cli.Env) (result outcome) {
	defer func() {
		if cause := recover(); cause != nil {
			result = outcome{err: cmdutil.CrashError(env, cause)}
		}
	}()
	profile, err := cmdutil.ChooseProfile(o.dir, o.profileFlag)
	if err != nil {
		return outcome{err: err}
	}
	run := *o
	run.profile = profile
	report, err := checkOnce(ctx, env, &run)
	return outcome{report, err}
}

// show prints an outcome. It redraws a terminal, and appends to a pipe. It also prints errors of the check, as the next
// change may fix them.
func (o *options) show(env *cli.Env, result outcome) error {
	if errors.Is(result.err, context.Canceled) {
		return nil
	}
	env.ClearScreen()
	if result.report != nil {
		notes, err := o.applyBaseline(env, result.report)
		if err != nil {
			env.Fail(err)
		} else if err := o.print(env, result.report); err != nil {
			return err
		}
		for _, note := range notes {
			env.Notef("%s", note)
		}
	}
	env.Fail(result.err)
	if env.OutTTY {
		env.Notef("watching %s (ctrl-c to stop)", o.folder)
	}
	return nil
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

// ignored returns a function that recognizes the files that the check writes. They must not restart it.
func (o *options) ignored(env *cli.Env, root string) func(string) bool {
	var written []string
	for _, output := range o.outputs {
		if file := output.File(); file != "" {
			written = append(written, inside(o.dir, root, file))
		}
	}
	if summary := env.Getenv("GITHUB_STEP_SUMMARY"); summary != "" {
		written = append(written, inside(o.dir, root, env.Path(summary)))
	}
	return func(path string) bool { return slices.Contains(written, path) }
}

// inside returns the path of a file below dir as a path below root, the real path of dir.
func inside(dir, root, file string) string {
	if name, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(name) {
		return filepath.Join(root, name)
	}
	return file
}
