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
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
)

// options are the flags of `svc open`.
type options struct {
	target, env, dir, profile string
	print, json               bool
}

// document is what --json prints.
type document struct {
	SchemaVersion int    `json:"schemaVersion"`
	Target        string `json:"target"`
	URL           string `json:"url"`
	Opened        bool   `json:"opened"`
}

func New(env *cli.Env) *cobra.Command {
	o := &options{target: "app"}
	var lines []string
	for _, t := range targets {
		lines = append(lines, fmt.Sprintf("    %-10s %s", t.name, t.about))
	}
	cmd := &cobra.Command{
		Use:   "open [target]",
		Short: "Open what is deployed in the browser",
		Long: `Open the address of what is deployed in the browser, by .svc/project.json. Targets:

` + strings.Join(lines, "\n") + `
    <worker>   a worker of the app, by its name

Without a terminal, or with --print, the address is printed alone.

Exit codes: 0 opened or printed, 2 usage, or there is no such address, 3 the tool failed.`,
		Example: `  svc open
  svc open edge --env staging
  svc open install --print`,
		Args: cmdutil.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.target = args[0]
			}
			return run(env, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.env, "env", link.Production, "the deployed `environment`")
	f.BoolVar(&o.print, "print", false, "print the address, and open nothing")
	f.BoolVar(&o.json, "json", false, "print one JSON document, and open nothing")
	f.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app")
	f.StringVar(
		&o.profile, "profile", "",
		"vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)",
	)
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
		env.Notef("no browser can be started here")
	default:
		env.Notef("opening %s", url)
		return nil
	}
	_, err = fmt.Fprintln(env.Out, url)
	return err
}

// url is the address of the target.
func (o *options) url(env *cli.Env) (string, error) {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return "", err
	}
	if o.target == devTarget {
		if s := localserver.Find(dir); s != nil {
			return s.URL.String(), nil
		}
		return "", cli.Usage("svc dev does not serve this folder", "run svc dev")
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
				fmt.Sprintf("the environment %q has no address for %s", o.env, o.target), "run svc deploy first",
			)
		}
	}
	if origin := deployed.Origins[o.target]; origin != "" {
		return origin, nil
	}
	return "", o.unknown(deployed)
}

// unknown says which targets there are.
func (o *options) unknown(deployed link.Environment) error {
	var names []string
	for _, t := range targets {
		names = append(names, t.name)
	}
	names = append(names, slices.Sorted(maps.Keys(deployed.Origins))...)
	fix := "the targets are " + strings.Join(names, ", ")
	if near := typo.Nearest(o.target, names); near != "" {
		fix = fmt.Sprintf("did you mean %q? %s", near, fix)
	}
	return cli.Usage(fmt.Sprintf("there is nothing to open that is called %q", o.target), fix)
}
