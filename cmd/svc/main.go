// Command svc checks, runs and deploys CRM apps declared in TypeScript.
//
// root.go has the table of commands. Each command is a package in internal/cmd.
package main

import (
	"log"
	"os"
	"runtime/debug"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/disposable"
	_ "github.com/appsvc/svc/internal/disposable/early"
)

func main() {
	time.Local = time.UTC // the edge platform's time zone, for user code that svc runs
	limits := disposable.Runtime{SetMemoryLimit: debug.SetMemoryLimit, SetMaxStack: debug.SetMaxStack}
	if err := disposable.Join(limits); err != nil {
		cli.System().Fail(err)
		os.Exit(cli.ExitFailed)
	}
	env := cli.System()
	if disposable.Joined() {
		env.In, env.Err = disposable.Input{}, env.Secrets.Writer(disposable.Messages{})
		env.SetOutput(env.Secrets.Writer(&disposable.Output{}))
	}
	log.SetFlags(0)
	log.SetOutput(env.LibraryLog())
	disposable.Confine()
	code := run(env, os.Args[1:])
	disposable.Leave(code)
	os.Exit(code)
}
