// Package logs is svc logs.
package logs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/taillog"
	"github.com/appsvc/svc/internal/typo"
)

// appWorkerName is what --worker calls the app worker.
const appWorkerName = "app"

// options are the flags of `svc logs`.
type options struct {
	env, dir   string
	workers    []string
	level      string
	capability string
	json       bool
}

func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "logs",
		Short: "Follow the logs of what is deployed",
		Long: `Follow the logs of the deployed workers, until ctrl-c: what handlers log, one line for each invocation that
ends, errors that nobody caught, and what the edge itself says. Times are UTC.

The edge keeps no logs: what was written before is not shown, and a busy worker is sampled, which it says. For
what became of invocations in the past see 'svc checkpoint'. A connection that breaks is made anew; every log that
was opened is closed again. The token for the edge comes from 'svc login' or ` + remote.EdgeTokenVariable + `.

With --json every line is one JSON document: at (milliseconds since the epoch), script, type (log, invocation,
error, console or platform), level, message, and as far as they are known worker, capabilityId, kind, invocation,
fields, record and stack.

Exit codes:
    130  ended by ctrl-c    2  usage    7  the token is missing or refused    8  the edge does not answer`,
		Example: `  svc logs
  svc logs --env staging --worker main --level warn
  svc logs --capability main/sync-invoice --json | jq .record.durationMs`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.level != "" {
				if err := cmdutil.OneOf("--level", o.level, taillog.Levels()); err != nil {
					return err
				}
			}
			return run(cmd.Context(), env, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.env, "env", link.Production, "the deployed `environment`")
	f.StringArrayVar(
		&o.workers, "worker", nil, "follow this `worker` alone, app for the app worker; may be repeated (default all)",
	)
	f.StringVar(&o.level, "level", "", "show this `level` and above: "+strings.Join(taillog.Levels(), ", "))
	f.StringVar(&o.capability, "capability", "", "show the lines of this capability alone, an `id` or <worker>/<id>")
	f.BoolVar(&o.json, "json", false, "print one JSON document a line")
	f.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app")
	return cmd
}

func run(parent context.Context, env *cli.Env, o *options) error {
	deployed, err := deployedEnvironment(env, o.dir, o.env)
	if err != nil {
		return err
	}
	scripts, err := o.scripts(deployed)
	if err != nil {
		return err
	}
	client, err := remote.EdgeClient(env, remote.NewStore(env), deployed.Account)
	if err != nil {
		return err
	}
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	filter := taillog.Filter{Level: o.level, Capability: o.capability}
	printer := &printer{env: env, json: o.json, severalScripts: len(scripts) > 1}
	env.Notef("following %s (ctrl-c ends)", strings.Join(scripts, ", "))
	err = taillog.Follow(ctx, taillog.Options{
		Scripts: scripts, Opener: tails{client},
		Line: func(l taillog.Line) {
			if filter.Matches(l) {
				printer.line(l, stop)
			}
		},
		Note:  func(script, words string) { env.Notef("%s: %s", script, words) },
		Sleep: cmdutil.Sleep, Final: finalTailError,
	})
	switch {
	case printer.err != nil:
		return printer.err // nobody reads on
	case err != nil:
		return followError(err)
	}
	return context.Cause(ctx)
}

// deployedEnvironment is what is deployed under a name, of which the edge has scripts.
func deployedEnvironment(env *cli.Env, folder, name string) (link.Environment, error) {
	dir, err := env.Folder(folder)
	if err != nil {
		return link.Environment{}, err
	}
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return link.Environment{}, err
	}
	deployed, err := cmdutil.LinkedEnvironment(linked, name, "run svc deploy first")
	if err == nil && (deployed.Account == "" || deployed.Script == "") {
		err = cli.Usage(fmt.Sprintf("the environment %q is not deployed", name), "run svc deploy first")
	}
	return deployed, err
}

// scripts are those of the workers that are asked for, sorted; the app worker's is among all.
func (o *options) scripts(deployed link.Environment) ([]string, error) {
	byWorker := maps.Clone(deployed.Scripts)
	if byWorker == nil {
		byWorker = map[string]string{}
	}
	if _, taken := byWorker[appWorkerName]; !taken {
		byWorker[appWorkerName] = deployed.Script
	}
	if len(o.workers) == 0 {
		return slices.Sorted(maps.Values(byWorker)), nil
	}
	var scripts []string
	for _, worker := range o.workers {
		script, known := byWorker[worker]
		if !known {
			names := slices.Sorted(maps.Keys(byWorker))
			fix := "the workers are " + strings.Join(names, ", ")
			if near := typo.Nearest(worker, names); near != "" {
				fix = fmt.Sprintf("did you mean %q? %s", near, fix)
			}
			return nil, cli.Usage(fmt.Sprintf("no worker %q is deployed in %s", worker, o.env), fix)
		}
		scripts = append(scripts, script)
	}
	slices.Sort(scripts)
	return slices.Compact(scripts), nil
}
