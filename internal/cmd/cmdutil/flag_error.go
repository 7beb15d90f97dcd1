package cmdutil

import (
	"errors"
	"fmt"

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
	return cli.Usage(flagProblem(cmd, err), seeHelp(cmd))
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
		wanted, _ := pflag.UnquoteUsage(bare.GetFlag())
		return fmt.Sprintf("--%s has no value: expected --%[1]s <%s>", bare.GetFlag().Name, wanted)
	}
	if malformed, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		return fmt.Sprintf("invalid flag %q: expected --name or --name=value", malformed.GetSpecifiedFlag())
	}
	return err.Error()
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
