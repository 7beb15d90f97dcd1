package build

import (
	"fmt"

	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

// Refused is a build that the platform would not accept.
type Refused struct {
	What, Why, Fix string
}

func (e *Refused) Error() string { return e.What + ": " + e.Why }

func misnamed(script, why, fix string) error {
	return &Refused{fmt.Sprintf("invalid script name %q", script), why, fix}
}

// scriptNames returns the script names of an environment by worker, with the app worker under "". The form is
// <slug>-<worker>, followed by the environment unless it is production. A deployed script keeps its name.
func scriptNames(slug string, workers []string, environment string, linked *link.Project) (map[string]string, error) {
	if !manifest.IsSlug(slug) {
		return nil, &Refused{fmt.Sprintf("invalid slug %q", slug), "", "write slug: 'my-app' in svc.config.ts"}
	}
	if err := link.CheckEnvironment(environment); err != nil {
		return nil, &Refused{err.Error(), "", "choose another name with --env"}
	}
	names := fresh(slug, workers, environment)
	known := linked.Environment(environment)
	if known.Script != "" {
		names[""] = known.Script
	}
	for _, worker := range workers {
		if script := known.Scripts[worker]; script != "" {
			names[worker] = script
		}
	}
	return names, distinct(slug, workers, environment, linked, names)
}

// fresh returns the default script names.
func fresh(slug string, workers []string, environment string) map[string]string {
	suffix := link.Suffix(environment)
	names := map[string]string{"": manifest.ScriptName(slug, "") + suffix}
	for _, worker := range workers {
		names[worker] = manifest.ScriptName(slug, worker) + suffix
	}
	return names
}

// distinct rejects names that are too long or already used by another worker or environment.
func distinct(slug string, workers []string, environment string, linked *link.Project, names map[string]string) error {
	taken := map[string]string{}
	for _, other := range append(linked.Names(), link.Production) {
		if other == environment {
			continue
		}
		for worker, script := range fresh(slug, workers, other) {
			taken[script] = describe(worker, other)
		}
		deployed := linked.Environment(other)
		taken[deployed.Script] = describe("", other)
		for worker, script := range deployed.Scripts {
			taken[script] = describe(worker, other)
		}
	}
	for _, worker := range append([]string{""}, workers...) {
		script := names[worker]
		if most := platform.ScriptName.Value; len(script) > most {
			return misnamed(
				script, fmt.Sprintf("it has %d characters, more than %d", len(script), most),
				"choose a shorter name for the environment, the slug or the worker",
			)
		}
		if other := taken[script]; other != "" {
			return misnamed(script, "it is the name of "+other, "rename the environment or the worker")
		}
		taken[script] = describe(worker, environment)
	}
	return nil
}

func describe(worker, environment string) string {
	if worker == "" {
		return fmt.Sprintf("the app worker in %s", environment)
	}
	return fmt.Sprintf("the worker %q in %s", worker, environment)
}
