// Package capability finds the capability that a command line names.
package capability

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/typo"
)

// find finds the one capability that is meant by an id or <worker>/<id>.
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

// withoutPushed leaves out a sync that its push source stands for: posting to the source is how it is run.
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
	fix := cmdutil.ListNames("the capabilities are", runnable(all))
	if near := typo.Nearest(target, words); near != "" {
		fix = fmt.Sprintf("did you mean %q? %s", near, fix)
	}
	return cli.Usage(fmt.Sprintf("this app has no %s %q", what, target), fix)
}

func ambiguousError(found []devserver.Capability, id string) error {
	var names []string
	oneWorker := true
	for _, c := range found {
		names = append(names, fmt.Sprintf("%s (%s)", c.Name(), KindWords[c.Kind]))
		oneWorker = oneWorker && c.Worker == found[0].Worker
	}
	fix := "name its worker too: " + found[0].Name()
	if oneWorker {
		fix = "say which with --kind " + strings.Join(kindFlags(found), " or --kind ")
	}
	return cli.Usage(fmt.Sprintf("more than one capability has the id %q: %s", id, strings.Join(names, ", ")), fix)
}

// runnable are the names of what can be invoked: the bare id where one worker has it.
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
