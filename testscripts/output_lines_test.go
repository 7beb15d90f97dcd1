package testscripts

import (
	"bufio"
	"os/exec"
	"testing"
)

// outputLines starts a command, and returns the lines that it prints to standard output. The caller ends the command.
func outputLines(t testing.TB, cmd *exec.Cmd) *bufio.Scanner {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return bufio.NewScanner(out)
}
