// Package open implements `svc open`, which opens a page of the deployed app in the browser.
package open

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
	"github.com/spf13/cobra"
)

type options struct {
	target, env, dir, profile string
	print, json               bool
}

// document is the output of --json.
type document struct {
	SchemaVersion int    `json:"schemaVersion"`
	Target        string `json:"target"`
	URL           string `json:"url"`
	Opened        bool   `json:"opened"`
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{target: "app"}
	var lines []string
	for _, t := range targets {
		lines = append(lines, fmt.Sprintf("    %-10s %s", t.name, t.about))
	}
	cmd := &cobra.Command{
		Use:   "open [target]",
		Short: "Open the deployed app in the browser",
		Long: `Open a page of the deployed app in the browser. Targets:

` + strings.Join(lines, "\n") + `
    <worker>   a worker of the app, by its name

Without a terminal, or with --print, the URL is printed. The URLs come from .svc/project.json.

Exit codes: 0 success, 2 usage error, or no such URL, 3 internal error.`,
		Example: `  svc open
  svc open edge --env staging
  svc open install --print`,
		Args:      cmdutil.MaximumArgs(1),
		ValidArgs: targetNames(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.target = args[0]
			}
			return run(cmd.Context(), env, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.env, "env", link.Production, "use this deployed `environment`")
	f.BoolVar(&o.print, "print", false, "print the URL instead of opening it")
	f.BoolVar(&o.json, "json", false, "print one JSON document instead of opening the URL")
	cmdutil.AddDirFlag(f, &o.dir)
	cmdutil.AddProfileFlag(f, &o.profile)
	return cmd
}

func run(ctx context.Context, env *cli.Env, o *options) error {
	url, err := o.url(ctx, env)
	switch {
	case err != nil:
		return err
	case o.json:
		return env.JSON(document{1, o.target, url, false})
	case o.print || !env.OutTTY || env.CI():
	case cmdutil.Browse(url) != nil:
		env.Notef("cannot start a browser")
	default:
		env.Notef("opening %s", url)
		return nil
	}
	_, err = fmt.Fprintln(env.Out, url)
	return err
}

// url returns the URL of the target.
func (o *options) url(ctx context.Context, env *cli.Env) (string, error) {
	if o.target == devTarget {
		server, err := localserver.In(env, o.dir)
		switch {
		case errors.Is(err, localserver.ErrNoServer):
			return "", cli.Usage("no server is running in this folder", "start 'svc dev'")
		case err != nil:
			return "", err
		}
		return server.Beacon.DashboardLink(), nil
	}
	dir, err := env.Folder(o.dir)
	if err != nil {
		return "", err
	}
	profile, err := cmdutil.LoadProfile(dir, o.profile)
	if err != nil {
		return "", err
	}
	if o.target == installTarget { // before the link: no deploy gives the app the page
		if err := refuseWithoutOAuth(ctx, env, dir, profile.Name); err != nil {
			return "", err
		}
	}
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return "", err
	}
	deployed, err := cmdutil.LinkedEnvironment(linked, o.env, "run 'svc deploy' first")
	if err != nil && typo.Nearest(o.target, targetNames()) != "" && !slices.Contains(targetNames(), o.target) {
		return "", o.unknown(deployed) // a deploy would not help
	}
	if err != nil {
		return "", err
	}
	for _, t := range targets {
		if t.name == o.target {
			if url := t.url(deployed, profile); url != "" {
				return url, nil
			}
			return "", cli.Usage(fmt.Sprintf("environment %q has no URL for %s", o.env, o.target), "run 'svc deploy' first")
		}
	}
	if origin := deployed.Origins[o.target]; origin != "" {
		return origin, nil
	}
	return "", o.unknown(deployed)
}

// unknown is the error for an unknown target.
func (o *options) unknown(deployed link.Environment) error {
	names := append(targetNames(), slices.Sorted(maps.Keys(deployed.Origins))...)
	return cli.Usage(
		fmt.Sprintf("unknown target %q", o.target), cli.Suggest(o.target, names, "use one of "+strings.Join(names, ", ")),
	)
}

// installTarget is the target of apps with OAuth.
const installTarget = "install"

// devTarget is the target of the local server. It needs no deploy.
const devTarget = "dev"

// edgeDashboard is the edge platform's dashboard (edge docs).
const edgeDashboard = "https://dash.cloudflare.com/"

// targets is the table of targets, in the order of the help.
var targets = []struct {
	name, about string
	// url returns "" if the URL is unknown.
	url func(link.Environment, *platform.Profile) string
}{
	{"app", "the app worker", func(e link.Environment, _ *platform.Profile) string { return e.Origin }},
	{installTarget, "where portals install an app with OAuth", below("/oauth-start")},
	{"dashboard", "all workers of the account, on the edge platform", func(
		e link.Environment, _ *platform.Profile,
	) string {
		return atEdge(e.Account, "/workers-and-pages")
	}},
	{"edge", "metrics, logs and settings of the app worker, on the edge platform", func(
		e link.Environment, _ *platform.Profile,
	) string {
		if e.Script == "" {
			return ""
		}
		return atEdge(e.Account, "/workers/services/view/"+url.PathEscape(e.Script)+"/production")
	}},
	{"crm", "the app's project, in the CRM", func(e link.Environment, p *platform.Profile) string {
		if e.CRM == nil {
			return ""
		}
		return p.ProjectPage(e.CRM.Account, e.CRM.Project)
	}},
	{devTarget, "the dashboard of 'svc dev'", func(link.Environment, *platform.Profile) string { return "" }},
}

func targetNames() (names []string) {
	for _, t := range targets {
		names = append(names, t.name)
	}
	return names
}

// below returns the URL of a path of the app worker.
func below(path string) func(link.Environment, *platform.Profile) string {
	return func(e link.Environment, _ *platform.Profile) string {
		if e.Origin == "" {
			return ""
		}
		return e.Origin + path
	}
}

// atEdge returns the URL of a page of an account.
func atEdge(account, path string) string {
	if account == "" {
		return ""
	}
	return edgeDashboard + url.PathEscape(account) + path
}
