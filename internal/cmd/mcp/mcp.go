// Package mcp implements `svc mcp`: a server of the Model Context Protocol, through which coding agents run commands.
//
// Each tool is one command in table.go. It runs in a process of its own, with the limits of that command.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/jsonrpc"
)

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	var dir string
	var allowed []string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve svc to coding agents",
		Long: `Serve svc to coding agents over the Model Context Protocol, on standard input and standard output. An agent
starts the command itself: add 'svc mcp' to its list of servers.

The tools, and what each runs:

` + toolLines() + `
Tools with * change files, or run handlers, which may act outside of this machine. They are offered only if
--allow names them. All other tools change nothing. A tool returns the JSON document that its command
prints.

Exit codes: 0 the agent has closed standard input, 2 usage error, 3 internal error.`,
		Example: `  svc mcp
  svc mcp --dir apps/billing --allow invoke
  claude mcp add svc -- svc mcp --allow invoke,send`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkAllowed(allowed); err != nil {
				return err
			}
			folder, err := env.Folder(dir)
			if err != nil {
				return err
			}
			program, err := os.Executable()
			if err != nil {
				return cmdutil.InternalError("cannot find the program of this process", err)
			}
			return serve(cmd.Context(), env, &runner{program: program, dir: folder}, allowed)
		},
	}
	cmdutil.AddDirFlag(cmd.Flags(), &dir)
	cmd.Flags().StringSliceVar(&allowed, "allow", nil, "also offer these `tools`: "+strings.Join(acting(), ", "))
	return cmd
}

// checkAllowed rejects names in --allow that need no permission, or name nothing.
func checkAllowed(names []string) error {
	for _, name := range names {
		if err := cmdutil.OneOf("--allow", name, acting()); err != nil {
			return err
		}
	}
	return nil
}

// acting returns the names of the tools that need --allow.
func acting() []string {
	var names []string
	for _, t := range tools {
		if t.acts {
			names = append(names, t.name)
		}
	}
	return names
}

// toolLines lists the tools for the help.
func toolLines() string {
	var b strings.Builder
	for _, t := range tools {
		mark := " "
		if t.acts {
			mark = "*"
		}
		fmt.Fprintf(&b, "  %s %-11s  svc %s\n", mark, t.name, strings.Join(t.command, " "))
	}
	return b.String()
}

// serve answers the agent until it closes its end, or ctx ends.
func serve(ctx context.Context, env *cli.Env, r *runner, allowed []string) error {
	s := &server{
		in: jsonrpc.NewLineReader(env.In), out: jsonrpc.NewLineWriter(env.Out, env.Secrets.Cut), version: env.Version,
		runner: r, calls: map[string]context.CancelFunc{},
	}
	for _, t := range tools {
		if !t.acts || slices.Contains(allowed, t.name) {
			s.tools = append(s.tools, t)
		}
	}
	err := s.run(ctx)
	if errors.Is(err, jsonrpc.ErrFrame) {
		return &cli.Error{
			Code: cli.ExitFailed, What: "cannot read what the agent sent", Why: err.Error(), Err: err,
			Fix: "let a coding agent start svc mcp",
		}
	}
	return err
}
