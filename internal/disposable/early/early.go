// Package early starts the process that loads a project while most packages of svc are not initialized yet, and ends
// this process with its exit code. To initialize them, and to build the command tree, takes as long as everything else
// that the parent of a disposable process does. Go initializes packages in the order of their paths, after those that
// they import: so this package must import as few others as possible.
//
// A process that ends before the command begins to load the project, for example because of a usage error, has no
// effect: the command then runs as without this package.
package early

import (
	"os"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/disposable"
)

// commands are the commands that do nothing but call cmdutil.Disposable.
var commands = []string{"check", "build", "eject"}

// ownFlags make a command run in this process first.
var ownFlags = []string{"--watch", "--fix"}

func init() {
	if !starts(os.Args) {
		return
	}
	program, err := os.Executable()
	if err != nil {
		return
	}
	o := disposable.Options{Program: program, Args: os.Args[1:], Env: disposable.Environment(os.Getenv)}
	if code, ok := disposable.First(o); ok {
		os.Exit(code)
	}
}

// starts reports whether a command line starts with one of the commands.
func starts(line []string) bool {
	return len(line) > 1 && slices.Contains(commands, line[1]) && !slices.ContainsFunc(line, func(arg string) bool {
		return slices.ContainsFunc(ownFlags, func(flag string) bool { return strings.HasPrefix(arg, flag) })
	})
}
