// This file writes the README: how to deploy without svc, step by step.

package eject

import (
	"fmt"
	"strings"

	"github.com/appsvc/svc/codegen/edge"
	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/platform"
)

// known says what the value of a reserved secret is.
var known = map[string]string{
	"CRM_CLIENT_ID":     "the client id of the app, from the CRM's page of the app",
	"CRM_CLIENT_SECRET": "the client secret of the app, from the same page: requests of the CRM are checked with it",
	"CRM_ACCESS_TOKEN":  "the access token of the app's install, from the same page",
}

func meaning(secret string) string {
	switch {
	case known[secret] != "":
		return known[secret]
	case strings.HasPrefix(secret, edge.ControlKeyPrefix):
		return "a key of your own for the control routes: `openssl rand -base64 32`. Keep a copy"
	case strings.HasPrefix(secret, edge.SealKeyPrefix):
		return "a key of your own, 32 bytes in base64: `openssl rand -base64 32`. Tokens are sealed with it; without it every portal must install anew"
	}
	return "named by the app's own declarations"
}

func readme(out *build.Output, profile *platform.Profile) []byte {
	var b strings.Builder
	app, user := &out.Scripts[0], out.Scripts[1:]
	fmt.Fprintf(&b, "# %s, deployable without svc\n\n", heading(out.Report.App))
	fmt.Fprintf(
		&b,
		"Made by `svc eject` for the environment `%s`. Nothing here needs svc: `edge/` deploys with the edge vendor's\n`wrangler`, `crm/` with the CRM vendor's `%s`.\n\n",
		out.Report.Environment, profile.CLIPackage,
	)
	b.WriteString("| folder | what it is |\n|---|---|\n")
	fmt.Fprintf(
		&b,
		"| `edge/app` | the app worker, script `%s`: OAuth, webhooks, control routes, and all that lasts (Durable Objects) |\n",
		app.Name,
	)
	for i := range user {
		fmt.Fprintf(&b, "| `edge/%s` | the worker `%s`, script `%s` |\n", user[i].Folder(), user[i].Worker, user[i].Name)
	}
	b.WriteString("| `crm` | the CRM's project |\n")
	if len(out.Undeployed) > 0 {
		b.WriteString("| `first` | what stands in for workers that were never deployed, before the others are |\n")
	}
	b.WriteString("\n## Before you begin\n\n```sh\nnpm install\nnpx wrangler login\n```\n\n")
	command, _, _ := strings.Cut(profile.UploadCommand, " ")
	fmt.Fprintf(
		&b, "The CRM's command line wants a login of its own: `npx --package %s %s --help` says how.\n", profile.CLIPackage,
		command,
	)
	b.WriteString(
		"`npm run check` has wrangler look at every folder without deploying anything.\n\n## The first deploy\n\n",
	)
	steps(&b, out, profile, len(out.Undeployed) > 0)
	secrets(&b, out)
	b.WriteString(later)
	return []byte(b.String())
}

// steps are those of a deploy, in order.
func steps(b *strings.Builder, out *build.Output, profile *platform.Profile, first bool) {
	n := 0
	step := func(format string, args ...any) {
		n++
		fmt.Fprintf(b, "%d. "+format+"\n", append([]any{n}, args...)...)
	}
	if first {
		step(
			"`npm run first`. The app worker is bound to the workers, and they to its objects: so each worker gets a\n   placeholder first. Never run it again: it would replace the workers.",
		)
	}
	step("`npm run deploy`")
	step(
		"Set the secrets below, each with `npx wrangler secret put NAME --config edge/<folder>/wrangler.jsonc`. Until then\n   the routes that need one answer 503.",
	)
	if hasPlaceholders(out) {
		step(
			"`node %s <subdomain>`: the CRM's project names origins that end in `.invalid` until it knows better. The\n   subdomain is that of your account: `https://<script>.<subdomain>.workers.dev`.",
			originsFile,
		)
	}
	step("`cd crm && npx --package %s %s`", profile.CLIPackage, profile.UploadCommand)
	step("`curl https://%s.<subdomain>.workers.dev/_svc/health` answers `{\"ok\":true}`.", out.Scripts[0].Name)
}

// secrets lists them by name.
func secrets(b *strings.Builder, out *build.Output) {
	b.WriteString("\n## Secrets\n\nTheir values are nowhere in this folder.\n")
	if len(out.Undeployed) < len(out.Scripts)-1 {
		b.WriteString("What a deployed script holds already stays; `npx wrangler secret list --config edge/<folder>/wrangler.jsonc` names it.\n" +
			"Keys that `svc deploy` has made end in ids of their own, and serve on: none of another id is needed beside them.\n")
	}
	b.WriteString("\n| folder | name | value |\n|---|---|---|\n")
	for i := range out.Scripts {
		for _, name := range out.Scripts[i].Secrets {
			fmt.Fprintf(b, "| `edge/%s` | `%s` | %s |\n", out.Scripts[i].Folder(), name, meaning(name))
		}
	}
}

const later = "\n## Later deploys\n\n`npm run deploy` for the workers, and the upload for the CRM's project. Deploying the app worker restarts its objects;\n" +
	"nothing is lost. Never take a step out of its `migrations`, and append new ones: the platform remembers the last tag.\n\n" +
	"## Changing the code\n\n" +
	"`edge/*/worker.js` are bundles of the app's sources with the runtime of `@svc/sdk`. They are meant to be deployed, not edited:\n" +
	"change the sources and run `svc eject` again, which needs neither a login nor the network.\n"

// heading is a name as the text of a heading.
func heading(name string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "`", "'", "<", "‹", "[", "(", "]", ")").Replace(name)
}
