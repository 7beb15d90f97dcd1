package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/cli"
)

// memoryEnv is an Env whose streams are buffers.
func memoryEnv(vars map[string]string) (env *cli.Env, out, err *bytes.Buffer) {
	out, err = &bytes.Buffer{}, &bytes.Buffer{}
	return &cli.Env{
		In: strings.NewReader(""), Out: out, Err: err, Width: 80, Dir: ".", Now: time.Now,
		Getenv: func(name string) string { return vars[name] },
	}, out, err
}

// withCommand adds a command to the table for one test.
func withCommand(t *testing.T, run func() error) {
	t.Helper()
	before := commands
	t.Cleanup(func() { commands = before })
	commands = append(before[:len(before):len(before)], func(*cli.Env) *cobra.Command {
		return &cobra.Command{Use: "crash", RunE: func(*cobra.Command, []string) error { return run() }}
	})
}

func TestACrashIsOneClearErrorWithoutAStackAndExitCode3(t *testing.T) {
	withCommand(t, func() error { var list []int; return errors.New(string(rune(list[7]))) })
	env, out, said := memoryEnv(nil)
	if code := run(env, []string{"crash"}); code != cli.ExitFailed {
		t.Errorf("exit code %d, want %d", code, cli.ExitFailed)
	}
	if out.Len() > 0 || strings.Contains(said.String(), "goroutine") || strings.Contains(said.String(), ".go:") {
		t.Errorf("a stack got out:\n%s%s", out, said)
	}
	for _, want := range []string{
		"error: svc crashed: runtime error: index out of range", "  why: this is a mistake of the tool",
		"  fix: run it again with SVC_DEBUG=1 and report",
	} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}

func TestACrashShowsItsStackToWhoAsksForIt(t *testing.T) {
	withCommand(t, func() error { panic("oh") })
	env, _, said := memoryEnv(map[string]string{debugVariable: "1"})
	run(env, []string{"crash"})
	if !strings.Contains(said.String(), "panic_test.go:") {
		t.Errorf("no stack in\n%s", said)
	}
}

func TestACrashOfARuleNamesTheRuleAndExitsWith3(t *testing.T) {
	env, _, said := memoryEnv(nil)
	err := rulesFailed(env, errors.Join(&checker.RuleError{Rule: "some-rule", Cause: "oh", Stack: []byte("goroutine 1")}))
	if cli.ExitCode(err) != cli.ExitFailed || !strings.Contains(err.Error(), `rule "some-rule" failed: oh`) {
		t.Errorf("got %v", err)
	}
	if strings.Contains(said.String(), "goroutine") {
		t.Errorf("a stack got out:\n%s", said)
	}
}

func TestRulesAndErrorCodesShareOneNamespace(t *testing.T) {
	topics, err := allTopics()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, topic := range topics {
		if seen[topic.ID] {
			t.Errorf("two topics are called %q", topic.ID)
		}
		seen[topic.ID] = true
		if topic.Title == "" || topic.Why == "" || topic.Hint == "" {
			t.Errorf("%s does not say what, why and how to fix", topic.ID)
		}
	}
}
