package dev

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/tunnel"
	"github.com/appsvc/svc/internal/link"
)

const (
	// anyTunnel is the value of --tunnel without a name: the first tool that is installed.
	anyTunnel = "any"
	// defaultLifetime is how long a public address is served. A working session is shorter, and can ask for more.
	defaultLifetime = time.Hour
	// shortestLifetime and longestLifetime bound --tunnel-for.
	shortestLifetime, longestLifetime = time.Minute, 24 * time.Hour
)

// portal is what --portal and the flags that belong to it say.
type portal struct {
	// enabled is --portal: write the CRM project for a test account.
	enabled bool
	// tunnel is --tunnel: the name of a tool, anyTunnel, or "" for none. public is --public-url.
	tunnel, public string
	// lifetime is --tunnel-for, port is --portal-port.
	lifetime time.Duration
	port     int
	// until is when the public address expires, for the child.
	until string

	// origin is the public origin; nil for none. expires is when it is no longer served.
	origin  *url.URL
	expires time.Time
}

func (p *portal) addFlags(f *pflag.FlagSet) {
	f.BoolVar(&p.enabled, "portal", false, "write the CRM project for a test account to .svc/portal")
	f.StringVar(
		&p.tunnel, "tunnel", "",
		"with --portal, get a public address by this `tool`: "+strings.Join(tunnel.Names(), ", ")+
			" (default: the first that is installed)",
	)
	f.Lookup("tunnel").NoOptDefVal = anyTunnel
	f.DurationVar(&p.lifetime, "tunnel-for", defaultLifetime, "serve the public address for this `duration`")
	f.StringVar(&p.public, "public-url", "", "with --portal, the `address` of a tunnel of your own to --portal-port")
	f.IntVar(&p.port, "portal-port", 0, "serve the public address on this `port` (default: a free one)")
	f.StringVar(&p.until, "portal-until", "", "the time at which the public address expires")
	_ = f.MarkHidden("portal-until") // fails only for an unknown flag
}

// isPublic reports whether the CRM can reach the server.
func (p *portal) isPublic() bool { return p.tunnel != "" || p.public != "" }

// validate rejects invalid values of the flags, and environments that the CRM of other users knows.
func (p *portal) validate(f *pflag.FlagSet, environment string, untrusted bool) error {
	for _, name := range []string{"tunnel", "tunnel-for", "public-url", "portal-port"} {
		if f.Changed(name) && !p.enabled {
			return cli.Usage("--"+name+" needs --portal", "add --portal, or leave out --"+name)
		}
	}
	switch {
	case !p.enabled:
		return nil
	case untrusted:
		return cli.Usage(
			"--portal and --untrusted exclude each other: the app would act in an account of the CRM", "leave out one of them",
		)
	case environment == link.Production:
		return cli.Usage(
			"--portal cannot serve the environment production: its app in the CRM is that of your users",
			"leave out --env to serve the environment dev",
		)
	case p.tunnel != "" && p.public != "" && p.until == "":
		return cli.Usage("--tunnel and --public-url exclude each other", "leave out one of them")
	case p.lifetime < shortestLifetime || p.lifetime > longestLifetime:
		return cli.Usage(
			fmt.Sprintf("invalid --tunnel-for %s: expected %s to %s", p.lifetime, shortestLifetime, longestLifetime),
			"write a duration such as 2h",
		)
	}
	if p.tunnel != "" && p.tunnel != anyTunnel {
		if err := cmdutil.OneOf("--tunnel", p.tunnel, tunnel.Names()); err != nil {
			return err
		}
	}
	if err := cmdutil.InRange("--portal-port", p.port, 0, 65535); err != nil {
		return err
	}
	return p.parse()
}

// parse reads the public address, and for a child when it expires.
func (p *portal) parse() (err error) {
	if p.public != "" {
		if p.origin, err = tunnel.ParseOrigin(p.public); err != nil {
			return cli.Usage("--public-url: "+err.Error(), "write the address that your tunnel prints")
		}
	}
	if p.until != "" {
		if p.expires, err = time.Parse(time.RFC3339, p.until); err != nil {
			return cli.Usage("invalid --portal-until: expected a time of RFC 3339", "run 'svc dev'")
		}
	}
	return nil
}

// args returns the arguments of the child process.
func (p *portal) args() []string {
	if !p.enabled {
		return nil
	}
	args := []string{"--portal", "--portal-until", p.expires.UTC().Format(time.RFC3339)}
	if p.origin != nil {
		args = append(args, "--public-url", p.origin.String())
	}
	return args
}

// check refuses an environment that is deployed: its app in the CRM has users, and the project of --portal would lead
// them to this machine.
func (p *portal) check(dir, environment string) error {
	if !p.enabled {
		return nil
	}
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return err
	}
	if crm := linked.Environment(environment).CRM; crm != nil {
		return cli.Usage(
			fmt.Sprintf("--portal cannot serve the environment %q: it is deployed to the CRM as project %q of account %s",
				environment, crm.Project, crm.Account),
			"choose an environment that is not deployed, such as the default dev",
		)
	}
	return nil
}

// open gets a public address for the socket, if the flags ask for one. close ends the tool.
func (p *portal) open(ctx context.Context, env *cli.Env, socket net.Listener) (closeTunnel func(), err error) {
	p.expires = env.Now().Add(p.lifetime)
	if p.tunnel == "" {
		return func() {}, nil
	}
	name := p.tunnel
	if name == anyTunnel {
		name = ""
	}
	tool, program, err := tunnel.Find(name, exec.LookPath)
	if err != nil {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: "cannot open a tunnel", Why: err.Error(), Err: err,
			Fix: "install one of them, or pass the address of another tunnel with --public-url and --portal-port",
		}
	}
	_, port, _ := net.SplitHostPort(socket.Addr().String())
	opened, err := tunnel.Start(ctx, tunnel.Options{Tool: tool, Program: program, Port: port, Getenv: env.Getenv})
	if err == nil {
		p.public = opened.Origin
		err = p.parse()
	}
	if err != nil {
		return nil, &cli.Error{
			Code: cli.ExitFailed, What: "cannot open a tunnel with " + tool.Name, Why: cli.Reason(err), Err: err,
			Fix: "run '" + tool.Name + "' by itself, and follow what it says",
		}
	}
	done, cancel := context.WithCancel(ctx)
	go p.follow(done, env, opened)
	return func() {
		cancel()
		opened.Stop()
	}, nil
}

// follow ends the tool when the address expires, and says so. It also says when the tool ends by itself.
func (p *portal) follow(ctx context.Context, env *cli.Env, opened *tunnel.Tunnel) {
	expired := time.NewTimer(p.lifetime)
	defer expired.Stop()
	select {
	case <-ctx.Done():
	case <-expired.C:
		opened.Stop()
		env.Notef("the tunnel has expired; restart 'svc dev' for a new one")
	case <-opened.Ended:
		if ctx.Err() == nil {
			env.Notef("the tunnel has ended; restart 'svc dev' for a new one")
		}
	}
}
