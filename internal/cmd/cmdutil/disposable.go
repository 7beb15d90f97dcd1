package cmdutil

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/disposable/process"
	"github.com/appsvc/svc/internal/projectfs"
)

// Disposable runs a command that only loads a project, in a disposable process if the system has them. run is the
// command; the process calls it.
func Disposable(ctx context.Context, env *cli.Env, run func(context.Context) error) error {
	if HasDisposable(env) {
		return runCommand(ctx, env, disposable.Options{Env: process.Environment(env.Getenv)})
	}
	return begin(ctx, env, run)
}

// Acting is Disposable for a command that runs the app, asks the user or changes files. It has the input of this
// process, and may connect. It must call disposable.Commit before its effects.
func Acting(ctx context.Context, env *cli.Env, run func(context.Context) error) error {
	if HasDisposable(env) {
		return RunActing(ctx, env)
	}
	return begin(ctx, env, run)
}

// RunActing runs the whole command line again, in a disposable process that acts. The error has its exit code.
func RunActing(ctx context.Context, env *cli.Env) error {
	return runCommand(ctx, env, disposable.Options{Env: process.ActingEnvironment(env.Getenv), Acts: true})
}

// begin runs the command in this process.
func begin(ctx context.Context, env *cli.Env, run func(context.Context) error) error {
	disposable.Begin()
	if disposable.Joined() {
		noteFolder(env) // what was written before is dropped
	}
	return run(ctx)
}

func runCommand(ctx context.Context, env *cli.Env, o disposable.Options) error {
	ctx, stop := cli.Interruptible(ctx)
	defer stop()
	o.Args = env.Args
	_, err := runDisposable(ctx, env, o)
	return err
}

// Round is Disposable for a command that repeats its work after changes. The process does it once, and returns what
// it depends on. What it printed is in the result. The error of a process that did not die has been printed.
// spare has the next process.
func Round(
	ctx context.Context, env *cli.Env, spare *disposable.Spare, round func(context.Context) (projectfs.Inputs, error),
) (done Rounded, err error) {
	if !HasDisposable(env) {
		disposable.Begin()
		if disposable.Joined() {
			return Rounded{}, respond(ctx, env, round)
		}
		done.Inputs, err = round(ctx)
		return done, err
	}
	text, err := runDisposable(ctx, env, disposable.Options{
		Args: env.Args, Env: process.Environment(env.Getenv), Answers: true, Spare: spare,
	})
	if err != nil {
		return done, err
	}
	if err := json.Unmarshal(text, &done); err != nil {
		return done, InternalError("cannot read what a check of the project printed: "+err.Error(), err)
	}
	return done, nil
}

// Rounded is the result of a round: what it depends on, and what it printed in a disposable process. The parent
// prints it, because a change ends the process at any time, also within a line.
type Rounded struct {
	Inputs   projectfs.Inputs
	Out, Err []byte
}

// Print prints what the process printed.
func (r Rounded) Print(env *cli.Env) error {
	if _, err := env.Out.Write(r.Out); err != nil {
		return err
	}
	_, err := env.Err.Write(r.Err)
	return err
}

// ActingOnce is Acting for a command that may repeat its work after changes. The process does it once, and returns what
// it depends on, also with an error. Without repeats, the caller needs none.
func ActingOnce(
	ctx context.Context, env *cli.Env, repeats bool, once func(context.Context) (projectfs.Inputs, error),
) (inputs projectfs.Inputs, err error) {
	if !repeats {
		return inputs, Acting(ctx, env, func(ctx context.Context) error {
			_, err := once(ctx)
			return err
		})
	}
	if !HasDisposable(env) {
		err = begin(ctx, env, func(ctx context.Context) error {
			inputs, err = once(ctx)
			return err
		})
		if text, failed := json.Marshal(inputs); failed != nil || disposable.Respond(text) != nil {
			return projectfs.Inputs{}, err
		}
		return inputs, err
	}
	text, err := runDisposable(ctx, env, disposable.Options{
		Args: env.Args, Env: process.ActingEnvironment(env.Getenv), Acts: true, Answers: true,
	})
	if json.Unmarshal(text, &inputs) != nil {
		return projectfs.Inputs{}, err // it ended before
	}
	return inputs, err
}

// respond does a round in this process, and answers the parent.
func respond(ctx context.Context, env *cli.Env, round func(context.Context) (projectfs.Inputs, error)) error {
	var out, messages bytes.Buffer
	stdout, stderr := env.Out, env.Err
	env.Out, env.Err = env.Secrets.Writer(&out), env.Secrets.Writer(&messages)
	inputs, err := round(ctx)
	env.Out, env.Err = stdout, stderr
	if err != nil {
		_, outErr := stdout.Write(out.Bytes())
		_, messagesErr := stderr.Write(messages.Bytes())
		return errors.Join(err, outErr, messagesErr)
	}
	text, err := json.Marshal(Rounded{inputs, out.Bytes(), messages.Bytes()})
	if err != nil {
		return err
	}
	return disposable.Respond(text)
}

// HasDisposable reports whether this process can start disposable processes. In one, and in tests of commands, the
// caller must do the work itself.
func HasDisposable(env *cli.Env) bool {
	return process.Supported && !disposable.Joined() && env.Args != nil
}

// runDisposable runs a disposable process. An exit code other than 0 is an error, and the response is returned with it.
func runDisposable(ctx context.Context, env *cli.Env, o disposable.Options) (response []byte, err error) {
	if o.Program, err = os.Executable(); err != nil {
		return nil, InternalError("cannot find the program of svc: "+err.Error(), err)
	}
	if env.AppFolder != "" {
		o.Env = append(o.Env, folderVariable+"="+env.AppFolder)
	}
	o.Debug = DebugText(env)
	result, err := disposable.Run(ctx, o)
	var death *disposable.Death
	switch {
	case errors.As(err, &death):
		return nil, deathError(death)
	case err != nil:
		return nil, err
	case result.Exit != cli.ExitOK:
		env.Answered() // by the process
		return result.Response, cli.Exit(result.Exit)
	}
	return result.Response, nil
}

// deathError is the error for a project that ends every process that loads it, or the one that runs it.
func deathError(death *disposable.Death) error {
	e := &cli.Error{
		Code: cli.ExitFailed, What: "cannot load the project", Err: death,
		Fix: "remove files from src/workers until it loads; set " + DebugVariable + "=1 to see how the process ended",
	}
	switch {
	case death.Committed:
		e.What = "svc crashed while it ran the app"
		e.Fix = "run 'svc check' and look for code that does this; set " + DebugVariable + "=1 to see how the process ended"
	case death.File != "":
		e.Code, e.What = cli.ExitNegative, "cannot load "+death.File
		e.Fix = "run 'svc check', which checks the other files, too"
	}
	e.Why = map[disposable.Cause]string{
		disposable.Endless:       "it took too long",
		disposable.Stuck:         "one operation took too long",
		disposable.Memory:        "it took too much memory",
		disposable.ProcessMemory: "it took too much memory",
		disposable.Killed:        "it was killed, most likely because the system was short of memory",
		disposable.Nesting:       "values or calls nest too deep",
		disposable.Crash:         "the process ended unexpectedly",
	}[death.Cause]
	return e
}
