package project

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestEnvironmentsHaveTheBindingsOfTheirFiles(t *testing.T) {
	config := strings.Replace(minimalConfig, "defineApp({", "defineApp({ environments: { staging: { name: 'S' }, "+
		"preview: { name: 'P' }, '../other': { name: 'O' }, '': { name: 'E' } },", 1)
	p := load(t, map[string]string{
		"svc.config.ts": config, ".dev.vars": "A=1\n", ".dev.vars.dev": "B=2\n", ".dev.vars.staging": "C=3\nA=4\n",
		"other": "D=5\n", ".dev.vars.": "E=6\n",
	})
	if want := []string{"A", "B"}; !slices.Equal(p.Bindings, want) {
		t.Errorf("of local runs: got %q, want %q", p.Bindings, want)
	}
	if names := slices.Collect(maps.Keys(p.EnvironmentBindings)); !slices.Equal(names, []string{"staging"}) {
		t.Errorf("environments with files: %q", names)
	}
	if got, want := p.In("staging").Bindings, []string{"A", "C"}; !slices.Equal(got, want) {
		t.Errorf("of staging: got %q, want %q", got, want)
	}
	if got := p.In("preview").Bindings; !slices.Equal(got, p.Bindings) {
		t.Errorf("of preview: got %q", got)
	}
}
