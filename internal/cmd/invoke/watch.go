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

// runWatch runs the capability until a signal comes. A change while it runs starts it anew. What
// goes wrong in one round may be right in the next, so errors are told and watching goes on.
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
		return cmdutil.WatchError(err)
	}
	defer watcher.Close()
	if err := watcher.Follow(o.inputFiles(env)); err != nil {
		return cmdutil.WatchError(err)
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
			<-done //nolint:errcheck // it was cancelled; two runs at once would only slow each other
			continue
		}
		select {
		case <-watcher.Changes():
		case err := <-watcher.Failed():
			return cmdutil.WatchError(err)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// runSafely is invokeOnce; a crash becomes an error, since it runs on a goroutine of its own.
func runSafely(ctx context.Context, env *cli.Env, o *options) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = cmdutil.Crashed(env, cause)
		}
	}()
	if ctx.Err() == nil {
		env.ClearScreen()
	}
	return runOnce(ctx, env, o)
}

// showRound tells how a round ended, as far as the round has not told it.
func showRound(env *cli.Env, o *options, err error) {
	var exit cli.Exit
	if !errors.As(err, &exit) && !errors.Is(err, context.Canceled) {
		env.Fail(err)
	}
	if env.ErrTTY {
		env.Notef("watching %s (ctrl-c ends)", o.dir)
	}
}

// inputFiles are the files that the flags read.
func (o *options) inputFiles(env *cli.Env) []string {
	var files []string
	for _, value := range []string{o.input, o.object, o.install} {
		if name, isFile := strings.CutPrefix(value, "@"); isFile && name != "" {
			files = append(files, env.Path(name))
		}
	}
	return files
}
