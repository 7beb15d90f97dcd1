package cmdutil

import (
	"fmt"
	"runtime/debug"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/disposable/process"
)

// DebugVariable is the environment variable that makes svc print the stack of a crash.
const DebugVariable = process.DebugVariable

// QuietCrashes stops Go from printing goroutines for crashes that no recover catches: in goroutines of libraries, and
// fatal errors of the Go runtime.
func QuietCrashes(env *cli.Env) {
	if env.Getenv(DebugVariable) == "" {
		debug.SetTraceback("none")
	}
}

// DebugText returns a function that prints how a child process died if the user asks for it, else nil.
func DebugText(env *cli.Env) func(text string) {
	if env.Getenv(DebugVariable) == "" {
		return nil
	}
	return func(text string) { env.Notef("%s", text) }
}

// CrashError turns a recovered panic into an error.
func CrashError(env *cli.Env, cause any) *cli.Error {
	if env.Getenv(DebugVariable) != "" {
		env.Notef("%s", debug.Stack())
	}
	return InternalError(fmt.Sprintf("svc crashed: %v", cause), nil)
}

// InternalError is an error of svc itself. Its fix says how to report it.
func InternalError(what string, cause error) *cli.Error {
	return &cli.Error{
		Code: cli.ExitFailed, What: what, Why: "this is a bug in svc, not in your app", Err: cause,
		Fix: "run the command again with " + DebugVariable + "=1 and report its output and that of 'svc version' at " +
			"https://github.com/appsvc/svc/issues",
	}
}
