package cmdutil

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/watch"
)

// Watch repeats the work of a command after every change of an app's folder.
type Watch[T any] struct {
	Env     *cli.Env
	Dir     string   // the app's folder, absolute
	Follow  []string // files outside of Dir to watch too
	Written []string // files that rounds write; their changes start none
	Fix     string   // a command that does not watch
	// Round does the work once. Its context ends at a change.
	Round func(context.Context) (T, error)
	// Inputs returns what the round depends on. Without files, the watcher keeps those of the last round.
	Inputs func(T) projectfs.Inputs
	// Show prints the result of a round that no change cancelled, also its error, because the next change may fix it.
	Show func(T, error) error
}

// Run runs rounds until a signal arrives. A change during a round cancels it and starts the next one.
func (w Watch[T]) Run(parent context.Context) error {
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	root, err := filepath.EvalSymlinks(w.Dir)
	if err != nil {
		return LoadError(err)
	}
	var written []string
	for _, file := range w.Written {
		written = append(written, inside(w.Dir, root, file))
	}
	watcher, err := watch.New(root, func(path string) bool { return slices.Contains(written, path) }, w.Env.Outputs...)
	if err != nil {
		return WatchError(err, w.Fix)
	}
	defer watcher.Close()
	if err := watcher.Follow(w.Follow); err != nil {
		return WatchError(err, w.Fix)
	}
	for ctx.Err() == nil {
		if err := w.round(ctx, watcher); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// round runs one round and waits for a change.
func (w Watch[T]) round(parent context.Context, watcher *watch.Watcher) error {
	type outcome struct {
		result T
		err    error
	}
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if cause := recover(); cause != nil {
				o.err = CrashError(w.Env, cause)
			}
			done <- o
		}()
		o.result, o.err = w.Round(ctx)
	}()
	for running := true; ; {
		select {
		case o := <-done:
			running = false
			if errors.Is(o.err, cli.Exit(cli.ExitNoReader)) {
				return o.err // later rounds have no reader either
			}
			// Another program may write what is shown to a file in the folder.
			if err := watcher.Know(w.Inputs(o.result)); err != nil {
				return WatchError(err, w.Fix)
			}
			if err := w.Show(o.result, o.err); err != nil {
				return err
			}
		case <-watcher.Changes():
			if cancel(); running {
				<-done // two concurrent rounds would slow each other
			}
			return nil
		case err := <-watcher.Failed():
			return WatchError(err, w.Fix)
		case <-ctx.Done():
			return nil
		}
	}
}

// WithFiles adds files, by their absolute paths, to the inputs of a round in dir.
func WithFiles(inputs projectfs.Inputs, dir string, files ...string) projectfs.Inputs {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return inputs
	}
	var names []string
	for _, file := range files {
		if name, err := filepath.Rel(root, inside(dir, root, file)); err == nil {
			names = append(names, filepath.ToSlash(name))
		}
	}
	return inputs.And(projectfs.Inputs{Files: names})
}

// inside returns the path of a file below dir as a path below root, the real path of dir.
func inside(dir, root, file string) string {
	if name, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(name) {
		return filepath.Join(root, name)
	}
	return file
}

// WatchError is the error of a command that cannot watch the folder. The fix is a command that does not watch.
func WatchError(err error, fix string) error {
	return &cli.Error{Code: cli.ExitFailed, What: "cannot watch the folder", Why: reason.Of(err), Fix: fix, Err: err}
}
