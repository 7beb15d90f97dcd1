package scaffold

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
	"github.com/spf13/cobra"
)

type initOptions struct {
	env     *cli.Env
	dir     string
	values  templates.Values
	card    bool
	profile string
	// extras is a list of names, packageManager one of packageManagers.
	extras, packageManager string
	yes                    bool
	planFlags
}

// NewInit makes svc init.
func NewInit(env *cli.Env) *cobra.Command {
	opts := &initOptions{env: env}
	cmd := &cobra.Command{
		Use:   "init [dir]",
		Short: "Create a new app",
		Long: `Create an app that passes 'svc check' and runs: a config, a worker with one tool, and types for the
editor. It needs no npm install.

On a terminal init asks for missing flags. Without a terminal a missing flag is an error, except for --with
and --package-manager. Init prints its plan first, and overwrites no file without --force. In an existing
package it merges package.json, tsconfig.json and .gitignore.

--with adds extras:
    agents  AGENTS.md, instructions for coding agents
    vscode  tasks, settings and a debugger configuration for VS Code
    github  a GitHub workflow that checks and tests the app
    gitlab  a GitLab pipeline that checks and tests the app
    git     a Git repository, unless the folder is already in one

Existing files are kept. --package-manager installs packages for tools such as tsc; svc itself needs none.

--profile writes svc.platform.json, which selects the vendor profile for every command. Commit it. The
types in .svc are not committed: after a clone run 'svc types', or npm install, which runs it.

Exit codes: 0 created, 2 usage or configuration error, 3 internal error, or a program of --package-manager or
--with failed, 6 cancelled, or a required flag is missing.`,
		Example: `  # answer a few questions
  svc init my-app

  # no questions, with a card
  svc init my-app --yes --ui-extension

  # with a repository and a workflow
  svc init my-app --yes --with agents,vscode,github,git --package-manager npm`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := "."
			if len(args) == 1 {
				folder = args[0]
			}
			dir, err := env.NewFolder(folder)
			if err != nil {
				return err
			}
			opts.dir = dir
			return runInit(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.values.Name, "name", "", "the app's `name`, as users see it")
	flags.StringVar(&opts.values.Distribution, "distribution", "", "`who` can install the app: private or marketplace")
	flags.StringVar(&opts.values.Auth, "auth", "", "`how` the app gets tokens: static or oauth")
	flags.StringVar(&opts.values.PlatformVersion, "platform-version", "", "the `version` of the CRM's project format")
	flags.StringSliceVar(&opts.values.Scopes, "scopes", nil, "the `scopes` of the app, separated by commas")
	flags.BoolVar(&opts.card, "ui-extension", false, "add a card and its backend")
	flags.StringVar(&opts.extras, "with", "",
		"also add these `extras`, separated by commas: "+strings.Join(extraNames(), ", ")+" (default "+defaultExtras+")")
	flags.StringVar(&opts.packageManager, "package-manager", "",
		"install packages with this `program`: "+strings.Join(packageManagers, ", ")+" (default "+none+")")
	cmdutil.AddProfileFlag(flags, &opts.profile)
	flags.BoolVarP(&opts.yes, "yes", "y", false, "accept the default of every missing flag, without questions")
	opts.addTo(flags)
	return cmd
}

func runInit(ctx context.Context, opts *initOptions) error {
	if config := otherConfig(opts.dir); config != "" {
		return cli.Usage("this folder already has an app: "+config, "choose another folder, or extend the app with 'svc add'")
	}
	profile, err := cmdutil.LoadProfile(opts.dir, opts.profile)
	if err != nil {
		return err
	}
	if err := answer(opts, profile); err != nil {
		return err
	}
	ui := uiOf(profile)
	opts.values.Version = opts.env.Version
	files := templates.App(opts.values, ui, opts.card)
	if err := addPlatformFile(files, opts.dir, profile.Name); err != nil {
		return err
	}
	if err := addTypes(files, ui); err != nil {
		return err
	}
	kept := append(opts.addExtras(files), "README.md")
	plan, err := scaffold.Make(opts.dir, files, scaffold.Options{Force: opts.force, Keep: kept, Own: ownFolder})
	if err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: err.Error(), Fix: "fix it or move it away, or choose another folder", Err: err,
		}
	}
	defer func() { _ = plan.Close() }() // opened for reading only
	opts.planFlags.document, opts.run = opts.document, opts.programLines()
	if err := opts.show(opts.env, plan, opts.yes); err != nil || opts.dryRun {
		return err
	}
	if err := typeNewApp(ctx, opts.env, opts.dir, profile); err != nil {
		return err
	}
	if err := opts.runPrograms(); err != nil || opts.asJSON {
		return err
	}
	opts.noteBuildFiles()
	opts.env.Notef("\nnext:")
	noteFolder(opts.env, opts.dir)
	opts.env.Notef("  svc check\n  svc dev invoke hello")
	return nil
}

