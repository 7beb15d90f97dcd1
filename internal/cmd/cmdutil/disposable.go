package cmdutil

import (
	"context"
	"errors"
	"os"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/disposable"
)

// Disposable runs a command that loads a project and needs no credentials, in a disposable process if the system has
// them. run is the command; the process calls it.
func Disposable(ctx context.Context, env *cli.Env, run func(context.Context) error) error {
	if !HasDisposable(env) {
		disposable.Begin()
		if disposable.Joined() {
			noteFolder(env) // what was written before is dropped
		}
		return run(ctx)
	}
	ctx, stop := cli.Interruptible(ctx)
	defer stop()
	_, err := runDisposable(ctx, env, disposable.Options{Args: env.Args})
	return err
}

// HasDisposable reports whether this process can start disposable processes. In one, and in tests of commands, the
// caller must do the work itself.
func HasDisposable(env *cli.Env) bool {
	return disposable.Supported && !disposable.Joined() && env.Args != nil
}

// AskDisposable sends a request to a disposable process, and returns its response. The process prints findings itself.
func AskDisposable(ctx context.Context, env *cli.Env, request []byte) ([]byte, error) {
	return runDisposable(ctx, env, disposable.Options{Request: request})
}

// runDisposable runs a disposable process. An exit code other than 0 is an error.
func runDisposable(ctx context.Context, env *cli.Env, o disposable.Options) (response []byte, err error) {
	if o.Program, err = os.Executable(); err != nil {
		return nil, InternalError("cannot find the program of svc: "+err.Error(), err)
	}
	o.Env = disposable.Environment(env.Getenv)
	if env.AppFolder != "" {
		o.Env = append(o.Env, folderVariable+"="+env.AppFolder)
	}
	if env.Getenv(DebugVariable) != "" {
		o.Debug = func(text string) { env.Notef("%s", text) }
	}
	result, err := disposable.Run(ctx, o)
	var death *disposable.Death
	switch {
	case errors.As(err, &death):
		return nil, deathError(death)
	case err != nil:
		return nil, err
	case result.Exit != cli.ExitOK:
		return nil, cli.Exit(result.Exit)
	}
	return result.Response, nil
}

// deathError is the error for a project that ends every process that loads it, without a file to blame.
func deathError(death *disposable.Death) error {
	why := map[disposable.Cause]string{
		disposable.Endless: "it took too long",
		disposable.Memory:  "it took too much memory",
		disposable.Nesting: "values or calls nest too deep",
		disposable.Crash:   "the process ended unexpectedly",
	}[death.Cause]
	return &cli.Error{
		Code: cli.ExitFailed, What: "cannot load the project", Why: why, Err: death,
		Fix: "remove files from src/workers until it loads; set " + DebugVariable + "=1 to see how the process ended",
	}
}
