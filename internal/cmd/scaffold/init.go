package scaffold

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

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
	yes     bool
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

On a terminal init asks for missing flags. Without a terminal a missing flag is an error. Init prints
its plan first, and overwrites no file without --force. In an existing package it merges package.json,
tsconfig.json and .gitignore.

--profile writes svc.platform.json, which selects the vendor profile for every command. Commit it. The
types in .svc are not committed: after a clone run 'svc types', or npm install, which runs it.`,
		Example: `  # answer a few questions
  $ svc init my-app

  # no questions, with a card
  $ svc init my-app --yes --ui-extension`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := "."
			if len(args) == 1 {
				folder = args[0]
			}
			dir, err := env.NewFolder(folder)
			if err != nil {
				return err
			}
			opts.dir = dir
			return runInit(opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.values.Name, "name", "", "the app's `name`, as users see it")
	flags.StringVar(&opts.values.Distribution, "distribution", "", "`who` can install the app: private or marketplace")
	flags.StringVar(&opts.values.Auth, "auth", "", "`how` the app gets tokens: static or oauth")
	flags.StringVar(&opts.values.PlatformVersion, "platform-version", "", "the `version` of the CRM's project format")
	flags.StringSliceVar(&opts.values.Scopes, "scopes", nil, "the `scopes` of the app, separated by commas")
	flags.BoolVar(&opts.card, "ui-extension", false, "add a card and its backend")
	cmdutil.AddProfileFlag(flags, &opts.profile)
	flags.BoolVarP(&opts.yes, "yes", "y", false, "accept the default of every missing flag, without questions")
	opts.addTo(flags)
	return cmd
}

func runInit(opts *initOptions) error {
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
	files := templates.App(opts.values, ui, opts.card)
	if err := addPlatformFile(files, opts.dir, profile.Name); err != nil {
		return err
	}
	if err := addTypes(files, ui); err != nil {
		return err
	}
	plan, err := scaffold.Make(opts.dir, files, scaffold.Options{
		Force: opts.force,
		Keep:  []string{"README.md"},
		Own:   ownFolder,
	})
	if err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: err.Error(), Fix: "fix it or move it away, or choose another folder", Err: err,
		}
	}
	defer func() { _ = plan.Close() }() // opened for reading only
	if err := opts.show(opts.env, plan, opts.yes); err != nil {
		return err
	}
	if opts.dryRun || opts.asJSON {
		return nil
	}
	opts.env.Notef("\nnext:")
	if opts.dir != opts.env.Dir {
		opts.env.Notef("  cd %s", cli.ShellWord(cli.Shown(opts.env.Dir, opts.dir)))
	}
	opts.env.Notef("  svc check\n  svc dev invoke hello")
	return nil
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
	questions := []question{
		{cli.Question{Flag: "--name", Text: "App name", Default: defaultName(opts.dir)}, &v.Name},
		{cli.Question{
			Flag: "--distribution", Text: "Who can install it", Default: "private", Choices: []string{"private", "marketplace"},
		}, &v.Distribution},
		{cli.Question{Flag: "--auth", Text: "How it gets tokens", Choices: []string{"static", "oauth"}}, &v.Auth},
		{cli.Question{
			Flag: "--platform-version", Text: "Platform version", Default: defaultPlatformVersion,
			Choices: platform.KnownVersions(),
		}, &v.PlatformVersion},
	}
	for _, q := range questions {
		if q.Flag == "--auth" {
			q.Default = defaultAuth(v.Distribution)
		}
		if err := q.settle(prompter, opts.yes); err != nil {
			return err
		}
	}
	v.Slug = cmp.Or(manifest.Slug(templates.Named(v.Name).Kebab), manifest.Slug(filepath.Base(opts.dir)), "my-app")
	if longest := platform.ScriptName.Value - len("-cards"); len(v.Slug) > longest {
		return cli.Usage(
			fmt.Sprintf("invalid --name %q: expected at most %d letters a-z and digits", clip(v.Name), longest),
			"choose a shorter name: it makes the app's script names on the edge platform",
		)
	}
	if v.Distribution == "marketplace" && v.Auth != "oauth" {
		return cli.Usage("--distribution marketplace requires --auth oauth", "use --auth oauth, or --distribution private")
	}
	return answerScopes(v, profile, prompter, opts.yes)
}

// settle validates the flag's value. Without one it uses the default (with --yes) or asks.
func (q question) settle(prompter *cli.Prompter, yes bool) error {
	*q.value = strings.TrimSpace(*q.value)
	switch {
	case *q.value != "":
		if len(q.Choices) == 0 {
			return nil
		}
		return cmdutil.OneOf(q.Flag, *q.value, q.Choices)
	case yes:
		*q.value = q.Default
		return nil
	}
	answer, err := prompter.Ask(q.Question)
	*q.value = answer
	return err
}

// answerScopes asks for scopes, and adds those that the vendor and the scaffold's tool need.
func answerScopes(v *templates.Values, profile *platform.Profile, prompter *cli.Prompter, yes bool) error {
	needed := []string{toolScope}
	if profile.OAuthScope != nil && v.Auth == "oauth" {
		needed = append(needed, *profile.OAuthScope)
	}
	if v.Scopes == nil {
		text := toolScope
		if v.Auth == "oauth" {
			text = "oauth," + text
		}
		q := question{cli.Question{Flag: "--scopes", Text: "Scopes, separated by commas", Default: text}, &text}
		if !yes {
			text = ""
			if err := q.settle(prompter, false); err != nil {
				return err
			}
		}
		v.Scopes = strings.Split(text, ",")
	}
	var scopes []string
	for _, scope := range append(v.Scopes, needed...) {
		scope = strings.TrimSpace(scope)
		if strings.ContainsFunc(scope, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`'",\`, r) }) {
			return cli.Usage(fmt.Sprintf("invalid scope %q in --scopes", scope), "separate scopes by commas: --scopes a,b")
		}
		if scope != "" && !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	v.Scopes = scopes
	return nil
}

// clip shortens text for a message.
func clip(text string) string {
	const longest = 60 // characters
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}

// defaultName returns a name from that of the folder: "My app" for my-app.
func defaultName(dir string) string {
	if name := templates.Named(filepath.Base(dir)); name.Sentence != "" {
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
