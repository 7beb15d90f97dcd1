package cmdutil

import (
	"context"
	"errors"
	"os"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/disposable"
)

// childVariables are the environment variables that a disposable process gets: those that decide how findings are
// printed and where temporary files are. None of them is a secret.
var childVariables = []string{
	"NO_COLOR", "TERM", "CI", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE", "TMPDIR", "GOMAXPROCS", DebugVariable,
}

// Disposable runs a command that loads a project and needs no credentials, in a disposable process if the system has
// them. run is the command; the process calls it.
func Disposable(ctx context.Context, env *cli.Env, run func(context.Context) error) error {
	if !disposable.Supported || disposable.Joined() || env.Args == nil {
		return run(ctx)
	}
	program, err := os.Executable()
	if err != nil {
		return InternalError("cannot find the program of svc: "+err.Error(), err)
	}
	ctx, stop := cli.Interruptible(ctx)
	defer stop()
	o := disposable.Options{Program: program, Args: env.Args}
	for _, name := range childVariables {
		if value := env.Getenv(name); value != "" {
			o.Env = append(o.Env, name+"="+value)
		}
	}
	if env.Getenv(DebugVariable) != "" {
		o.Debug = func(text string) { env.Notef("%s", text) }
	}
	code, err := disposable.Run(ctx, o)
	var death *disposable.Death
	switch {
	case errors.As(err, &death):
		return deathError(death)
	case err != nil:
		return err
	case code != cli.ExitOK:
		return cli.Exit(code)
	}
	return nil
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
