// Package capability finds the capability that a command line names.
package capability

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devserver"
)

// find returns the capability that is named by its id or <worker>/<id>.
func find(all []devserver.Capability, target, kindWord string) (devserver.Capability, error) {
	kind, err := ParseKind(kindWord)
	if err != nil {
		return devserver.Capability{}, err
	}
	worker, id, qualified := strings.Cut(target, "/")
	if !qualified {
		worker, id = "", target
	}
	found := slices.DeleteFunc(slices.Clone(all), func(c devserver.Capability) bool {
		return c.ID != id || qualified && c.Worker != worker || kind != "" && c.Kind != kind
	})
	if kind == "" {
		found = withoutPushed(found)
	}
	switch {
	case len(found) == 0:
		return devserver.Capability{}, unknownError(all, target, kind)
	case len(found) > 1:
		return devserver.Capability{}, ambiguousError(found, id)
	}
	return found[0], nil
}

// withoutPushed leaves out a sync with a push source in the same result: the sync runs by a POST to the source.
func withoutPushed(found []devserver.Capability) []devserver.Capability {
	return slices.DeleteFunc(found, func(c devserver.Capability) bool {
		return c.FromPush && slices.ContainsFunc(found, func(other devserver.Capability) bool {
			return other.Kind == devserver.KindSource && other.Worker == c.Worker
		})
	})
}

func unknownError(all []devserver.Capability, target, kind string) error {
	what := "capability"
	if kind != "" {
		what = KindWords[kind]
	}
	var words []string
	for _, c := range all {
		if kind == "" || c.Kind == kind {
			words = append(words, c.ID, c.Name())
		}
	}
	fix := "this app has no capabilities: add one with worker.tool or worker.cardBackend"
	if names := runnable(all); len(names) > 0 {
		fix = cli.ListNames("use one of", names)
	}
	return cli.Usage(fmt.Sprintf("unknown %s %q", what, target), cli.Suggest(target, words, fix))
}

func ambiguousError(found []devserver.Capability, id string) error {
	var names []string
	oneWorker := true
	for _, c := range found {
		names = append(names, fmt.Sprintf("%s (%s)", c.Name(), KindWords[c.Kind]))
		oneWorker = oneWorker && c.Worker == found[0].Worker
	}
	fix := "add its worker: " + found[0].Name()
	if oneWorker {
		fix = "choose one with --kind " + strings.Join(kindFlags(found), " or --kind ")
	}
	return cli.Usage(fmt.Sprintf("ambiguous id %q: %s", id, strings.Join(names, ", ")), fix)
}

// runnable returns the names of the capabilities: the id alone where only one worker has it.
func runnable(all []devserver.Capability) []string {
	var names []string
	for _, c := range all {
		name := c.ID
		if slices.ContainsFunc(
			all, func(other devserver.Capability) bool { return other.ID == c.ID && other.Worker != c.Worker },
		) {
			name = c.Name()
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
