package deploy

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/link"
)

// nextStep is what the user must do after a deploy.
type nextStep struct {
	// Kind is secret, install or commit.
	Kind string `json:"kind"`
	What string `json:"what"`
	Why  string `json:"why"`
	// Command or URL is how to do it; "" for neither.
	Command string `json:"command,omitempty"`
	URL     string `json:"url,omitempty"`
}

// unsetEffects say what does not work without the secrets that the CRM shows after the first deploy.
var unsetEffects = map[string]string{
	"CRM_CLIENT_SECRET": "until then, requests that the CRM signs are answered 503 not_configured: tools, cards, " +
		"triggers and, with OAuth, installs",
	"CRM_CLIENT_ID":    "until then, /oauth-start answers 503 not_configured, so that no portal can install the app",
	"CRM_ACCESS_TOKEN": "until then, calls of handlers to the CRM fail with not_configured, and syncs write nothing",
}

// addNext adds what the user must do next, and the app's page in the CRM, to the document of a successful deploy. A
// deploy that was interrupted before has written the link then.
func (j *job) addNext(to *document, resumed bool) error {
	after, err := cmdutil.ReadLink(j.checked.Dir)
	if err != nil {
		return err
	}
	env := after.Environment(j.environment)
	if env.CRM != nil {
		to.CRMPage = j.crmPage(env.CRM)
	}
	for _, name := range to.Plan.Unset {
		to.Next = append(to.Next, nextStep{
			Kind: "secret", What: "set the secret " + name + ", which the app's page in the CRM shows", Why: unsetEffects[name],
			Command: "svc secrets set " + name + environmentFlag(j.environment), URL: to.CRMPage,
		})
	}
	if to.Plan.First {
		to.Next = append(to.Next, j.installStep(env.Origin, to.CRMPage))
	}
	if changed, err := differ(j.checked.Linked, after); err != nil || changed || resumed {
		to.Next = append(to.Next, nextStep{
			Kind: "commit", What: "commit " + link.File,
			Why: "other machines and build servers find the deployed app with it",
		})
		return err
	}
	return nil
}

// installStep is the first install of the app in a portal.
func (j *job) installStep(origin, page string) nextStep {
	step := nextStep{Kind: "install", What: "install the app in a portal, on its page in the CRM", URL: page}
	if j.oauth {
		step.What, step.URL = "install the app in a portal", origin+"/oauth-start"
	}
	step.Why = "it serves no portal yet"
	return step
}

// differ reports whether a deploy has changed the link. before can be nil.
func differ(before, after *link.Project) (bool, error) {
	if before == nil || after == nil {
		return after != nil, nil
	}
	was, err := before.Encode()
	if err != nil {
		return false, err
	}
	is, err := after.Encode()
	return !bytes.Equal(was, is), err
}

// printNext prints where the app is in the CRM, and what the user must do next.
func printNext(env *cli.Env, d *document) {
	p := env.ErrPainter()
	if d.CRMPage != "" {
		env.Notef("the app in the CRM: %s", cli.OneLine(d.CRMPage))
	}
	if len(d.Next) == 0 {
		return
	}
	env.Notef("%s", p.Paint(cli.Heading, "next:"))
	for i, step := range d.Next {
		env.Notef("  %d. %s", i+1, strings.TrimPrefix(p.Wrap(detail, step.What), detail))
		if how := cmp.Or(step.Command, step.URL); how != "" {
			env.Notef("%s  %s", detail, p.Paint(cli.Heading, cli.OneLine(how))) // on one line, to copy it
		}
		env.Notef("%s", p.Paint(cli.Quiet, p.Wrap(detail, step.Why)))
	}
}
