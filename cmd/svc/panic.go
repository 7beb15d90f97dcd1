// This file keeps the tool's own crashes from looking like a stack trace.

package main

import (
	"fmt"
	"runtime/debug"

	"github.com/appsvc/svc/internal/cli"
)

// debugVariable makes the tool print the stack of a crash, for a report.
const debugVariable = "SVC_DEBUG"

// quietCrashes keeps Go from printing goroutines where no recover reaches: in goroutines of
// libraries, and in fatal errors of the Go runtime.
func quietCrashes(env *cli.Env) {
	if env.Getenv(debugVariable) == "" {
		debug.SetTraceback("none")
	}
}

// crashed tells a panic as one clear error.
func crashed(env *cli.Env, cause any) *cli.Error {
	if env.Getenv(debugVariable) != "" {
		env.Notef("%s", debug.Stack())
	}
	return toolFailed(fmt.Sprintf("svc crashed: %v", cause), nil)
}

// toolFailed is an error of the tool itself, with how to report it.
func toolFailed(what string, cause error) *cli.Error {
	return &cli.Error{
		Code: cli.ExitFailed, What: what, Why: "this is a mistake of the tool, not of your app", Err: cause,
		Fix: fmt.Sprintf(
			"run it again with %s=1 and report what it prints, with the output of 'svc version', at https://github.com/appsvc/svc/issues",
			debugVariable,
		),
	}
}
