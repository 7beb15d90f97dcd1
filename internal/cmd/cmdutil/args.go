// Package cmdutil has what many commands share: flags and argument rules, the vendor profile, the project link, JSON
// input and error texts. It opens no state and makes no client: see packages local and remote.
package cmdutil

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
)

// NoArgs is the argument rule of a command without arguments.
func NoArgs(cmd *cobra.Command, args []string) error { return countArgs(cmd, args, 0, 0) }

// ExactArgs is the argument rule of a command with n arguments.
func ExactArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error { return countArgs(cmd, args, n, n) }
}

// MaximumArgs is the argument rule of a command with at most n arguments.
func MaximumArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error { return countArgs(cmd, args, 0, n) }
}

// MinimumArgs is the argument rule of a command with at least n arguments.
func MinimumArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= n {
			return nil
		}
		return cli.Usage(
			fmt.Sprintf("'%s' takes at least %s, got %d", cmd.CommandPath(), cli.Count(n, "argument"), len(args)),
			"usage: "+cmd.UseLine(),
		)
	}
}

func countArgs(cmd *cobra.Command, args []string, least, most int) error {
	if len(args) >= least && len(args) <= most {
		return nil
	}
	takes := cli.Count(most, "argument")
	switch {
	case most == 0:
		takes = "no arguments"
	case least < most:
		takes = "at most " + takes
	}
	fix := "usage: " + cmd.UseLine()
	if len(args) > most {
		fix = cmp.Or(attachValue(cmd, args[most]), fix)
	}
	return cli.Usage(fmt.Sprintf("'%s' takes %s, got %d", cmd.CommandPath(), takes, len(args)), fix)
}

// attachValue returns the fix for an argument that was meant as the value of a flag whose value is optional: such a
// value follows "=". It returns "" if the command line has no flag of that kind.
func attachValue(cmd *cobra.Command, arg string) (fix string) {
	_, notBool := strconv.ParseBool(arg)
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.NoOptDefVal != "" && f.Value.String() == f.NoOptDefVal && (f.Value.Type() != "bool" || notBool == nil) {
			fix = fmt.Sprintf("write --%s=%s", f.Name, cli.ShellWord(arg))
		}
	})
	return fix
}

// Group makes cmd a command that only has subcommands: without arguments it prints its help.
func Group(cmd *cobra.Command, subcommands ...*cobra.Command) *cobra.Command {
	cmd.SuggestionsMinimumDistance = SuggestionDistance
	cmd.Args = Subcommand
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(subcommands...)
	return cmd
}

// SuggestionDistance is the edit distance up to which a mistyped command gets a suggestion.
const SuggestionDistance = 2

// Subcommand is the argument rule of a command with subcommands: an argument can only be a mistyped subcommand.
func Subcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if fix := attachValue(cmd, args[0]); fix != "" {
		return cli.Usage(fmt.Sprintf("unknown command %q", args[0]), fix)
	}
	return UnknownCommand(cmd, args[0])
}

// UnknownCommand returns a usage error that suggests commands with similar names, or subcommands with the same name.
func UnknownCommand(cmd *cobra.Command, name string) error {
	fix := fmt.Sprintf("run '%s --help' for the list", cmd.CommandPath())
	near := cmd.SuggestionsFor(name)
	if len(near) == 0 {
		near = pathsOf(cmd, name)
	}
	if len(near) > 0 {
		fix = "did you mean " + AnyOf(near) + "?"
	}
	return cli.Usage(fmt.Sprintf("unknown command %q", name), fix)
}

// pathsOf returns the command lines of the subcommands below cmd that have this name.
func pathsOf(cmd *cobra.Command, name string) (paths []string) {
	for _, below := range cmd.Commands() {
		if below.Name() == name {
			paths = append(paths, "'"+below.CommandPath()+"'")
		}
		paths = append(paths, pathsOf(below, name)...)
	}
	return paths
}

// InRange returns a usage error if the value of a flag is not from least to most.
func InRange(flag string, n, least, most int) error {
	if n >= least && n <= most {
		return nil
	}
	return cli.Usage(fmt.Sprintf("invalid %s %d: expected a number from %d to %d", flag, n, least, most), "")
}

// OneOf returns a usage error if the value of a flag is not one of values.
func OneOf(flag, value string, values []string) error {
	if slices.Contains(values, value) {
		return nil
	}
	return cli.Usage(fmt.Sprintf("invalid %s %q: expected %s", flag, value, AnyOf(values)), cli.Suggest(value, values, ""))
}

// AnyOf lists alternatives: "a, b or c".
func AnyOf(values []string) string { return enumerate(values, " or ") }

// AllOf lists things that belong together: "a, b and c".
func AllOf(values []string) string { return enumerate(values, " and ") }

func enumerate(values []string, conjunction string) string {
	last := len(values) - 1
	if last < 1 {
		return strings.Join(values, "")
	}
	return strings.Join(values[:last], ", ") + conjunction + values[last]
}
