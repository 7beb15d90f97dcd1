// Command svc checks, runs and deploys CRM apps declared in TypeScript.
//
// root.go has the table of commands. Each command is a package in internal/cmd.
package main

import (
	"os"
	"time"

	"github.com/appsvc/svc/internal/cli"
)

func main() {
	time.Local = time.UTC // the edge platform's time zone, for user code that svc runs
	os.Exit(run(cli.System(), os.Args[1:]))
}
