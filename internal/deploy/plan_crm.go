package deploy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/deploy/contents"
	"github.com/appsvc/svc/internal/deploy/crmapi"
)

// planProject adds the changes of the CRM project.
func (d *session) planProject(ctx context.Context, p *Plan) error {
	live, digest := d.found.CRM, d.want.source.Digest()[:32]
	if live.takenOver(d.want.output.CRMProject) {
		what := fmt.Sprintf("take over the project from the tool that uploaded build %d", live.Build)
		p.add(OfProject, live.Name, Delete, what, "portals run this app instead, with the same installs")
	}
	if !live.Exists {
		p.add(OfProject, live.Name, Create, "create the project in the CRM", "")
	}
	if live.Deployed != 0 && live.DeployedDigest == digest {
		return nil
	}
	after := readProject(d.want.files, d.Profile.MetaFileSuffix)
	if p.First = live.Deployed == 0; p.First {
		for _, uid := range sortedKeys(after.components) {
			p.add(OfComponent, uid, Create, "add the "+after.components[uid].Type, "")
		}
		return nil
	}
	files, err := d.CRM.Archive(ctx, live.Name, live.Deployed)
	if crmapi.IsStatus(err, 404) || crmapi.IsStatus(err, 403) {
		planUnknown(p, live)
		return nil
	}
	if err != nil {
		return err
	}
	if live.DeployedDigest == "" {
		p.Notes = append(p.Notes, Note{
			Text: fmt.Sprintf("svc did not upload the deployed build %d and will replace it", live.Deployed),
		})
	}
	before := len(p.Changes)
	compareProjects(p, readProject(files, d.Profile.MetaFileSuffix), after)
	if len(p.Changes) == before {
		p.add(OfProject, live.Name, Update, "upload the project", "")
	}
	return nil
}

// planUnknown plans for a project that cannot be read back: every risk of an upload must be allowed.
func planUnknown(p *Plan, live liveProject) {
	what := fmt.Sprintf("replace build %d, which cannot be read back", live.Deployed)
	p.add(OfProject, live.Name, Delete, what, "portals lose components that the new build does not have")
	p.add(OfProject, live.Name, Reconsent, what, "if it asks for more scopes, every portal must consent again")
}

func compareProjects(p *Plan, before, after crmProject) {
	compareComponents(p, before, after)
	compareAppMembers(p, before, after)
	compareApp(p, before.app, after.app)
	if before.app.isZero() {
		p.add(
			OfScope, appType, Reconsent, "replace the app, whose scopes cannot be read back",
			"if it asks for more scopes, every portal must consent again",
		)
	}
	compareSources(p, before.sources, after.sources)
}

// comparedApart are the members of the app's configuration that have changes of their own, because of their impact.
var comparedApart = []string{"distribution", "auth.type", "auth.requiredScopes", "auth.optionalScopes", "permittedUrls"}

// compareAppMembers adds the other members of the app's configuration as one change.
func compareAppMembers(p *Plan, before, after crmProject) {
	uid := after.appUID
	now, was := after.components[uid], before.components[uid]
	if was.Type != appType || now.Type != appType {
		return
	}
	all := contents.CompareJSON("", []byte(was.config), []byte(now.config))
	attributes := slices.DeleteFunc(all, func(a contents.Attribute) bool {
		return slices.ContainsFunc(comparedApart, func(name string) bool {
			return a.Name == name || strings.HasPrefix(a.Name, name+".")
		})
	})
	if len(attributes) > 0 {
		p.add(OfComponent, uid, Update, "change the app", "").Contents = &contents.Contents{Attributes: attributes}
	}
}

// compareSources adds the changes of files that do not describe a component.
func compareSources(p *Plan, before, after map[string]source) {
	add := func(file, what string, was, is *contents.Size) {
		size := &contents.SizeChange{Before: was, After: is}
		p.add(OfComponent, file, Update, what, "").Contents = &contents.Contents{Size: size}
	}
	for _, file := range sortedKeys(after) {
		is := after[file]
		switch was, there := before[file]; {
		case !there:
			add(file, "add the file", nil, &contents.Size{Bytes: is.bytes})
		case was != is:
			add(file, "change the file", &contents.Size{Bytes: was.bytes}, &contents.Size{Bytes: is.bytes})
		}
	}
	for _, file := range sortedKeys(before) {
		if _, stays := after[file]; !stays && !strings.HasSuffix(file, "package-lock.json") { // the CRM's builder adds it
			add(file, "remove the file", &contents.Size{Bytes: before[file].bytes}, nil)
		}
	}
}

