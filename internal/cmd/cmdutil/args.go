// Package cmdutil has what many commands share: argument rules, the vendor profile, the project link, input from flags
// and error texts. It opens no state and makes no client: see packages local and remote.
package cmdutil

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/typo"
)

// FlagError makes a usage error of what cobra says about flags, with the flag that was meant.
func FlagError(cmd *cobra.Command, err error) error {
	fix := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
	if name, unknown := strings.CutPrefix(err.Error(), "unknown flag: --"); unknown {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near := typo.Nearest(name, known); near != "" {
			fix = fmt.Sprintf("did you mean --%s? %s", near, fix)
		}
	}
	what, _, _ := strings.Cut(err.Error(), ": strconv.") // Go's word for a value that does not parse
	return cli.Usage(what, fix)
}

// UsageArgs makes the complaints of a cobra argument rule usage errors, with their exit code.
func UsageArgs(rule cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := rule(cmd, args); err != nil {
			what := fmt.Sprintf("'%s' cannot take %s", cmd.CommandPath(), cli.Count(len(args), "argument"))
			if len(args) == 0 {
				what = fmt.Sprintf("'%s' needs an argument", cmd.CommandPath())
			}
			return cli.Usage(what, "usage: "+cmd.UseLine())
		}
		return nil
	}
}

// UnknownCommand says which command the user may have meant.
func UnknownCommand(cmd *cobra.Command, name string) error {
	fix := fmt.Sprintf("run '%s --help' for the list", cmd.CommandPath())
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		fix = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return cli.Usage(fmt.Sprintf("unknown command %q", name), fix)
}

// KnownSubcommand is the argument rule of a command that has commands.
func KnownSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UnknownCommand(cmd, args[0])
	}
	return nil
}
