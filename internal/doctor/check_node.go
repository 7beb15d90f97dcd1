package doctor

import (
	"context"
	"encoding/json"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// checkNode reports missing packages, and Node if they need it. The tool itself does not need Node.
func checkNode(ctx context.Context, w *World) Result {
	missing := missingPackages(w.Files)
	version, err := "", error(nil)
	if w.Node != nil {
		version, err = w.Node(ctx)
	}
	if len(missing) == 0 {
		if version == "" || err != nil {
			return ok("not needed")
		}
		return ok(version + ", not needed")
	}
	found := "not installed: " + strings.Join(missing, ", ")
	if err != nil || version == "" {
		return warning(
			found+"; Node not found", "npm installs the packages of package.json",
			"install Node 20 or newer from nodejs.org, then run npm install",
		)
	}
	return warning(found, "package.json has packages that are not in node_modules", "run npm install")
}

// missingPackages returns the dependencies of package.json that are not installed. The SDK comes with the tool.
func missingPackages(files fs.FS) []string {
	text, err := fs.ReadFile(files, "package.json")
	var declared struct{ Dependencies map[string]string }
	if err != nil || json.Unmarshal(text, &declared) != nil {
		return nil
	}
	var missing []string
	for _, name := range slices.Sorted(maps.Keys(declared.Dependencies)) {
		if _, err := fs.Stat(files, "node_modules/"+name); err != nil && name != "@svc/sdk" {
			missing = append(missing, name)
		}
	}
	return missing
}
