// Package eject turns a build into a folder that deploys without svc: the scripts with the edge vendor's command
// line, the project with the CRM vendor's.
//
// It does no IO. The folder's README explains how to deploy it; readme.go has its text. Start at Files.
package eject

import (
	"bytes"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/platform"
)

// toolVersion is the tested version of the edge vendor's tool.
const toolVersion = "4.86.0"

// Schema is the path of the tool's schema, relative to a script's folder.
const Schema = "../../node_modules/wrangler/config-schema.json"

// firstFolder contains the placeholders of the first deploy.
const firstFolder = "first/"

// originsFile is the script that fills in the origins.
const originsFile = "fill-origins.mjs"

// Files returns the files of the folder, sorted by path.
func Files(out *build.Output, profile *platform.Profile) []codegen.File {
	files := []codegen.File{
		{Path: "README.md", Data: readme(out, profile)},
		{Path: "package.json", Data: packageFile(out, profile)},
		{Path: ".gitignore", Data: []byte("node_modules/\n.wrangler/\n")},
	}
	for _, file := range out.Files {
		if strings.HasPrefix(file.Path, build.CRMFolder) || strings.HasPrefix(file.Path, edge.Root) {
			file.Shared = false // its owner may edit it
			files = append(files, file)
		}
	}
	if hasPlaceholders(out) {
		files = append(files, codegen.File{Path: originsFile, Data: []byte(originsScript)})
	}
	for i := range out.Scripts {
		if script := &out.Scripts[i]; needsFirst(out, script) {
			first := script.Placeholder()
			for _, file := range first.Files(Schema) {
				file.Path = firstFolder + strings.TrimPrefix(file.Path, edge.Root)
				files = append(files, file)
			}
		}
	}
	slices.SortFunc(files, func(x, y codegen.File) int { return strings.Compare(x.Path, y.Path) })
	return files
}

// needsFirst reports whether a script needs a placeholder because it is not deployed.
func needsFirst(out *build.Output, s *edge.Script) bool {
	return slices.Contains(out.Undeployed, s.Worker)
}

// hasPlaceholders reports whether the CRM project contains origins that are unknown before the first deploy.
func hasPlaceholders(out *build.Output) bool {
	return slices.ContainsFunc(out.CRM.Files, func(file codegen.File) bool {
		return slices.ContainsFunc(
			out.Scripts, func(s edge.Script) bool { return bytes.Contains(file.Data, []byte(codegen.Placeholder(s.Name))) },
		)
	})
}

// packageFile returns package.json, with one npm script per step.
func packageFile(out *build.Output, profile *platform.Profile) []byte {
	var first, deploy, check []string
	for i := range out.Scripts {
		script := &out.Scripts[i]
		config := " --config " + edge.Root + script.Folder() + "/" + edge.ConfigFile
		deploy = append(deploy, "wrangler deploy"+config)
		check = append(check, "wrangler deploy --dry-run"+config)
		if needsFirst(out, script) {
			first = append(first, "wrangler deploy --config "+firstFolder+script.Folder()+"/"+edge.ConfigFile)
		}
	}
	type scripts struct {
		First  string `json:"first,omitempty"`
		Deploy string `json:"deploy"`
		Check  string `json:"check"`
	}
	value := struct {
		Name            string            `json:"name"`
		Private         bool              `json:"private"`
		Scripts         scripts           `json:"scripts"`
		DevDependencies map[string]string `json:"devDependencies"`
	}{
		Name: out.Scripts[0].Name, Private: true,
		Scripts:         scripts{strings.Join(first, " && "), strings.Join(deploy, " && "), strings.Join(check, " && ")},
		DevDependencies: map[string]string{"wrangler": toolVersion},
	}
	return codegen.JSON(value)
}

// originsScript replaces the placeholder origins.
const originsScript = `// Writes the origins of the deployed workers to crm/. Run it once, after the first deploy:
//   node fill-origins.mjs <subdomain>     for https://<script>.<subdomain>.workers.dev
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const subdomain = process.argv[2] ?? '';
if (!/^[a-z0-9-]+$/.test(subdomain)) {
  console.error('usage: node fill-origins.mjs <subdomain>, the part between the script and workers.dev');
  process.exit(2);
}
let filled = 0;
for (const name of readdirSync('crm', { recursive: true })) {
  if (!/\.(json|jsx)$/.test(name)) continue;
  const before = readFileSync('crm/' + name, 'utf8');
  const after = before.replace(/https:\/\/([a-z0-9-]+)\.invalid/g, 'https://$1.' + subdomain + '.workers.dev');
  if (after !== before) {
    writeFileSync('crm/' + name, after);
    filled += 1;
  }
}
console.log('replaced origins in ' + filled + ' files');
`
