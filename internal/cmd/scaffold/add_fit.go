package scaffold

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/templates"
)

// fit adapts the files of a declaration to the app. It rejects a declaration that the app cannot have.
func fit(app *declared.Project, opts *addOptions, files templates.Files) error {
	switch opts.kind {
	case "object":
		return fitObject(opts.name.Kebab)
	case "association":
		return fitAssociation(app, files)
	case "mcp":
		return fitServer(app)
	}
	return nil
}

// fitObject rejects the id of a type of the CRM: where a declaration names a type, the CRM's type wins.
func fitObject(id string) error {
	if _, standard := platform.StandardObjectType(id); !standard {
		return nil
	}
	return cli.Usage(fmt.Sprintf("the CRM has an object type %q", id), "choose another name, such as app-"+id)
}

// fitAssociation connects an app object to an object type that it is not connected to.
func fitAssociation(app *declared.Project, files templates.Files) error {
	var objects []string
	var taken []string
	for _, d := range app.Declarations {
		switch d.Kind {
		case declared.AppObject:
			objects = append(objects, d.ID)
		case declared.AppObjectAssociation:
			taken = append(taken, d.Options.Get("fromObjectType").Text+" "+d.Options.Get("toObjectType").Text)
		}
	}
	if len(objects) == 0 {
		return cli.Usage("an association needs an app object, and the app has none", "run 'svc add object' first")
	}
	for _, object := range objects {
		for _, target := range platform.StandardObjectTypes() {
			if slices.Contains(taken, object+" "+target) {
				continue
			}
			for path, text := range files {
				text = bytes.ReplaceAll(text, []byte("'app-object'"), []byte(templates.Quote(object)))
				files[path] = bytes.ReplaceAll(text, []byte("'contact'"), []byte("'"+target+"'"))
			}
			return nil
		}
	}
	return cli.Usage("the app objects are connected to every object type", "add an app object")
}

// fitServer rejects an MCP server that check would report.
func fitServer(app *declared.Project) error {
	options := app.App.Options
	count := 0
	for _, d := range app.Declarations {
		if d.Kind == declared.McpServer {
			count++
		}
	}
	if limit := app.Vendor.McpServersPerApp; limit > 0 && count >= limit {
		return cli.Usage(
			fmt.Sprintf("the CRM takes at most %d MCP servers per app, and the app has %d", limit, count),
			"edit the one that exists",
		)
	}
	var needs, change []string
	if options.Get("auth").Text != "oauth" {
		needs, change = append(needs, "auth 'oauth'"), append(change, "auth")
	}
	written := options.Get("platformVersion").Text
	if version, err := platform.ParseVersion(written); err != nil || !version.Has(platform.McpServer) {
		need := fmt.Sprintf("platformVersion %s or newer, and the app has %q", platform.McpServer.Needs(), written)
		needs, change = append(needs, need), append(change, "platformVersion")
	}
	if len(needs) == 0 {
		return nil
	}
	return cli.Usage(
		"an MCP server needs "+strings.Join(needs, " and "),
		fmt.Sprintf("change %s in %s", strings.Join(change, " and "), app.ConfigFile),
	)
}
