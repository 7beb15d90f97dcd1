// This file is the command table and the one place where an error becomes an exit code.

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/typo"
)

// version is set by the release build.
var version = "0.1.0"

// commands is the table: adding a command is one file and one line here.
var commands = []func(*cli.Env) *cobra.Command{
	newCheckCommand,
	newBuildCommand,
	newEjectCommand,
	newDevCommand,
	newExplainCommand,
	newInitCommand,
	newAddCommand,
	newSimulateCommand,
	newTypesCommand,
	newInstallsCommand,
	newSyncCommand,
	newLoginCommand,
	newLogoutCommand,
	newWhoamiCommand,
	newSecretsCommand,
	newDeployCommand,
	newRollbackCommand,
	newDeploysCommand,
	newCheckpointCommand,
	newLogsCommand,
	newDoctorCommand,
	newOpenCommand,
	newVersionCommand,
}

func run(env *cli.Env, args []string) (code int) {
	quietCrashes(env)
	defer func() {
		if cause := recover(); cause != nil {
			err := crashed(env, cause)
			env.Fail(err)
			code = err.Code
		}
	}()
	root := newRootCommand(env)
	root.SetArgs(args)
	err := root.Execute()
	env.Fail(err)
	return cli.ExitCode(err)
}

func newRootCommand(env *cli.Env) *cobra.Command {
	root := &cobra.Command{
		Use:           "svc <command>",
		Short:         "Build CRM apps: declare in TypeScript, check, run, deploy",
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
		// The edit distance at which a mistyped command is still recognised.
		SuggestionsMinimumDistance: 2,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return unknownCommand(cmd, args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(env.In)
	root.SetOut(env.Out)
	root.SetErr(env.Err)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetVersionTemplate("svc {{.Version}}\n")
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), secondUsage, "", 1))
	root.SetFlagErrorFunc(flagError)
	for _, newCommand := range commands {
		root.AddCommand(newCommand(env))
	}
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" {
			cmd.Args = knownCommand
		}
	}
	return root
}

// secondUsage is the part of cobra's template that repeats the usage of a command that has commands.
const secondUsage = `{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [command]{{end}}`

// knownCommand refuses to help about a command that does not exist.
func knownCommand(cmd *cobra.Command, args []string) error {
	found, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return unknownCommand(found, args[len(args)-max(1, len(rest))])
	}
	return nil
}

// flagError makes a usage error of what cobra says about flags, with the flag that was meant.
func flagError(cmd *cobra.Command, err error) error {
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

// usageArgs makes the complaints of a cobra argument rule usage errors, with their exit code.
func usageArgs(rule cobra.PositionalArgs) cobra.PositionalArgs {
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

// unknownCommand says which command the user may have meant.
func unknownCommand(cmd *cobra.Command, name string) error {
	fix := fmt.Sprintf("run '%s --help' for the list", cmd.CommandPath())
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		fix = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return cli.Usage(fmt.Sprintf("unknown command %q", name), fix)
}
