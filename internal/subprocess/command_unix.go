//go:build !windows

package subprocess

import (
	"context"
	"os"
	"os/exec"
)

const (
	// raised lifts the limits of memory that this process has set for itself: the program reserves far more address space
	// than it uses.
	raised = `ulimit -S -v "$(ulimit -H -v)" 2>/dev/null; `
	// replaced runs the arguments in place of the shell.
	replaced = raised + `exec "$@"`
	// watched runs the arguments, and kills them when the standard input ends: its other end is in this process alone.
	watched = raised + `exec 4<&0
program= asked=
trap 'asked=1; [ -z "$program" ] || kill -TERM $program' TERM
"$@" </dev/null 4<&- & program=$!
(trap - TERM; read -r _ <&4; kill -KILL $program) 2>/dev/null 3>&- >/dev/null & watch=$!
[ -z "$asked" ] || kill -TERM $program
while :; do wait $program; status=$?; kill -0 $program 2>/dev/null || break; done
kill $watch 2>/dev/null
exit $status`
)

// Command returns the command that runs a program. release frees what the command needs until it has ended.
func Command(ctx context.Context, program string, args ...string) (cmd *exec.Cmd, release func(), err error) {
	return shell(ctx, dies, program, args...)
}

// shell is command by the way that ends the program with this process.
func shell(ctx context.Context, dies bool, program string, args ...string) (*exec.Cmd, func(), error) {
	script := watched
	if dies {
		script = replaced
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", script, "sh", program}, args...)...)
	if dies {
		return cmd, func() {}, nil
	}
	lifeline, held, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	cmd.Stdin = lifeline
	return cmd, func() { _, _ = lifeline.Close(), held.Close() }, nil
}
