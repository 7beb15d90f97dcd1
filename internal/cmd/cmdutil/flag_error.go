package cmdutil

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/typo"
)

// FlagError turns a flag error of cobra into a usage error, with a suggestion for a mistyped flag.
func FlagError(cmd *cobra.Command, err error) error {
	if name := cmd.Flags().Arg(0); name != "" && cmd.HasAvailableSubCommands() {
		return UnknownCommand(cmd, name) // its flags are those of the command that was meant
	}
	return cli.Usage(flagProblem(cmd, err), flagFix(cmd, err))
}

// flagFix returns the fix of a flag error. Commands that take the app's folder as their argument have no flag for it.
func flagFix(cmd *cobra.Command, err error) string {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if ok && slices.Contains([]string{"C", "dir"}, unknown.GetSpecifiedName()) && strings.Contains(cmd.Use, "[dir]") {
		return fmt.Sprintf("name the folder without a flag: %s <folder>", cmd.CommandPath())
	}
	return seeHelp(cmd)
}

// CompleteFix gives a usage error without a fix that of a wrong flag: the help of the command.
func CompleteFix(cmd *cobra.Command, err error) error {
	wrong, ok := errors.AsType[*cli.Error](err)
	if !ok || wrong.Code != cli.ExitUsage || wrong.Fix != "" {
		return err
	}
	completed := *wrong
	completed.Fix = seeHelp(cmd)
	return &completed
}

func seeHelp(cmd *cobra.Command) string { return fmt.Sprintf("see '%s --help'", cmd.CommandPath()) }

// flagProblem says what is wrong with a flag.
func flagProblem(cmd *cobra.Command, err error) string {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if wanted := wantedValues[invalid.GetFlag().Value.Type()]; wanted != "" {
			return fmt.Sprintf("invalid --%s %q: expected %s", invalid.GetFlag().Name, invalid.GetValue(), wanted)
		}
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, unknown)
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return fmt.Sprintf("--%s has no value: %s", bare.GetFlag().Name, expected(bare.GetFlag()))
	}
	if malformed, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		return fmt.Sprintf("invalid flag %q: expected --name or --name=value", malformed.GetSpecifiedFlag())
	}
	return err.Error()
}

func expected(f *pflag.Flag) string {
	wanted, _ := pflag.UnquoteUsage(f)
	return fmt.Sprintf("expected --%s <%s>", f.Name, wanted)
}

// mayBeEmpty are the flags whose empty value has a meaning: all records, and the first page of a loop.
var mayBeEmpty = []string{"search", "after"}

// RefuseEmptyFlags refuses a flag that is given with an empty value, as by a script whose variable is not set. Without
// it, the command would do something else than what was meant, such as roll back to another deploy.
func RefuseEmptyFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Value.Type() == "string" && f.Value.String() == "" && !slices.Contains(mayBeEmpty, f.Name) {
			err = cli.Usage(
				fmt.Sprintf("--%s is empty: %s", f.Name, expected(f)),
				fmt.Sprintf("leave out --%s, or set the variable that has its value", f.Name),
			)
		}
	})
	return err
}

// unknownFlag names an unknown flag, and the flag of the command that its user may have meant.
func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) string {
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return "unknown flag -" + name
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if near := typo.Nearest(name, known); near != "" {
		return fmt.Sprintf("unknown flag --%s (did you mean --%s?)", name, near)
	}
	return "unknown flag --" + name
}

// wantedValues describe the values of flags by their type.
var wantedValues = map[string]string{
	"bool": "true or false", "int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0",
	"float64": "a number", "duration": "a duration such as 90s or 5m",
}
