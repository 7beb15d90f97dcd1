package main

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cli/clitest"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// withCommand adds a command to the table for one test.
func withCommand(t *testing.T, run func() error) {
	t.Helper()
	before := commands
	t.Cleanup(func() { commands = before })
	commands = append(before[:len(before):len(before)], func(*cli.Env) *cobra.Command {
		return &cobra.Command{Use: "crash", RunE: func(*cobra.Command, []string) error { return run() }}
	})
}

func TestCrashPrintsErrorWithoutStack(t *testing.T) {
	withCommand(t, func() error { var list []int; return errors.New(string(rune(list[7]))) })
	env, out, messages := clitest.Env("", nil)
	if code := run(env, []string{"crash"}); code != cli.ExitFailed {
		t.Errorf("exit code %d, want %d", code, cli.ExitFailed)
	}
	if out.Len() > 0 || strings.Contains(messages.String(), "goroutine") || strings.Contains(messages.String(), ".go:") {
		t.Errorf("printed a stack:\n%s%s", out, messages)
	}
	for _, want := range []string{
		"error: svc crashed: runtime error: index out of range", "  why: this is a bug in svc",
		"  fix: run the command again with SVC_DEBUG=1 and report",
	} {
		if !strings.Contains(messages.String(), want) {
			t.Errorf("no %q in\n%s", want, messages)
		}
	}
}

func TestCrashPrintsStackWithDebugVariable(t *testing.T) {
	withCommand(t, func() error { panic("oh") })
	env, _, messages := clitest.Env("", map[string]string{cmdutil.DebugVariable: "1"})
	run(env, []string{"crash"})
	if !strings.Contains(messages.String(), "root_test.go:") {
		t.Errorf("no stack in\n%s", messages)
	}
}

func TestVersionIsThatOfTheSDK(t *testing.T) {
	text, err := os.ReadFile("../../sdk/package.json")
	var sdk struct{ Version string }
	if err == nil {
		err = json.Unmarshal(text, &sdk)
	}
	if err != nil || sdk.Version != toolVersion {
		t.Errorf("sdk/package.json has version %q, svc %q: change both (%v)", sdk.Version, toolVersion, err)
	}
}
