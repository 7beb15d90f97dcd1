package build

import (
	"slices"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/declared"
)

// workerSecrets returns the names of the secrets of a worker: those of the app and of the worker's sources.
func workerSecrets(p *declared.Project, worker *declared.Declaration) []string {
	var names []string
	for _, item := range p.AppSecrets() {
		names = append(names, item.Text)
	}
	for _, capability := range worker.Capabilities {
		if capability.Source != nil {
			names = append(names, capability.Source.SourceSecrets()...)
		}
	}
	return names
}

// secretsOf returns the sorted names of a script's secrets, reserved ones included.
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
