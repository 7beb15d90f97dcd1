package main

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"slices"
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
	commands = slices.Clone(before)
	commands[0].commands = []command{{"crash", func(*cli.Env) *cobra.Command {
		return &cobra.Command{Use: "crash", RunE: func(*cobra.Command, []string) error { return run() }}
	}}}
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

// visitCommands calls a function with each command of svc.
func visitCommands(visit func(*cobra.Command)) {
	var below func(*cobra.Command)
	below = func(cmd *cobra.Command) {
		visit(cmd)
		for _, child := range cmd.Commands() {
			below(child)
		}
	}
	below(newRootCommand(&cli.Env{Getenv: func(string) string { return "" }}, ""))
}

func TestEachFlagShowsOneDefault(t *testing.T) {
	visitCommands(func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.NonInheritedFlags().FlagUsages()) {
			if strings.Count(line, "(default") > 1 {
				t.Errorf("'%s --help' shows two defaults: %s", cmd.CommandPath(), line)
			}
		}
	})
}

func TestEveryCommandHasTwoExamples(t *testing.T) {
	visitCommands(func(cmd *cobra.Command) {
		if cmd.Name() == "help" {
			return
		}
		examples := 0
		for line := range strings.Lines(cmd.Example) {
			if strings.Contains(line, cmd.CommandPath()) {
				examples++
			}
		}
		if examples < 2 {
			t.Errorf("'%s --help' has %d examples, want at least 2 that call it: add lines to Example",
				cmd.CommandPath(), examples)
		}
	})
}

// exampleLine matches a line of a help's examples that only runs svc.
var exampleLine = regexp.MustCompile(`^(?:\$ )?svc ([^\n]*)`)

func TestExamplesHaveTheArgumentsOfTheirCommand(t *testing.T) {
	visitCommands(func(documented *cobra.Command) {
		for line := range strings.Lines(documented.Example) {
			found := exampleLine.FindStringSubmatch(strings.TrimSpace(line))
			if found == nil {
				continue
			}
			rest := found[1] + " "
			if at := lineEnd.FindStringIndex(rest); at != nil {
				rest = rest[:at[0]]
			}
			root := newRootCommand(&cli.Env{Getenv: func(string) string { return "" }}, "")
			cmd, args, err := root.Find(strings.Fields(quoted.ReplaceAllString(rest, "x")))
			if err == nil && cmd.ParseFlags(args) == nil {
				err = cmd.ValidateArgs(cmd.Flags().Args())
			}
			if err != nil {
				t.Errorf("'%s --help' has the example %q: %v", documented.CommandPath(), found[0], err)
			}
		}
	})
}

func TestHelpListsExitCodes(t *testing.T) {
	visitCommands(func(cmd *cobra.Command) {
		if cmd.Name() != "help" && !cmd.HasSubCommands() && !strings.Contains(cmd.Long, "Exit codes:") {
			t.Errorf("'%s --help' does not list exit codes: end Long with \"Exit codes: 0 success, 2 usage error, …\"",
				cmd.CommandPath())
		}
	})
}

func TestCrashPrintsStackWithDebugVariable(t *testing.T) {
	withCommand(t, func() error { panic("oh") })
	env, _, messages := clitest.Env("", map[string]string{cmdutil.DebugVariable: "1"})
	run(env, []string{"crash"})
	if !strings.Contains(messages.String(), "root_test.go:") {
		t.Errorf("no stack in\n%s", messages)
	}
}

func TestNpmPackagesHaveTheVersionOfTheTool(t *testing.T) {
	for _, name := range []string{"sdk", "npm/cli"} {
		text, err := os.ReadFile("../../" + name + "/package.json")
		var pkg struct {
			Version              string
			OptionalDependencies map[string]string
		}
		if err == nil {
			err = json.Unmarshal(text, &pkg)
		}
		if err != nil || pkg.Version != toolVersion {
			t.Errorf("%s/package.json has version %q, svc %q: change both (%v)", name, pkg.Version, toolVersion, err)
		}
		for binary, version := range pkg.OptionalDependencies {
			if version != toolVersion {
				t.Errorf("%s/package.json wants %s %s: write %s", name, binary, version, toolVersion)
			}
		}
	}
}

func TestTableNamesEachCommand(t *testing.T) {
	env, _, _ := clitest.Env("", nil)
	for _, task := range commands {
		for _, command := range task.commands {
			if name := command.new(env).Name(); name != command.name {
				t.Errorf("the table calls %s %q", name, command.name)
			}
			found, _, err := newRootCommand(env, command.name).Find([]string{command.name})
			if err != nil || !found.HasParent() {
				t.Errorf("%s is not found alone: %v", command.name, err)
			}
		}
	}
}