func compareComponents(p *Plan, before, after crmProject) {
	renamed := map[string]string{} // old uid by new uid
	for _, uid := range sortedKeys(after.components) {
		if _, there := before.components[uid]; !there {
			if old := formerUID(before, after, after.components[uid]); old != "" {
				renamed[uid] = old
			}
		}
	}
	for _, uid := range sortedKeys(after.components) {
		now, was := after.components[uid], before.components[uid]
		switch {
		case renamed[uid] != "":
			p.add(OfComponent, uid, Delete, fmt.Sprintf("change the uid of the %s from %s", now.Type, renamed[uid]),
				"a changed uid is a new component: it orphans the installed "+orphans(now.Type))
		case was.UID == "":
			p.add(OfComponent, uid, Create, "add the "+now.Type, "")
		case was.Type != now.Type:
			p.add(OfComponent, uid, Delete, fmt.Sprintf("replace the %s with a %s", was.Type, now.Type), removal(was.Type))
		case was.config != now.config && now.Type != appType:
			p.add(OfComponent, uid, Update, "change the "+now.Type, "").Contents = &contents.Contents{
				Attributes: contents.CompareJSON("", []byte(was.config), []byte(now.config)),
			}
		}
	}
	for _, uid := range sortedKeys(before.components) {
		if _, stays := after.components[uid]; !stays && !slices.Contains(slices.Collect(maps.Values(renamed)), uid) {
			was := before.components[uid].Type
			p.add(OfComponent, uid, Delete, "remove the "+was, removal(was))
		}
	}
}

// formerUID returns the previous uid of a component, or "" for a new one. It recognizes a component by its file or its
// configuration.
func formerUID(before, after crmProject, now component) string {
	for _, uid := range sortedKeys(before.components) {
		was := before.components[uid]
		if _, stays := after.components[uid]; !stays && was.Type == now.Type &&
			(was.file == now.file || was.config == now.config) {
			return uid
		}
	}
	return ""
}

func orphans(kind string) string {
	if kind == "app-object" {
		return "type, and its records with it"
	}
	return kind + ", and what refers to it"
}

// removal describes the effect on portals of removing a component.
func removal(kind string) string {
	switch kind {
	case "card":
		return "the card disappears from records"
	case "workflow-action":
		return "workflows and agents that use it fail"
	case "app-object":
		return "portals lose the type, and its records with it"
	case "app-object-association":
		return "portals lose the associations of this kind"
	case "app-event":
		return "timelines no longer show the event"
	case "webhooks":
		return "the CRM stops delivering webhooks to triggers"
	case "mcp-server":
		return "agents can no longer reach the server"
	}
	return "portals lose it"
}

func (a appConfig) isZero() bool { return a.Auth.Type == "" && a.Distribution == "" }

func compareApp(p *Plan, before, after appConfig) {
	if before.isZero() {
		return
	}
	if before.Auth.Type != after.Auth.Type || before.Distribution != after.Distribution {
		p.add(OfComponent, appType, Reconsent, fmt.Sprintf(
			"change the app from %s/%s to %s/%s", before.Distribution, before.Auth.Type, after.Distribution, after.Auth.Type,
		),
			"every portal must install the app again")
	}
	for _, scope := range without(after.Auth.RequiredScopes, before.Auth.RequiredScopes) {
		p.add(OfScope, scope, Reconsent, "require the scope", "the app stops in every portal until it consents again")
	}
	for _, scope := range without(before.Auth.RequiredScopes, after.Auth.RequiredScopes) {
		p.add(OfScope, scope, Update, "stop requiring the scope", "")
	}
	for _, scope := range without(after.Auth.OptionalScopes, before.Auth.OptionalScopes) {
		p.add(OfScope, scope, Update, "request the optional scope", "portals that consented before do not have it")
	}
	for _, scope := range without(before.Auth.OptionalScopes, after.Auth.OptionalScopes) {
		p.add(OfScope, scope, Update, "stop requesting the optional scope", "")
	}
	for _, kind := range []string{"fetch", "iframe", "img"} {
		for _, url := range without(after.PermittedURLs[kind], before.PermittedURLs[kind]) {
			p.add(OfURL, url, Update, "permit "+kind, "")
		}
		for _, url := range without(before.PermittedURLs[kind], after.PermittedURLs[kind]) {
			p.add(OfURL, url, Update, "stop permitting "+kind, "cards that use it get an error")
		}
	}
}

// without returns the entries of all that are not in some.
func without(all, some []string) []string {
	var rest []string
	for _, one := range all {
		if !slices.Contains(some, one) {
			rest = append(rest, one)
		}
	}
	return rest
}

// sortedKeys returns the sorted keys of a map.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