// noteFolder prints the command that enters the new app's folder, unless it is the current one.
func noteFolder(env *cli.Env, dir string) {
	if dir != env.Dir {
		env.Notef("  cd %s", cli.ShellWord(cli.Shown(env.Dir, dir)))
	}
}

// addPlatformFile adds svc.platform.json with a profile that is not the default, so that every command uses it.
func addPlatformFile(files templates.Files, dir, profile string) error {
	existing, err := cmdutil.ReadPlatformFile(dir)
	if err != nil {
		return err
	}
	switch existing.Profile {
	case profile:
		return nil
	case "":
		if profile != platform.DefaultProfile {
			files[cmdutil.PlatformFileName] = fmt.Appendf(nil, "{\n  \"profile\": %q\n}\n", profile)
		}
		return nil
	}
	return cli.Usage(
		fmt.Sprintf("%s selects the profile %q, not %q", cmdutil.PlatformFileName, existing.Profile, profile),
		"omit --profile, or change the file",
	)
}

// otherConfig returns the name of an existing config other than svc.config.ts, or "".
func otherConfig(dir string) string {
	for _, name := range projectfs.ConfigNames()[1:] {
		if projectfs.Exists(dir, name) {
			return name
		}
	}
	return ""
}

// toolScope is the scope that the scaffold's tool needs to read a contact.
const toolScope = "crm.objects.contacts.read"

// defaultPlatformVersion is the version that most portals run: the latest but one, without previews.
const defaultPlatformVersion = "2026.03"

// question is a question with the flag's value.
type question struct {
	cli.Question
	value *string
}

// answer completes the flags with answers and validates them.
func answer(opts *initOptions, profile *platform.Profile) error {
	v := &opts.values
	prompter := cli.NewPrompter(opts.env)
	for _, scope := range v.Scopes {
		if err := checkScope(scope); err != nil {
			return err
		}
	}
	scopes := strings.Join(v.Scopes, ",")
	if v.Scopes != nil && scopes == "" {
		scopes = toolScope // --scopes without any is an answer
	}
	questions := []question{
		{cli.Question{
			Flag: "--name", Text: "App name", Default: defaultName(opts.dir),
			Check: func(name string) error { return checkName(name, opts.dir) },
		}, &v.Name},
		{cli.Question{
			Flag: "--distribution", Text: "Who can install it", Default: "private", Choices: []string{"private", "marketplace"},
		}, &v.Distribution},
		{cli.Question{
			Flag: "--auth", Text: "How it gets tokens", Choices: []string{"static", "oauth"},
			Check: func(auth string) error { return checkAuth(v.Distribution, auth) },
		}, &v.Auth},
		{cli.Question{
			Flag: "--platform-version", Text: "Platform version", Default: defaultPlatformVersion,
			Choices: platform.KnownVersions(),
		}, &v.PlatformVersion},
		{cli.Question{Flag: "--scopes", Text: "Scopes, separated by commas", Check: checkScopes}, &scopes},
	}
	questions = append(questions, opts.optional()...)
	for _, q := range questions {
		switch q.Flag {
		case "--auth":
			q.Default = defaultAuth(v.Distribution)
		case "--scopes":
			q.Default = defaultScopes(v.Auth)
		}
		isOptional := q.value == &opts.extras || q.value == &opts.packageManager
		if err := q.settle(prompter, opts.yes || isOptional && !opts.env.CanPrompt()); err != nil {
			return err
		}
	}
	v.Slug = slugOf(v.Name, opts.dir)
	v.Scopes = splitScopes(scopes, v.Auth, profile)
	return nil
}

