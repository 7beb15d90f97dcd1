// Package lsp implements `svc lsp`, which serves findings and fixes to editors: see internal/lsp.
package lsp

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/jsonrpc"
	"github.com/appsvc/svc/internal/lsp"
)

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	var untrusted, stdio bool
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve findings and fixes to editors",
		Long: `Serve svc to editors over the Language Server Protocol, on standard input and standard output. The editor
starts the command: 'svc docs editors' has the settings of editors.

While you type, the editor shows the findings of 'svc check', also for text that is not saved. It offers the
fixes of findings, explains rules, goes to the declaration of an id, and completes ids and values.

Each app with an open file is checked in a process of its own, which has no credentials and limits of memory
and time.

Exit codes: 0 the editor has ended the server or closed standard input, 1 exit without shutdown, 2 usage error,
3 the input is not a stream of messages.`,
		Example: `  svc lsp
  svc lsp --untrusted`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return serve(cmd.Context(), env, untrusted) },
	}
	cmdutil.AddUntrustedFlag(cmd.Flags(), &untrusted)
	cmd.Flags().BoolVar(&stdio, "stdio", false, "use standard input and output, as always; editors add it")
	return cmd
}

func serve(ctx context.Context, env *cli.Env, untrusted bool) error {
	ctx, stop := cli.Interruptible(ctx)
	defer stop()
	explained := map[string]lsp.Rule{}
	for _, topic := range cmdutil.RuleTopics() {
		explained[topic.ID] = lsp.Rule{
			Title: topic.Title, Why: topic.Why, Hint: topic.Hint, Before: topic.Before, After: topic.After,
			URL: cli.RuleAddress(topic.ID),
		}
	}
	err := lsp.New(lsp.Options{
		In: env.In, Out: jsonrpc.NewWriter(env.Out, env.Secrets.Cut), Version: env.Version, Rules: explained,
		Checker: &checker{env: env, untrusted: untrusted},
		Log:     env.Notef,
	}).Run(ctx)
	switch {
	case errors.Is(err, lsp.ErrNoShutdown):
		return cli.Exit(cli.ExitNegative)
	case errors.Is(err, jsonrpc.ErrFrame):
		return &cli.Error{
			Code: cli.ExitFailed, What: "cannot read what the editor sent", Why: err.Error(), Err: err,
			Fix: "let an editor start svc lsp",
		}
	}
	return err
}
