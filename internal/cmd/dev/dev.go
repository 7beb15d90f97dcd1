// Package dev implements `svc dev`: a supervised server that reloads the app on every change.
//
// The supervisor (supervise.go) owns the sockets, and its child (serve.go) serves on them.
package dev

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/devserver/access"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/inspect"
	"github.com/appsvc/svc/internal/devserver/supervise"
)

// Default ports. If one is in use, svc dev takes the next free one.
const (
	defaultPort    = 8787
	defaultLogPort = 9099 // spec, --svc-log-port
)

type options struct {
	dir, profile, crm string
	environment       string
	port, logPort     int
	// portGiven and logPortGiven are true if the user chose the port. Then svc dev takes no other.
	portGiven, logPortGiven bool
	persist, json           bool
	// importDir and exportDir are the flags --import and --export-on-exit, absolute; "" without them.
	importDir, exportDir string
	untrusted            bool
	// engine is engineLocal or engineWorkerd.
	engine string
	// install installs the engine, and yes skips the question before.
	install, yes bool
	// inspect is the port for debuggers, or noInspect. inspectGiven reports that the user chose it.
	inspect      int
	inspectGiven bool
	// targets are the workers that debuggers find; nil without --inspect.
	targets *inspect.Targets
	// allowedHosts are the values of --allowed-host, and hosts what they mean.
	allowedHosts []string
	hosts        access.Hosts
	portal       portal
	// child means that this process is the server, and its supervisor owns the sockets.
	child bool
	// terminal means that the supervisor shows the messages on a terminal, and keys that it reads keys there.
	terminal, keys bool
	// invoke returns the handler that runs invocations inside the server.
	invoke func(*local.Session, local.UseHost) http.HandlerFunc
}

// New makes the command. invoke returns the handler that runs invocations inside the server.
func New(env *cli.Env, invoke func(*local.Session, local.UseHost) http.HandlerFunc) *cobra.Command {
	o := &options{invoke: invoke}
	cmd := &cobra.Command{
		Use:   "dev",
		Short: "Run the app on this machine",
		Long: `Serve the app with every route of production, including signature checks, on state in .svc/state and an
emulated CRM with sample records. Saved changes are served at once and keep the state.

Each worker has its own host, http://<worker>.localhost:8787, and the path /w/<worker>/ for callers that
cannot choose a host. All other hosts belong to the app worker: OAuth, webhooks and control routes.

Schedules fire on time, in UTC. 'svc dev tick 15m' advances the clock and runs everything that becomes due.
While the server runs, 'svc dev invoke', 'svc installs' and other commands in this folder use it.

Install an app with OAuth in a portal of the emulated CRM with 'svc dev install', or by the link that the
command prints. Its schedules, syncs and triggers run for each portal that has installed it.

A change of the app definition or of .dev.vars restarts the app with a new emulated CRM. If the server
dies or does not respond for 2 seconds, it is replaced without refusing connections.

--env serves the app as one of its environments declares it, with the state of this folder, and with the
bindings of .dev.vars.<env> over those of .dev.vars. The default is the environment dev, which an app can
declare, too.

--import starts with the state and the emulated CRM's records that 'svc dev state export' wrote. With
--persist=false each start has the same data. --export-on-exit writes both back.

The server accepts the hosts localhost and *.localhost, and loopback addresses. It rejects every other Host
header, which stops DNS rebinding. --allowed-host adds the host of a tunnel, through which platforms call the
app's own routes.

--engine workerd runs the code of the workers in the engine of the edge platform, the npm package workerd of the
project, with the same routes, state, clock and emulated CRM. The default is an engine inside svc. With --inspect,
debuggers connect to 127.0.0.1:9229 and set breakpoints in the .ts files.

--portal writes the CRM project for a test account to .svc/portal, for the local development of the CRM's own
tools. With --tunnel, a tool that you have installed gives the server a public address for an hour: cards,
workflow actions, webhooks and the OAuth redirect of the test account reach it, and nothing else of the server
does. It refuses an environment that is deployed.

With --untrusted, for the app of a stranger, connections go to public https hosts only, and never through
a proxy. The emulated CRM stays available.

On a terminal, single keys restart the server, advance the clock, open the dashboard, clear the screen and
quit. Press ? to list them.

Logs go to standard error. http://localhost:9099 streams them as one JSON document per line, and receives
those of cards (logger of @svc/sdk/ui).

Exit codes: 0 ended with the key q, 2 usage or configuration error, 3 internal error, 6 cancelled, or --yes is
missing with --install, 9 'svc dev' is already running in this folder, or a port is in use, 130 or 143 stopped
by a signal.`,
		Example: `  svc dev
  svc dev --port 3000 --crm live
  svc dev --allowed-host abc.tunnel.example.com
  svc dev --engine workerd --inspect
  svc dev --portal --tunnel=cloudflared
  svc dev tick 15m
  svc dev invoke send-reminder -i '{"tone": "firm"}'`,
		SuggestionsMinimumDistance: cmdutil.SuggestionDistance,
		Args:                       cmdutil.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.portGiven, o.logPortGiven = cmd.Flags().Changed("port"), cmd.Flags().Changed("svc-log-port")
			o.inspectGiven = o.inspect != defaultInspectPort
			if err := o.validate(cmd.Flags()); err != nil {
				return err
			}
			if o.child {
				return serveAsChild(cmd.Context(), env, o)
			}
			return run(cmd.Context(), env, o)
		},
	}
	o.addFlags(cmd)
	cmd.AddCommand(newLogsCommand(env))
	return cmd
}

