package invoke

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/watch"
)

// watchFix is the fix for a folder that cannot be watched.
const watchFix = "run 'svc dev invoke' without --watch"

// runWatch runs the capability after every change, until a signal arrives. A change during a run restarts it. Errors
// are printed and do not end it, as the next change may fix them.
func runWatch(parent context.Context, env *cli.Env, o *options) error {
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return cmdutil.LoadError(err)
	}
	watcher, err := watch.New(root, nil)
	if err != nil {
		return cmdutil.WatchError(err, watchFix)
	}
	defer watcher.Close()
	if err := watcher.Follow(o.inputFiles(env)); err != nil {
		return cmdutil.WatchError(err, watchFix)
	}
	for {
		runCtx, cancel := context.WithCancel(ctx)
		done := make(chan error, 1)
		go func() { done <- runSafely(runCtx, env, o) }()
		var changed bool
		select {
		case err := <-done:
			showRound(env, o, err)
		case <-watcher.Changes():
			changed = true
		case <-ctx.Done():
		}
		cancel()
		if changed {
			<-done //nolint:errcheck // it was cancelled; two concurrent runs would slow each other
			continue
		}
		select {
		case <-watcher.Changes():
		case err := <-watcher.Failed():
			return cmdutil.WatchError(err, watchFix)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// runSafely is runOnce for a separate goroutine: a crash becomes an error.
func runSafely(ctx context.Context, env *cli.Env, o *options) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = cmdutil.CrashError(env, cause)
		}
	}()
	if ctx.Err() == nil {
		env.ClearScreen()
	}
	return runOnce(ctx, env, o)
}

// showRound prints the error of a round, unless the round has printed its result.
func showRound(env *cli.Env, o *options, err error) {
	var exit cli.Exit
	if !errors.As(err, &exit) && !errors.Is(err, context.Canceled) {
		env.Fail(err)
	}
	if env.ErrTTY {
		env.Notef("watching %s (ctrl-c to stop)", o.dir)
	}
}

// inputFiles returns the files that the flags read.
func (o *options) inputFiles(env *cli.Env) []string {
	var files []string
	for _, value := range []string{o.input, o.object, o.install} {
		if name, isFile := strings.CutPrefix(value, "@"); isFile && name != "" {
			files = append(files, env.Path(name))
		}
	}
	return files
}
