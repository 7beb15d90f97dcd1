package cmdutil

import (
	"fmt"
	"runtime/debug"

	"github.com/appsvc/svc/internal/cli"
)

// DebugVariable makes the tool print the stack of a crash, for a report.
const DebugVariable = "SVC_DEBUG"

// QuietCrashes keeps Go from printing goroutines where no recover reaches: in goroutines of
// libraries, and in fatal errors of the Go runtime.
func QuietCrashes(env *cli.Env) {
	if env.Getenv(DebugVariable) == "" {
		debug.SetTraceback("none")
	}
}

// Crashed tells a panic as one clear error.
func Crashed(env *cli.Env, cause any) *cli.Error {
	if env.Getenv(DebugVariable) != "" {
		env.Notef("%s", debug.Stack())
	}
	return ToolError(fmt.Sprintf("svc crashed: %v", cause), nil)
}

// ToolError is an error of the tool itself, with how to report it.
func ToolError(what string, cause error) *cli.Error {
	return &cli.Error{
		Code: cli.ExitFailed, What: what, Why: "this is a mistake of the tool, not of your app", Err: cause,
		Fix: fmt.Sprintf(
			"run it again with %s=1 and report what it prints, with the output of 'svc version', at https://github.com/appsvc/svc/issues",
			DebugVariable,
		),
	}
}
