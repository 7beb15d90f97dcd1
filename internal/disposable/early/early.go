// Package early starts the process that loads a project while most packages of svc are not initialized yet, and ends
// this process with its exit code. To initialize them, and to build the command tree, takes as long as everything else
// that the parent of a disposable process does. Go initializes packages in the order of their paths, after those that
// they import: so this package must import as few others as possible, and none that imports fmt, reflect or strings.
//
// A process that ends before the command begins to load the project, for example because of a usage error, has no
// effect: the command then runs as without this package.
//
// In the process that loads the project, it prepares the heap for that.
package early

import (
	"os"
	"slices"

	"github.com/appsvc/svc/internal/disposable/process"
	"github.com/appsvc/svc/internal/heap/hugepages"
)

// commands are the command lines that do nothing but call cmdutil.Disposable or, if they act, cmdutil.Acting.
var commands = []struct {
	words []string
	acts  bool
}{
	{[]string{"check"}, false}, {[]string{"build"}, false}, {[]string{"eject"}, false},
	{[]string{"dev", "invoke"}, true}, {[]string{"simulate"}, true},
}

// ownFlags make a command run in this process first.
var ownFlags = []string{"--watch", "--fix"}

func init() {
	if _, child := os.LookupEnv(process.StateVariable); child {
		go hugepages.Begin()
		return
	}
	o, ok := options(os.Args)
	if !ok {
		return
	}
	program, err := os.Executable()
	if err != nil {
		return
	}
	o.Program = program
	if code, ok := process.First(o); ok {
		os.Exit(code)
	}
}

// options returns how to run a command line that starts with one of the commands.
func options(line []string) (o process.Options, ok bool) {
	if len(line) < 2 || slices.ContainsFunc(line, hasOwnFlag) {
		return o, false
	}
	for _, c := range commands {
		if len(line) > len(c.words) && slices.Equal(line[1:1+len(c.words)], c.words) {
			o = process.Options{Args: line[1:], Env: process.Environment(os.Getenv)}
			if c.acts {
				o.Acts, o.Env = true, process.ActingEnvironment(os.Getenv)
			}
			return o, true
		}
	}
	return o, false
}

func hasOwnFlag(arg string) bool {
	return slices.ContainsFunc(ownFlags, func(flag string) bool {
		return len(arg) >= len(flag) && arg[:len(flag)] == flag
	})
}
