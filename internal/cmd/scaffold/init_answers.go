package scaffold

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/templates"
)

// toolScope is what the scaffold's tool needs to read the contact it greets.
const toolScope = "crm.objects.contacts.read"

// defaultPlatformVersion is the version that most portals run: the newest but one that is no preview.
const defaultPlatformVersion = "2026.03"

// question ties a flag to the value that it fills.
type question struct {
	cli.Question
	value *string
}

// answer fills what the flags left open and refuses what cannot be.
func answer(opts *initOptions) error {
	v := &opts.values
	prompter := cli.NewPrompter(opts.env)
	questions := []question{
		{cli.Question{Flag: "--name", Text: "App name", Default: defaultName(opts.dir)}, &v.Name},
		{cli.Question{
			Flag: "--distribution", Text: "Who may install it", Default: "private", Choices: []string{"private", "marketplace"},
		}, &v.Distribution},
		{cli.Question{Flag: "--auth", Text: "How it gets its tokens", Choices: []string{"static", "oauth"}}, &v.Auth},
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
	if script := manifest.ScriptName(v.Name, "cards"); script == "-cards" || len(script) > platform.ScriptName.Value {
		return cli.Usage(fmt.Sprintf("--name %q makes no name of an edge script", clip(v.Name)),
			fmt.Sprintf(
				"give a name with a letter a-z or a digit, of at most %d of them", platform.ScriptName.Value-len("-cards"),
			))
	}
	if v.Distribution == "marketplace" && v.Auth != "oauth" {
		return cli.Usage(
			`an app with --distribution marketplace cannot have --auth static`, "use --auth oauth, or --distribution private",
		)
	}
	return answerScopes(v, prompter, opts.yes)
}

// settle takes the flag's value, the default under --yes, or a person's answer.
func (q question) settle(prompter *cli.Prompter, yes bool) error {
	*q.value = strings.TrimSpace(*q.value)
	switch {
	case *q.value != "":
		if len(q.Choices) > 0 && !slices.Contains(q.Choices, *q.value) {
			return cli.Usage(fmt.Sprintf("%s cannot be %q", q.Flag, *q.value), "give one of "+strings.Join(q.Choices, ", "))
		}
		return nil
	case yes:
		*q.value = q.Default
		return nil
	}
	answer, err := prompter.Ask(q.Question)
	*q.value = answer
	return err
}

// answerScopes asks for scopes and adds the one that the scaffold's tool needs.
func answerScopes(v *templates.Values, prompter *cli.Prompter, yes bool) error {
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
	for _, scope := range append(v.Scopes, toolScope) {
		scope = strings.TrimSpace(scope)
		if strings.ContainsFunc(scope, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`'",\`, r) }) {
			return cli.Usage(
				fmt.Sprintf("--scopes holds %q, which is no scope", scope), "separate scopes by commas: --scopes a,b",
			)
		}
		if scope != "" && !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	v.Scopes = scopes
	return nil
}

// clip shortens a text for a message.
func clip(text string) string {
	const longest = 60 // characters
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}

// defaultName makes a name of the folder's: "my-app" gives "My app".
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
