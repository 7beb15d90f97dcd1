// This file finds the capability that `svc dev invoke` was asked for.

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/typo"
)

// kinds maps what users may write to the kind of a capability.
var kinds = map[string]string{
	"": "", "tool": devserver.KindTool, "action": devserver.KindTool,
	"card": devserver.KindCardBackend, "cardBackend": devserver.KindCardBackend, "card-backend": devserver.KindCardBackend,
	"trigger": devserver.KindTrigger, "sync": devserver.KindSync, "source": devserver.KindSource,
}

// kindWords are the kinds as sentences have them.
var kindWords = map[string]string{
	devserver.KindTool: "tool", devserver.KindCardBackend: "card backend", devserver.KindTrigger: "trigger", devserver.KindSync: "sync",
	devserver.KindSource: "push source",
}

func kindNamed(word string) (string, error) {
	kind, known := kinds[word]
	if !known {
		return "", cli.Usage(fmt.Sprintf("--kind cannot be %q", word), "write --kind tool, card, trigger, sync or source")
	}
	return kind, nil
}

// findTarget finds the one capability that is meant by an id or <worker>/<id>.
func findTarget(all []devserver.Capability, target, kindWord string) (devserver.Capability, error) {
	kind, err := kindNamed(kindWord)
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
		return devserver.Capability{}, unknownTarget(all, target, kind)
	case len(found) > 1:
		return devserver.Capability{}, ambiguousTarget(found, id)
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

func unknownTarget(all []devserver.Capability, target, kind string) error {
	what := "capability"
	if kind != "" {
		what = kindWords[kind]
	}
	var words []string
	for _, c := range all {
		if kind == "" || c.Kind == kind {
			words = append(words, c.ID, c.Name())
		}
	}
	fix := list("the capabilities are", runnable(all))
	if near := typo.Nearest(target, words); near != "" {
		fix = fmt.Sprintf("did you mean %q? %s", near, fix)
	}
	return cli.Usage(fmt.Sprintf("this app has no %s %q", what, target), fix)
}

func ambiguousTarget(found []devserver.Capability, id string) error {
	var names []string
	oneWorker := true
	for _, c := range found {
		names = append(names, fmt.Sprintf("%s (%s)", c.Name(), kindWords[c.Kind]))
		oneWorker = oneWorker && c.Worker == found[0].Worker
	}
	fix := "name its worker too: " + found[0].Name()
	if oneWorker {
		fix = "say which with --kind " + strings.Join(kindFlags(found), " or --kind ")
	}
	return cli.Usage(fmt.Sprintf("more than one capability has the id %q: %s", id, strings.Join(names, ", ")), fix)
}

// kindFlags are the words for --kind of each.
func kindFlags(found []devserver.Capability) []string {
	var words []string
	for _, c := range found {
		word := c.Kind
		if c.Kind == devserver.KindCardBackend {
			word = "card"
		}
		words = append(words, word)
	}
	return words
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

// maxListed is how many names a message lists.
const maxListed = 20

func list(lead string, names []string) string {
	switch {
	case len(names) == 0:
		return "this app has no capabilities: add one with worker.tool or worker.cardBackend"
	case len(names) > maxListed:
		return fmt.Sprintf("%s %s and %d more", lead, strings.Join(names[:maxListed], ", "), len(names)-maxListed)
	}
	return lead + " " + strings.Join(names, ", ")
}
