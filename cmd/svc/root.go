package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/build"
	"github.com/appsvc/svc/internal/cmd/check"
	"github.com/appsvc/svc/internal/cmd/checkpoint"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/completion"
	"github.com/appsvc/svc/internal/cmd/deliveries"
	"github.com/appsvc/svc/internal/cmd/deploy"
	"github.com/appsvc/svc/internal/cmd/dev"
	"github.com/appsvc/svc/internal/cmd/docs"
	"github.com/appsvc/svc/internal/cmd/doctor"
	"github.com/appsvc/svc/internal/cmd/eject"
	"github.com/appsvc/svc/internal/cmd/errors"
	"github.com/appsvc/svc/internal/cmd/explain"
	"github.com/appsvc/svc/internal/cmd/installs"
	"github.com/appsvc/svc/internal/cmd/invoke"
	"github.com/appsvc/svc/internal/cmd/later"
	"github.com/appsvc/svc/internal/cmd/login"
	"github.com/appsvc/svc/internal/cmd/logs"
	"github.com/appsvc/svc/internal/cmd/lsp"
	"github.com/appsvc/svc/internal/cmd/manifest"
	"github.com/appsvc/svc/internal/cmd/mcp"
	"github.com/appsvc/svc/internal/cmd/open"
	"github.com/appsvc/svc/internal/cmd/scaffold"
	"github.com/appsvc/svc/internal/cmd/secrets"
	"github.com/appsvc/svc/internal/cmd/served"
	"github.com/appsvc/svc/internal/cmd/simulate"
	"github.com/appsvc/svc/internal/cmd/state"
	"github.com/appsvc/svc/internal/cmd/sync"
	"github.com/appsvc/svc/internal/cmd/test"
	"github.com/appsvc/svc/internal/cmd/upgrade"
	"github.com/appsvc/svc/internal/cmd/version"
	"github.com/appsvc/svc/internal/disposable"
)

// toolVersion is the version of svc, and that of @svc/sdk.
var toolVersion = "0.1.0"

// command is one line of the table.
type command struct {
	name string
	new  func(*cli.Env) *cobra.Command
}

// commands is the command table: tasks, and the commands of each in the order in which one needs them. To add a
// command, add a package to internal/cmd and a line here.
var commands = []struct {
	id, title string
	commands  []command
}{
	{"start", "Start an app:", []command{
		{"init", scaffold.NewInit},
		{"add", scaffold.NewAdd},
		{"import", scaffold.NewImport},
		{"types", scaffold.NewTypes},
	}},
	{"develop", "Develop it on this machine:", []command{
		{"check", check.New},
		{"explain", explain.New},
		{"dev", newDevGroup},
		{"test", test.New},
		{"simulate", simulate.New},
		{"manifest", manifest.New},
	}},
	{"ship", "Ship it:", []command{
		{"build", build.New},
		{"eject", eject.New},
		{"login", login.New},
		{"whoami", login.NewWhoami},
		{"logout", login.NewLogout},
		{"secrets", secrets.New},
		{"deploy", deploy.New},
		{"deploys", deploy.NewHistory},
		{"rollback", deploy.NewRollback},
		{"destroy", deploy.NewDestroy},
	}},
	{"operate", "Operate it:", []command{
		{"doctor", doctor.New},
		{"open", open.New},
		{"logs", logs.New},
		{"checkpoint", checkpoint.New},
		{"errors", errors.New},
		{"installs", installs.New},
		{"sync", sync.New},
		{"deliveries", deliveries.New},
		{"later", later.New},
	}},
	{"svc", "Use svc itself:", []command{
		{"docs", docs.New},
		{"completion", completion.New},
		{"lsp", lsp.New},
		{"mcp", mcp.New},
		{"upgrade", upgrade.New},
		{"version", version.New},
	}},
}

// works are what commands have disposable processes do.
var works = []interface {
	Serve(ctx context.Context, env *cli.Env) (asked bool, err error)
}{appbuild.Build, check.Fixes, doctor.Declared, scaffold.AppTypes, open.Auth, completion.Declared, lsp.Checks}

// newDevGroup makes svc dev with its subcommands. The server of svc dev runs the invocations of svc dev invoke.
func newDevGroup(env *cli.Env) *cobra.Command {
	cmd := dev.New(env, invoke.Serve)
	cmd.AddCommand(invoke.New(env), state.New(env))
	cmd.AddCommand(served.Commands(env)...)
	return cmd
}

// run runs a command line and returns its exit code.
func run(env *cli.Env, args []string) (code int) {
	env.Version = toolVersion
	cmdutil.QuietCrashes(env)
	defer func() {
		if cause := recover(); cause != nil {
			err := cmdutil.CrashError(env, cause)
			env.Fail(err)
			code = err.Code
		}
	}()
	for _, work := range works {
		if asked, err := work.Serve(context.Background(), env); asked {
			env.Fail(err)
			return cli.ExitCode(err)
		}
	}
	root := newRootCommand(env, only(args))
	if cli.AsksForJSON(args) || cmdutil.AnswersInJSON(root, args) {
		env.AnswerJSON()
		root.SetOut(env.Out)
	}
	root.SetArgs(args)
	if completion.Asked(args) {
		completion.Register(env, root)
	}
	cmd, err := root.ExecuteC()
	err = env.Unwritten(cmdutil.CompleteFix(cmd, err))
	env.Fail(err)
	return cli.ExitCode(err)
}

// only returns the name of the command that a disposable process runs: it needs no other one. "" stands for all.
func only(args []string) string {
	if disposable.Joined() && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return args[0]
	}
	return ""
}

// newRootCommand makes the command tree, with all commands or only the one with this name.
func newRootCommand(env *cli.Env, only string) *cobra.Command {
	root := &cobra.Command{
		Use:   "svc <command>",
		Short: "Build, run and deploy CRM apps in TypeScript",
		Example: `  svc init my-app && cd my-app
  svc check
  svc dev invoke hello
  svc deploy --dry-run`,
		Version:       toolVersion,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	cmdutil.Group(root)
	root.SetIn(env.In)
	root.SetOut(env.Out)
	root.SetErr(env.Err)
	root.SetVersionTemplate("svc {{.Version}}\n")
	root.SetUsageTemplate(env.OutPainter().UsageTemplate(strings.Replace(root.UsageTemplate(), secondUsage, "", 1)))
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := strings.TrimRight(cmp.Or(cmd.Long, cmd.Short), " \n")
		fmt.Fprintf(env.Out, "%s\n\n%s", env.OutPainter().Reflow(text), cmd.UsageString())
	})
	root.SetFlagErrorFunc(cmdutil.FlagError)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := cmdutil.RefuseEmptyFlags(cmd); err != nil {
			return err
		}
		return cmdutil.ChooseFolder(env, cmd)
	}
	cobra.EnableCommandSorting = false // the table has the order
	for _, task := range commands {
		root.AddGroup(&cobra.Group{ID: task.id, Title: task.title})
		for _, command := range task.commands {
			if only != "" && only != command.name {
				continue
			}
			cmd := command.new(env)
			cmd.GroupID = task.id
			root.AddCommand(cmd)
		}
	}
	root.SetHelpCommandGroupID("svc")
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" {
			cmd.Args = knownCommand
		}
	}
	return root
}

// secondUsage is the part of cobra's template that repeats the usage of a command with subcommands.
const secondUsage = `{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [command]{{end}}`

// knownCommand is the argument rule of svc help.
func knownCommand(cmd *cobra.Command, args []string) error {
	found, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return cmdutil.UnknownCommand(found, args[len(args)-max(1, len(rest))])
	}
	return nil
}
