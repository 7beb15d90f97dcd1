// Package capability finds the capability that a command line names.
package capability

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/spf13/pflag"
)

// Find returns the capability that is named by its id or <worker>/<id>. kindWord is a value of --kind.
func Find(all []devserver.Capability, target, kindWord string) (devserver.Capability, error) {
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
	isNamed := func(c devserver.Capability) bool { return c.ID == target || c.Name() == target }
	var words []string
	var fitting []devserver.Capability
	for _, c := range all {
		if kind == "" || c.Kind == kind {
			words, fitting = append(words, c.ID, c.Name()), append(fitting, c)
		}
	}
	fix := "this app has no capabilities: add one with worker.tool or worker.cardBackend"
	if names := Names(fitting); len(names) > 0 {
		fix = cli.ListNames("use one of", names)
	} else if len(all) > 0 {
		fix = cli.ListNames("leave out --kind, and use one of", Names(all))
	}
	if i := slices.IndexFunc(all, isNamed); i >= 0 {
		fix = fmt.Sprintf("leave out --kind: %q is a %s", target, KindWords[all[i].Kind])
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

// Names returns the names of the capabilities: the id alone where only one worker has it.
func Names(all []devserver.Capability) []string {
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

// kinds maps the values of --kind to kinds of capabilities.
var kinds = map[string]string{
	"": "", "tool": devserver.KindTool, "action": devserver.KindTool,
	"card": devserver.KindCardBackend, "cardBackend": devserver.KindCardBackend, "card-backend": devserver.KindCardBackend,
	"trigger": devserver.KindTrigger, "sync": devserver.KindSync, "source": devserver.KindSource,
}

// KindFlags returns the values of --kind that help texts list.
func KindFlags() []string { return []string{"tool", "card", "trigger", "sync", "source"} }

// KindWords name the kinds in messages.
var KindWords = map[string]string{
	devserver.KindTool: "tool", devserver.KindCardBackend: "card backend", devserver.KindTrigger: "trigger",
	devserver.KindSync: "sync", devserver.KindSource: "push source",
}

// AddKindFlag adds --kind.
func AddKindFlag(flags *pflag.FlagSet, kind *string) {
	flags.StringVar(kind, "kind", "",
		"the `kind` of the capability if its id is ambiguous: "+cmdutil.AnyOf(KindFlags()))
}

// ParseKind returns the kind for a value of --kind. "" means any kind.
func ParseKind(word string) (string, error) {
	if kind, known := kinds[word]; known {
		return kind, nil
	}
	return "", cmdutil.OneOf("--kind", word, KindFlags())
}

// KindWord returns the value of --kind for a kind.
func KindWord(kind string) string {
	if kind == devserver.KindCardBackend {
		return "card"
	}
	return kind
}

// kindFlags returns the value of --kind for each capability.
func kindFlags(found []devserver.Capability) []string {
	var words []string
	for _, c := range found {
		words = append(words, KindWord(c.Kind))
	}
	return words
}

// Load loads the project of a session and finds a capability in it. If the app does not load, it prints the findings
// that say why.
func Load(ctx context.Context, s *local.Session, target, kind string) (devserver.Capability, error) {
	host.Warm(s.Env.Now, rand.Reader)
	if err := s.Load(ctx); err != nil {
		return devserver.Capability{}, err
	}
	found, err := Find(devserver.Capabilities(s.Project), target, kind)
	if s.Project.App == nil || err != nil && len(s.Project.Faults()) > 0 {
		err = s.ShowLoadErrors(err)
	}
	return found, err
}
