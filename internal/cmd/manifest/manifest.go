// Package manifest implements `svc manifest`, which prints what an app declares as JSON.
package manifest

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/heap"
	"github.com/appsvc/svc/internal/link"
)

type options struct {
	dir, environment, profile string
	untrusted                 bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "manifest",
		Short: "Print what the app declares as JSON",
		Long: `Print the manifest of the app: what its configuration and workers declare, with every default filled in, as one
JSON document, with or without --json. It is the manifest that 'svc build' writes and the deployed app
serves. Without a manifest, the document has the findings or the error.

Exit codes: 0 printed, 1 findings keep the app from loading, 2 usage error, 3 internal error.`,
		Example: `  svc manifest | jq -r '.workers[].capabilities[].id'
  svc manifest --env staging`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmdutil.CheckEnvironment(o.environment); err != nil {
				return err
			}
			return cmdutil.Disposable(cmd.Context(), env, func(ctx context.Context) error { return o.run(ctx, env) })
		},
	}
	cmdutil.AnswerInJSON(cmd)
	f := cmd.Flags()
	cmdutil.AddJSONFlag(f, new(bool)) // as every command that prints data; the answer is JSON without it, too
	cmdutil.AddDirFlag(f, &o.dir)
	f.StringVar(&o.environment, "env", link.Production, "print what this `environment` of the app declares")
	cmdutil.AddProfileFlag(f, &o.profile)
	cmdutil.AddUntrustedFlag(f, &o.untrusted)
	return cmd
}

func (o *options) run(ctx context.Context, env *cli.Env) error {
	heap.OneShot()
	s, err := local.Open(env, o.dir, o.profile)
	if err != nil {
		return err
	}
	s.Environment, s.Untrusted = o.environment, o.untrusted
	if err := s.Load(ctx); err != nil {
		return err
	}
	if s.Project.App == nil || len(s.Project.Faults()) > 0 {
		env.Notef("the app does not load; standard output has the reasons") // it is often a file
		return s.ShowLoadErrors(cli.Usage("the app does not load", "run 'svc check'"))
	}
	text, err := s.Manifest(ctx)
	if err != nil {
		return s.ShowErrors(cmdutil.LoadError(err), func(diag.Finding) bool { return true })
	}
	err = s.Project.CheckEnvironment(o.environment, link.Production)
	if unknown, ok := errors.AsType[*declared.UnknownEnvironment](err); ok {
		return cmdutil.UnknownEnvironment(unknown.Name, unknown.Known)
	}
	return env.JSON(json.RawMessage(text))
}
