// This file names the edge scripts of an app.

package manifest

import "strings"

// ScriptName is the name of the edge script of a worker; of the app's own script when worker is empty.
// An environment's name comes behind it.
func ScriptName(app, worker string) string {
	if worker == "" {
		return slug(app)
	}
	return slug(app) + "-" + slug(worker)
}

// slug is a name in lower case, with one hyphen for each run of what is no letter a-z and no digit. It is empty
// for a name without any.
func slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}
