// Package dev is svc dev and svc dev tick: a supervised server that reloads the app on every change.
//
// The supervisor (supervise.go) owns the sockets, and its child (serve.go) serves on them.
package dev

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/devserver/supervise"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/platform"
)

// Ports of `svc dev` when no flag names others.
const (
	defaultPort    = 8787
	defaultLogPort = 9099 // the spec's default of --svc-log-port
)

// options are the flags of `svc dev`.
type options struct {
	dir, profile, crm string
	port, logPort     int
	// portGiven and logPortGiven say that the user named the port: no other will do.
	portGiven, logPortGiven bool
	persist, json           bool
	// child says that this process is the server, and a supervisor has the sockets.
	child bool
	// invoke makes the handler that runs invocations inside the server.
	invoke func(*local.Session, local.UseHost) http.HandlerFunc
}

// New makes the command. invoke makes the handler that runs invocations inside the server.
func New(env *cli.Env, invoke func(*local.Session, local.UseHost) http.HandlerFunc) *cobra.Command {
	o := &options{invoke: invoke}
	cmd := &cobra.Command{
		Use:   "dev",
		Short: "Run an app on this machine",
		Long: `Run an app on this machine: every route of production, signatures included, over state in .svc/state and
an emulated CRM with sample records. What is saved is served, and nothing of the state is lost by it.

Each worker has a host of its own, http://<worker>.localhost:8787, and the path /w/<worker>/ for who cannot
choose a host; every other host is the app worker's: OAuth, webhooks and control routes.

Schedules fire at their times, in UTC. 'svc dev tick 15m' moves the clock ahead and has everything happen that
comes due on the way. While the server runs, 'svc dev invoke', 'svc installs' and the others go through it.

A change of the app itself or of .dev.vars starts the app anew, with a new emulated CRM. A server that dies,
or is silent for 2 seconds, is replaced; no connection is refused meanwhile.

Logs go to standard error, and as one JSON document a line to who reads http://localhost:9099.`,
		Example: `  svc dev
  svc dev --port 3000 --crm live
  svc dev tick 15m
  svc dev invoke send-reminder -i '{"tone": "firm"}'`,
		// As for the root: how far off a mistyped command is still recognised.
		SuggestionsMinimumDistance: 2,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cmdutil.UnknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.portGiven, o.logPortGiven = cmd.Flags().Changed("port"), cmd.Flags().Changed("svc-log-port")
			if err := o.validate(); err != nil {
				return err
			}
			if o.child {
				return serveAsChild(cmd.Context(), env, o)
			}
			return run(cmd.Context(), env, o)
		},
	}
	f := cmd.Flags()
	f.IntVar(
		&o.port, "port", defaultPort,
		"serve on this `port` of this machine; 0 takes a free one (default the first free one from 8787)",
	)
	f.IntVar(
		&o.logPort, "svc-log-port", defaultLogPort,
		"stream logs on this `port` of this machine; 0 takes a free one (default the first free one from 9099)",
	)
	f.StringVar(
		&o.crm, "crm", host.CRMEmulated, "`which` CRM to call: emulated, or live with CRM_ACCESS_TOKEN of .dev.vars",
	)
	f.BoolVar(&o.persist, "persist", true, "keep state in .svc/state; false keeps it in memory")
	f.BoolVar(&o.json, "json", false, "print what happens as one JSON document a line")
	f.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app")
	f.StringVar(
		&o.profile, "profile", "",
		"vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)",
	)
	f.BoolVar(&o.child, "child", false, "serve on the sockets of the supervisor that has started this process")
	_ = f.MarkHidden("child") // it exists
	cmd.AddCommand(newTickCommand(env))
	return cmd
}

func (o *options) validate() error {
	for flag, port := range map[string]int{"--port": o.port, "--svc-log-port": o.logPort} {
		if port < 0 || port > 65535 {
			return cli.Usage(fmt.Sprintf("%s cannot be %d", flag, port), "give a port from 1 to 65535, or 0 for a free one")
		}
	}
	if o.port == o.logPort && o.port != 0 {
		return cli.Usage("--port and --svc-log-port are the same", "give them two ports")
	}
	if o.crm != host.CRMEmulated && o.crm != host.CRMLive {
		return cli.Usage(fmt.Sprintf("--crm cannot be %q", o.crm), "write --crm emulated or --crm live")
	}
	return nil
}

// args are the arguments of the child.
func (o *options) args() []string {
	args := []string{
		"dev", "--child", "--dir", o.dir, "--crm", o.crm, fmt.Sprintf("--persist=%t", o.persist),
		fmt.Sprintf("--json=%t", o.json),
	}
	if o.profile != "" {
		args = append(args, "--profile", o.profile)
	}
	return args
}

// run opens the sockets and has a child serve on them, or serves itself where sockets cannot be handed down.
func run(parent context.Context, env *cli.Env, o *options) error {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	o.dir = dir
	sockets, err := o.listen(env)
	if err != nil {
		return err
	}
	if supervise.Supported {
		return superviseDev(parent, env, o, sockets)
	}
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	return serveDev(ctx, env, o, sockets)
}
