package manifest

import "strings"

// ScriptName returns the name of the edge script of a worker, or of the app worker if worker is empty. The name of an
// environment is appended to it.
func ScriptName(app, worker string) string {
	if worker == "" {
		return slug(app)
	}
	return slug(app) + "-" + slug(worker)
}

// slug returns a name in lower case, with one hyphen for each run of characters other than a-z and digits.
func slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}
