package eject

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/platform"
)

// known describes the values of reserved secrets.
var known = map[string]string{
	"CRM_CLIENT_ID":     "the client id of the app, from the CRM's page of the app",
	"CRM_CLIENT_SECRET": "the client secret of the app, from the same page; it verifies the CRM's requests",
	"CRM_ACCESS_TOKEN":  "the access token of the app's install, from the same page",
}

func meaning(secret string) string {
	switch {
	case known[secret] != "":
		return known[secret]
	case strings.HasPrefix(secret, edge.ControlKeyPrefix):
		return "your own key for the control routes: `openssl rand -base64 32`. Keep a copy"
	case strings.HasPrefix(secret, edge.SealKeyPrefix):
		return "your own key, 32 bytes in base64: `openssl rand -base64 32`. It encrypts tokens; " +
			"without it every portal must install the app again"
	}
	return "declared by the app"
}

func readme(out *build.Output, profile *platform.Profile) []byte {
	var b strings.Builder
	app, user := &out.Scripts[0], out.Scripts[1:]
	fmt.Fprintf(&b, "# %s, deployable without svc\n\n", heading(out.Report.App))
	fmt.Fprintf(
		&b,
		"Created by `svc eject` for the environment `%s`. This folder does not need svc: `edge/` deploys with the edge\n"+
			"vendor's `wrangler`, `crm/` with the CRM vendor's `%s`.\n\n",
		out.Report.Environment, profile.CLIPackage,
	)
	b.WriteString("| folder | contents |\n|---|---|\n")
	fmt.Fprintf(
		&b,
		"| `edge/app` | the app worker, script `%s`: OAuth, webhooks, control routes, and all state (Durable Objects) |\n",
		app.Name,
	)
	for i := range user {
		fmt.Fprintf(&b, "| `edge/%s` | the worker `%s`, script `%s` |\n", user[i].Folder(), user[i].Worker, user[i].Name)
	}
	b.WriteString("| `crm` | the CRM project |\n")
	if len(out.Undeployed) > 0 {
		b.WriteString("| `first` | placeholders for workers that are not deployed yet |\n")
	}
	b.WriteString("\n## Before you begin\n\n```sh\nnpm install\nnpx wrangler login\n```\n\n")
	command, _, _ := strings.Cut(profile.UploadCommand, " ")
	fmt.Fprintf(
		&b, "The CRM's command line needs its own login: see `npx --package %s %s --help`.\n", profile.CLIPackage, command,
	)
	b.WriteString(
		"`npm run check` makes wrangler check every folder without deploying.\n\n## The first deploy\n\n",
	)
	steps(&b, out, profile, len(out.Undeployed) > 0)
	secrets(&b, out)
	b.WriteString(later)
	return []byte(b.String())
}

// steps writes the steps of a deploy, in order.
func steps(b *strings.Builder, out *build.Output, profile *platform.Profile, first bool) {
	n := 0
	step := func(format string, args ...any) {
		n++
		fmt.Fprintf(b, "%d. "+format+"\n", append([]any{n}, args...)...)
	}
	if first {
		step(
			"`npm run first`. The app worker and the user workers are bound to each other, so each worker needs a\n" +
				"   placeholder first. Do not run it again: it would replace the workers.",
		)
	}
	step("`npm run deploy`")
	step(
		"Set each of the secrets below with `npx wrangler secret put NAME --config edge/<folder>/wrangler.jsonc`. Until\n" +
			"   then, routes that need one answer 503.",
	)
	if hasPlaceholders(out) {
		step(
			"`node %s <subdomain>` replaces the origins in the CRM project that end in `.invalid`. The subdomain is that of\n"+
				"   your account: `https://<script>.<subdomain>.workers.dev`.",
			originsFile,
		)
	}
	step("`cd crm && npx --package %s %s`", profile.CLIPackage, profile.UploadCommand)
	step("`curl https://%s.<subdomain>.workers.dev/_svc/health` answers `{\"ok\":true}`.", out.Scripts[0].Name)
}

// secrets writes a table of the secrets' names.
func secrets(b *strings.Builder, out *build.Output) {
	b.WriteString("\n## Secrets\n\nThis folder contains no values of secrets.\n")
	if len(out.Undeployed) < len(out.Scripts)-1 {
		b.WriteString("Deployed scripts keep their secrets; list them with " +
			"`npx wrangler secret list --config edge/<folder>/wrangler.jsonc`.\n" +
			"Keys that `svc deploy` created end in other ids and remain valid; they need no key with another id.\n")
	}
	b.WriteString("\n| folder | name | value |\n|---|---|---|\n")
	for i := range out.Scripts {
		for _, name := range out.Scripts[i].Secrets {
			fmt.Fprintf(b, "| `edge/%s` | `%s` | %s |\n", out.Scripts[i].Folder(), name, meaning(name))
		}
	}
}

const later = "\n## Later deploys\n\n" +
	"Run `npm run deploy` for the workers, and the upload for the CRM project. Deploying the app worker restarts its\n" +
	"Durable Objects; their state is kept. Never remove an entry from its `migrations`; append new ones, because the\n" +
	"platform remembers the last tag.\n\n" +
	"## Changing the code\n\n" +
	"`edge/*/worker.js` are bundles of the app's sources with the runtime of `@svc/sdk`. Do not edit them: change the\n" +
	"sources and run `svc eject` again, which needs neither a login nor the network.\n"

// heading escapes a name for a heading.
func heading(name string) string {
	line := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			return ' ' // a terminal would obey it, and an editor hide it
		}
		return r
	}, name)
	return strings.NewReplacer("`", "'", "<", "‹", "[", "(", "]", ")").Replace(line)
}