// settle validates the flag's value. Without one it uses the default (with --yes) or asks.
func (q question) settle(prompter *cli.Prompter, yes bool) (err error) {
	*q.value = strings.TrimSpace(*q.value)
	switch {
	case *q.value == "" && !yes:
		*q.value, err = prompter.Ask(q.Question)
		return err
	case *q.value == "":
		*q.value = q.Default
	case len(q.Choices) > 0:
		err = cmdutil.OneOf(q.Flag, *q.value, q.Choices)
	}
	if err != nil || q.Check == nil {
		return err
	}
	return q.Check(*q.value)
}

// slugOf returns the start of the app's script names on the edge platform.
func slugOf(name, dir string) string {
	return cmp.Or(manifest.Slug(templates.Named(name).Kebab), manifest.Slug(filepath.Base(dir)), "my-app")
}

// checkName rejects a name whose script names are too long.
func checkName(name, dir string) error {
	if longest := platform.ScriptName.Value - len("-cards"); len(slugOf(name, dir)) > longest {
		return cli.Usage(
			fmt.Sprintf("invalid --name %q: expected at most %d letters a-z and digits", clip(name), longest),
			"choose a shorter name: it makes the app's script names on the edge platform",
		)
	}
	return nil
}

func checkAuth(distribution, auth string) error {
	if distribution == "marketplace" && auth != "oauth" {
		return cli.Usage("--distribution marketplace requires --auth oauth", "use --auth oauth, or --distribution private")
	}
	return nil
}

// checkScopes rejects a list whose scopes cannot be scopes of a platform.
func checkScopes(list string) error {
	for scope := range strings.SplitSeq(list, ",") {
		if err := checkScope(scope); err != nil {
			return err
		}
	}
	return nil
}

func checkScope(scope string) error {
	scope = strings.TrimSpace(scope)
	if strings.ContainsFunc(scope, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`'",\`, r) }) {
		return cli.Usage(fmt.Sprintf("invalid scope %q in --scopes", scope), "separate scopes by commas: --scopes a,b")
	}
	return nil
}

// splitScopes returns the scopes of a list, and those that the vendor and the scaffold's tool need.
func splitScopes(list, auth string, profile *platform.Profile) (scopes []string) {
	needed := []string{toolScope}
	if profile.OAuthScope != nil && auth == "oauth" {
		needed = append(needed, *profile.OAuthScope)
	}
	for _, scope := range append(strings.Split(list, ","), needed...) {
		if scope = strings.TrimSpace(scope); scope != "" && !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	return scopes
}

// clip shortens text for a message.
func clip(text string) string {
	const longest = 60 // characters
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}

// defaultName returns a name from that of the folder: "My app" for my-app, and the folder's own if it has letters that
// the names of code lack.
func defaultName(dir string) string {
	folder := filepath.Base(dir)
	if strings.ContainsFunc(folder, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) }) {
		return folder
	}
	if name := templates.Named(folder); name.Sentence != "" {
		return name.Sentence
	}
	return "My app"
}

func defaultAuth(distribution string) string {
	if distribution == "marketplace" {
		return "oauth"
	}
	return "static"
}

func defaultScopes(auth string) string {
	if auth == "oauth" {
		return "oauth," + toolScope
	}
	return toolScope
}
