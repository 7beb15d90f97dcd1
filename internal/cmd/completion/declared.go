package completion

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/fixture"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/projectfs"
)

// question names an app.
type question struct {
	Dir     cmdutil.Path `json:"dir"`
	Profile string       `json:"profile"`
}

// declarations are the names that an app declares.
type declarations struct {
	Capabilities []declaredCapability `json:"capabilities"`
	Environments []string             `json:"environments"`
	// Secrets are the names of secrets: those that the app declares, and those in .dev.vars.
	Secrets []string `json:"secrets"`
}

type declaredCapability struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Worker string `json:"worker"`
}

// Declared reads the names that an app declares.
var Declared = cmdutil.Work[question, declarations]{Name: "completion", Do: func(
	ctx context.Context, _ *cli.Env, q *question,
) (*declarations, error) {
	app, err := project.Load(ctx, project.Options{Dir: string(q.Dir), Profile: q.Profile})
	if err != nil {
		return nil, err
	}
	d := &declarations{Environments: app.Environments(), Secrets: slices.Concat(app.Secrets(), app.Bindings)}
	all := devserver.Capabilities(app)
	names := capability.Names(all)
	for _, c := range all {
		name := c.ID
		if !slices.Contains(names, name) {
			name = c.Name()
		}
		d.Capabilities = append(d.Capabilities, declaredCapability{name, c.Kind, c.Worker})
	}
	return d, nil
}}

// appDir returns the folder of the app that a command line is about.
func appDir(env *cli.Env, cmd *cobra.Command) string {
	if flag := cmd.Flags().Lookup("dir"); flag != nil && flag.Changed {
		return env.Path(flag.Value.String())
	}
	return projectfs.NearestApp(env.Dir, env.Getenv("HOME"))
}

// declaredBy returns the names that the app of a command line declares, none if it does not load.
func declaredBy(env *cli.Env, cmd *cobra.Command) *declarations {
	dir := appDir(env, cmd)
	profile, err := cmdutil.ChooseProfile(dir, "")
	if err != nil {
		return &declarations{}
	}
	found, err := Declared.Ask(cmd.Context(), env, &question{cmdutil.Path(dir), profile})
	if err != nil {
		return &declarations{} // a shell has no place for errors
	}
	return found
}

// capabilities offers the capabilities of these kinds; no kinds means all.
func capabilities(kinds ...string) words {
	return func(env *cli.Env, cmd *cobra.Command) (names []string) {
		for _, c := range declaredBy(env, cmd).Capabilities {
			if len(kinds) == 0 || slices.Contains(kinds, c.Kind) {
				names = append(names, described(c.Name, capability.KindWords[c.Kind]+" of "+c.Worker))
			}
		}
		return names
	}
}

func workers(env *cli.Env, cmd *cobra.Command) (names []string) {
	for _, c := range declaredBy(env, cmd).Capabilities {
		names = append(names, c.Worker)
	}
	return names
}

// secretName matches names of secrets. An app can declare the secret itself by mistake.
var secretName = lazyregexp.New(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)

// secrets offers the names of secrets. It asks no platform, as each has others.
func secrets(env *cli.Env, cmd *cobra.Command) (names []string) {
	for _, name := range declaredBy(env, cmd).Secrets {
		if secretName().MatchString(name) {
			names = append(names, name)
		}
	}
	return names
}

// environments offers the environments that the app declares, and those to which its folder is deployed.
func environments(env *cli.Env, cmd *cobra.Command) []string {
	names := declaredBy(env, cmd).Environments
	if linked, err := cmdutil.ReadLink(appDir(env, cmd)); err == nil {
		names = append(names, linked.Names()...)
	}
	return names
}

// projects offers the local state, and the project to which the folder is linked.
func projects(env *cli.Env, cmd *cobra.Command) []string {
	names := []string{"dev"}
	if linked, err := cmdutil.ReadLink(appDir(env, cmd)); err == nil && linked != nil {
		names = append(names, linked.ProjectID)
	}
	return names
}

func fixtures(env *cli.Env, cmd *cobra.Command) []string {
	root, err := projectfs.Open(appDir(env, cmd), projectfs.Options{})
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }() // opened for reading only
	names, _ := fixture.List(root)      // a shell has no place for errors
	return names
}

// described adds a description, which shells show beside a word.
func described(word, about string) string { return word + "\t" + about }

// plain matches words that are safe to write to the line of any shell, and that are no flags.
var plain = lazyregexp.New(`^[A-Za-z0-9_./:@][A-Za-z0-9_./:@=-]*$`)

// safe returns the words without duplicates, and without those that a shell could read as more than a word: an app that
// a stranger wrote declares them.
func safe(offered []string) (words []string) {
	seen := map[string]bool{}
	for _, one := range offered {
		word, about, _ := strings.Cut(one, "\t")
		if plain().MatchString(word) && !seen[word] {
			seen[word] = true
			words = append(words, described(word, cli.OneLine(about)))
		}
	}
	return words
}
