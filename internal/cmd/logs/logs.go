// Package logs implements `svc logs`, which follows the logs of deployed workers.
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
)

// appWorkerName is the value of --worker for the app worker.
const appWorkerName = "app"

type options struct {
	env, dir   string
	workers    []string
	level      string
	capability string
	json       bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "logs",
		Short: "Follow the logs of deployed workers",
		Long: `Follow the logs of the deployed workers until Ctrl-C: log lines of handlers, one line per invocation, uncaught
errors and messages of the edge platform. Times are UTC.

The edge platform does not store logs: earlier lines are not available, and it samples busy workers and
says so. For past invocations see 'svc checkpoint'. A broken connection is opened again. The token comes
from 'svc login' or ` + remote.EdgeTokenVariable + `.

With --json every line is one JSON document: at (milliseconds since the epoch), script, type (log,
invocation, error, console or platform), level, message, and if known worker, capabilityId, kind,
invocation, fields, record and stack.

Exit codes:
    130  ended by Ctrl-C    2  usage error    7  missing or rejected token    8  edge platform unreachable`,
		Example: `  svc logs
  svc logs --env staging --worker main --level warn
  svc logs --capability main/sync-invoice --json | jq .record.durationMs`,
		Args: cmdutil.NoArgs,
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
	f.StringVar(&o.env, "env", link.Production, "follow this deployed `environment`")
	f.StringArrayVar(
		&o.workers, "worker", nil, "follow this `worker` only, app for the app worker; repeatable (default: all)",
	)
	f.StringVar(&o.level, "level", "", "print this `level` and above: "+strings.Join(taillog.Levels(), ", "))
	f.StringVar(&o.capability, "capability", "", "print lines of this capability only, an `id` or <worker>/<id>")
	f.BoolVar(&o.json, "json", false, "print one JSON document per line")
	cmdutil.AddDirFlag(f, &o.dir)
	return cmd
}

func run(parent context.Context, env *cli.Env, o *options) error {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	deployed, err := deployedEnvironment(dir, o.env)
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
	mapped := stacks{dir: dir}
	env.Notef("following %s (Ctrl-C to stop)", strings.Join(scripts, ", "))
	err = taillog.Follow(ctx, taillog.Options{
		Scripts: scripts, Opener: tails{client},
		Line: func(l taillog.Line) {
			if filter.Matches(l) {
				printer.line(mapped.line(l), stop)
			}
		},
		Note:  func(script, text string) { env.Notef("%s: %s", script, text) },
		Sleep: cmdutil.Sleep, Final: finalTailError,
	})
	switch {
	case printer.err != nil:
		return printer.err // standard output is closed
	case err != nil:
		return followError(err)
	}
	return context.Cause(ctx)
}

// deployedEnvironment returns an environment of the link that has deployed scripts.
func deployedEnvironment(dir, name string) (link.Environment, error) {
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return link.Environment{}, err
	}
	deployed, err := cmdutil.LinkedEnvironment(linked, name, "run 'svc deploy' first")
	if err == nil && (deployed.Account == "" || deployed.Script == "") {
		err = cli.Usage(fmt.Sprintf("environment %q is not deployed", name), "run 'svc deploy' first")
	}
	return deployed, err
}

// scripts returns the scripts of --worker, or all scripts with that of the app worker, sorted.
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
			return nil, cli.Usage(
				fmt.Sprintf("worker %q is not deployed in %s", worker, o.env),
				cli.Suggest(worker, names, "use one of "+strings.Join(names, ", ")),
			)
		}
		scripts = append(scripts, script)
	}
	slices.Sort(scripts)
	return slices.Compact(scripts), nil
}