// addFlags declares the flags of the command.
func (o *options) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(
		&o.port, "port", defaultPort,
		"serve on this `port`; 0 chooses a free one (default: the first free port from 8787)",
	)
	f.IntVar(
		&o.logPort, "svc-log-port", defaultLogPort,
		"serve the logs on this `port`; 0 chooses a free one (default: the first free port from 9099)",
	)
	for _, name := range []string{"port", "svc-log-port"} {
		f.Lookup(name).DefValue = "0" // the text has the default
	}
	local.AddCRMFlag(f, &o.crm)
	f.StringVar(
		&o.engine, "engine", engineLocal,
		"run the workers in this `engine`: local, or workerd, the edge's own, if the project has it installed",
	)
	f.BoolVar(&o.install, "install", false, "with --engine workerd, install the engine first if the project lacks it")
	f.BoolVar(&o.yes, "yes", false, "with --install, skip the confirmation")
	f.IntVar(
		&o.inspect, "inspect", noInspect,
		"with --engine workerd, let debuggers connect to this `port` (default: the first free port from 9229)",
	)
	f.Lookup("inspect").NoOptDefVal = strconv.Itoa(defaultInspectPort)
	f.Lookup("inspect").DefValue = "0" // the text has the default
	f.StringArrayVar(
		&o.allowedHosts, "allowed-host", nil,
		"also serve the app for this `host`, such as that of a tunnel; .example.com includes subdomains",
	)
	f.BoolVar(&o.persist, "persist", true, "keep state in .svc/state; --persist=false keeps it in memory")
	f.StringVar(&o.importDir, "import", "", "start with the state and the records of an export in this `folder`")
	f.StringVar(&o.exportDir, "export-on-exit", "",
		"write the state and the records to this `folder` when the server stops")
	f.BoolVar(&o.json, "json", false, "print events as one JSON document per line")
	cmdutil.AddDirFlag(f, &o.dir)
	f.StringVar(&o.environment, "env", host.Environment, "serve the app as this `environment` declares it")
	cmdutil.AddProfileFlag(f, &o.profile)
	cmdutil.AddUntrustedFlag(f, &o.untrusted)
	o.portal.addFlags(f)
	f.BoolVar(&o.child, "child", false, "serve on the sockets of the supervisor that started this process")
	f.BoolVar(&o.terminal, "terminal", false, "write messages for a terminal")
	f.BoolVar(&o.keys, "keys", false, "name the keys of the supervisor")
	for _, name := range []string{"child", "terminal", "keys"} {
		_ = f.MarkHidden(name) // fails only for an unknown flag
	}
}

func (o *options) validate(f *pflag.FlagSet) error {
	if err := cmdutil.InRange("--port", o.port, 0, 65535); err != nil {
		return err
	}
	if err := cmdutil.InRange("--svc-log-port", o.logPort, 0, 65535); err != nil {
		return err
	}
	if o.port == o.logPort && o.port != 0 {
		return cli.Usage("--port and --svc-log-port are equal", "choose two different ports")
	}
	var err error
	if o.hosts, err = access.ParseHosts(o.allowedHosts); err != nil {
		return cli.Usage("--allowed-host: "+err.Error(), "write a name, such as --allowed-host app.example.com")
	}
	if err := cmdutil.CheckEnvironment(o.environment); err != nil {
		return err
	}
	if err := o.checkEngine(f.Changed("inspect")); err != nil {
		return err
	}
	if err := o.portal.validate(f, o.environment, o.untrusted); err != nil {
		return err
	}
	return local.CheckCRM(o.crm, o.untrusted)
}

// args returns the arguments of the child process.
func (o *options) args() []string {
	args := []string{
		"dev", "--child", "--dir", o.dir, "--crm", o.crm, "--env", o.environment, fmt.Sprintf("--persist=%t", o.persist),
		fmt.Sprintf("--json=%t", o.json), fmt.Sprintf("--untrusted=%t", o.untrusted),
		fmt.Sprintf("--terminal=%t", o.terminal), fmt.Sprintf("--keys=%t", o.keys), "--engine", o.engine,
		fmt.Sprintf("--inspect=%d", o.inspect),
	}
	if o.importDir != "" {
		args = append(args, "--import", o.importDir)
	}
	if o.exportDir != "" {
		args = append(args, "--export-on-exit", o.exportDir)
	}
	for _, name := range o.allowedHosts {
		args = append(args, "--allowed-host", name)
	}
	if o.profile != "" {
		args = append(args, "--profile", o.profile)
	}
	return append(args, o.portal.args()...)
}

// run opens the sockets and starts a supervised child that serves on them. Where a child cannot inherit sockets, this
// process serves.
func run(parent context.Context, env *cli.Env, o *options) error {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	o.dir = dir
	if err := cmdutil.NeedApp(dir); err != nil {
		return err
	}
	if err := o.alone(parent, dir, ""); err != nil {
		return err
	}
	if err := o.haveEngine(parent, env, dir); err != nil {
		return err // before the sockets and the child
	}
	if err := o.importState(env); err != nil {
		return err
	}
	if err := o.portal.check(dir, o.environment); err != nil {
		return err
	}
	sockets, err := o.listen(env)
	if err != nil {
		return err
	}
	if err := removeForeign(dir, origin(sockets[0])); err != nil {
		return err
	}
	closeTunnel, err := o.portal.open(parent, env, sockets[len(sockets)-1])
	if err != nil {
		return err
	}
	defer closeTunnel()
	if supervise.Supported {
		return superviseChild(parent, env, o, sockets)
	}
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	return serveUnsupervised(ctx, env, o, sockets)
}
