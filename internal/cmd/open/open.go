// Package open is svc open.
package open

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/link"
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
		Args: cmdutil.MaximumArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.target = args[0]
			}
			return run(env, o)
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

func run(env *cli.Env, o *options) error {
	url, err := o.url(env)
	switch {
	case err != nil:
		return err
	case o.json:
		return env.JSON(document{1, o.target, url, false})
	case o.print || !env.OutTTY || env.CI():
	case browse(url) != nil:
		env.Notef("cannot start a browser")
	default:
		env.Notef("opening %s", url)
		return nil
	}
	_, err = fmt.Fprintln(env.Out, url)
	return err
}

// url returns the URL of the target.
func (o *options) url(env *cli.Env) (string, error) {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return "", err
	}
	if o.target == devTarget {
		if s := localserver.Find(dir); s != nil {
			return s.URL.String(), nil
		}
		return "", cli.Usage("no server runs in this folder", "start 'svc dev'")
	}
	profile, err := cmdutil.LoadProfile(dir, o.profile)
	if err != nil {
		return "", err
	}
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return "", err
	}
	deployed, err := cmdutil.LinkedEnvironment(linked, o.env, "run svc deploy first")
	if err != nil {
		return "", err
	}
	for _, t := range targets {
		if t.name == o.target {
			if url := t.url(deployed, profile); url != "" {
				return url, nil
			}
			return "", cli.Usage(
				fmt.Sprintf("environment %q has no URL for %s", o.env, o.target), "run svc deploy first",
			)
		}
	}
	if origin := deployed.Origins[o.target]; origin != "" {
		return origin, nil
	}
	return "", o.unknown(deployed)
}

// unknown is the error for an unknown target.
func (o *options) unknown(deployed link.Environment) error {
	var names []string
	for _, t := range targets {
		names = append(names, t.name)
	}
	names = append(names, slices.Sorted(maps.Keys(deployed.Origins))...)
	return cli.Usage(
		fmt.Sprintf("unknown target %q", o.target), cli.Suggest(o.target, names, "use one of "+strings.Join(names, ", ")),
	)
}
