package templates

import "strings"

// Extras are what an app can have beside its declarations, in the order of the help text.
var Extras = []string{"agents", "vscode", "github", "gitlab"}

// Extra returns the files of one of Extras. version is the version of svc that build servers install.
func Extra(name string, values Values, version string) Files {
	files := Files{}
	files.read("extra/" + name)
	for path, content := range files {
		text := strings.ReplaceAll(string(content), "0.0.0-version", version)
		files[path] = []byte(strings.ReplaceAll(text, "# My app", "# "+values.Name))
	}
	return files
}
