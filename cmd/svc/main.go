// Command svc checks, runs and deploys CRM apps declared in TypeScript.
//
// root.go has the table of commands; each command is one file.
package main

import (
	"os"

	"github.com/appsvc/svc/internal/cli"
)

func main() { os.Exit(run(cli.System(), os.Args[1:])) }
