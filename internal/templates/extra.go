package templates

import "strings"

// Extras are what an app can have beside its declarations, in the order of the help text.
var Extras = []string{"agents", "vscode", "github", "gitlab"}

// Extra returns the files of one of Extras.
func Extra(name string, values Values) Files {
	files := Files{}
	files.read("extra/" + name)
	for path, content := range files {
		text := strings.ReplaceAll(string(content), placeholderVersion, values.Version)
		files[path] = []byte(strings.ReplaceAll(text, "# My app", "# "+values.Name))
	}
	return files
}
