// This file finds which secrets a project's declarations name. Their values are nowhere in it.

package build

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/codegen/edge"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/manifest"
)

// credentials are the members of a source's auth that hold names of secrets.
var credentials = [...]string{"token", "clientId", "clientSecret", "username", "password", "secret"}

// sourceSecrets are the secrets that the sources of a worker name.
func sourceSecrets(worker *declared.Declaration) []string {
	var names []string
	for _, capability := range worker.Capabilities {
		if capability.Source == nil {
			continue
		}
		auth := capability.Source.Options.Get("auth")
		for _, member := range credentials {
			if v := auth.Get(member); v.IsString() && v.Text != "" {
				names = append(names, v.Text)
			}
		}
	}
	return names
}

// alertSecrets are the secrets that hold targets of alerts: the app worker sends them.
func alertSecrets(app *manifest.App) []string {
	var names []string
	for _, alert := range app.Alerts {
		for _, target := range alert.Notify {
			if name, isSecret := strings.CutPrefix(target, "secret:"); isSecret {
				names = append(names, name)
			}
		}
	}
	return names
}

// secretsOf are all secrets that a script needs, sorted: reserved ones and the app's own.
func secretsOf(bindings []edge.Binding, own []string) []string {
	names := slices.Clone(own)
	for _, b := range bindings {
		if b.Kind == edge.Secret {
			names = append(names, b.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
