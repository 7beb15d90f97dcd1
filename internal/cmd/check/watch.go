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

// completeWatch refuses what makes no sense over and over.
func (o *options) completeWatch() error {
	if o.updateBaseline {
		return cli.Usage("--update-baseline cannot go with --watch", "run it once without --watch")
	}
	for _, output := range o.outputs {
		if name, document := output.IsDocument(); document && name != "json" {
			return cli.Usage(fmt.Sprintf("--format %s is one document, and --watch would print many", name), fmt.Sprintf(
				"write it to a file: --format %s=FILE", name,
			))
		}
	}
	return nil
}

// outcome is what one check in watch mode came to.
type outcome struct {
	report *cli.Report
	err    error
}

// runWatch checks until a signal comes. A change while a check runs starts it anew.
func runWatch(parent context.Context, env *cli.Env, o *options) error {
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	root, err := filepath.EvalSymlinks(o.dir)
	if err != nil {
		return cmdutil.LoadError(err)
	}
	watcher, err := watch.New(root, o.ignored(env, root))
	if err != nil {
		return cmdutil.WatchError(err)
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
				if err := watcher.Follow(cmdutil.OutsideFiles(root, result.report)); err != nil {
					return cmdutil.WatchError(err)
				}
			}
			select {
			case <-watcher.Changes():
			case err := <-watcher.Failed():
				return cmdutil.WatchError(err)
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		case <-watcher.Changes():
			cancel()
			<-done // two loads at once would only slow each other
		case err := <-watcher.Failed():
			cancel()
			return cmdutil.WatchError(err)
		case <-ctx.Done():
			cancel()
			return context.Cause(ctx)
		}
	}
}

// checkSafely is checkOnce; a crash becomes an error, since it runs on a goroutine of its own.
func (o *options) checkSafely(ctx context.Context, env *cli.Env) (result outcome) {
	defer func() {
		if cause := recover(); cause != nil {
			result = outcome{err: cmdutil.Crashed(env, cause)}
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

// show prints an outcome: a terminal is redrawn, a pipe gets one more line or block. What went wrong in
// one round may be right in the next, so errors are told and watching goes on.
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
		env.Notef("watching %s (ctrl-c ends)", o.folder)
	}
	return nil
}

// print streams: where one document a run would be printed, it is one on a line.
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

// ignored tells the files that the check itself writes, which must not start it again.
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

// inside names a file below dir as it is called below root, the real path of dir.
func inside(dir, root, file string) string {
	if name, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(name) {
		return filepath.Join(root, name)
	}
	return file
}
