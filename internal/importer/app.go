package importer

import (
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/publicurl"
)

// defaultScope is the scope of an app that requests none, which svc requires.
const defaultScope = "crm.objects.contacts.read"

func importApp(r *run) error {
	c := r.of("app")[0]
	config, err := take[components.AppConfig](r, c)
	if err != nil {
		return err
	}
	if err := checkAppWords(c, config); err != nil {
		return err
	}
	o := object{{"name", config.Name}, {"crmProject", r.project.file.Name}}
	o.setUID(c.UID, components.AppUID)
	if config.Description != config.Name {
		o.set("description", config.Description)
	}
	o.put("distribution", config.Distribution)
	o.put("auth", config.Auth.Type)
	o.put("platformVersion", r.version())
	o.put("scopes", r.scopes(c, config.Auth))
	if len(config.Auth.OptionalScopes) > 0 && config.Auth.Type == "static" {
		r.note(Omitted, c, "config.auth.optionalScopes", "an app with static auth has no optional scopes")
	} else {
		o.set("optionalScopes", config.Auth.OptionalScopes)
	}
	if len(config.Auth.ConditionallyRequiredScopes) > 0 {
		r.note(Omitted, c, "config.auth.conditionallyRequiredScopes", noOption)
	}
	if len(config.Auth.RedirectURLs) > 0 {
		r.note(Changed, c, "config.auth.redirectUrls", "svc deploy writes the address of the app worker")
	}
	var urls object
	urls.set("fetch", r.permitted(c, "fetch", config.PermittedURLs.Fetch))
	urls.set("iframe", r.permitted(c, "iframe", config.PermittedURLs.Iframe))
	urls.set("img", r.permitted(c, "img", config.PermittedURLs.Img))
	o.set("permittedUrls", urls)
	if s := config.Support; s != nil {
		var support object
		support.set("supportEmail", s.SupportEmail)
		support.set("documentationUrl", s.DocumentationURL)
		support.set("supportUrl", s.SupportURL)
		support.set("supportPhone", s.SupportPhone)
		o.set("support", support)
	}
	r.config.app = o
	return nil
}

// checkAppWords refuses words of the config that svc does not have.
func checkAppWords(c *component, config components.AppConfig) error {
	for _, word := range []struct {
		member, value string
		known         []string
	}{
		{"config.distribution", config.Distribution, []string{"private", "marketplace"}},
		{"config.auth.type", config.Auth.Type, []string{"static", "oauth"}},
	} {
		if !slices.Contains(word.known, word.value) {
			return c.doc.errorOf(word.member, fmt.Sprintf("invalid %s %q: expected %s or %s", word.member, word.value,
				word.known[0], word.known[1]), "correct it")
		}
	}
	return nil
}

// version returns the platform version, or the oldest that svc builds for an older one.
func (r *run) version() string {
	written := r.project.file.PlatformVersion
	version, err := platform.ParseVersion(written)
	if err == nil && (version.IsKnown() || version.IsNewer()) {
		return written
	}
	oldest := platform.KnownVersions()[0]
	r.out.Notes = append(r.out.Notes, Note{
		Kind: Changed, File: r.project.doc.file, Line: r.project.doc.root.lineOf("platformVersion"),
		Member: "platformVersion", Reason: fmt.Sprintf("svc does not build for %q; it becomes %s", written, oldest),
	})
	return oldest
}

// scopes returns the required scopes, with those that svc requires of the app.
func (r *run) scopes(c *component, auth components.AppAuth) []string {
	const member = "config.auth.requiredScopes"
	scopes := slices.Clone(auth.RequiredScopes)
	add := func(why string, wanted ...string) {
		for _, scope := range wanted {
			if !slices.Contains(scopes, scope) && !slices.Contains(auth.OptionalScopes, scope) {
				scopes = append(scopes, scope)
				r.note(Added, c, member, "the scope "+scope+": "+why)
			}
		}
	}
	if needed := r.Profile.OAuthScope; needed != nil && auth.Type == "oauth" {
		add("every OAuth app needs it", *needed)
	}
	if len(r.config.lists["events"]) > 0 {
		add("app events need it", components.AppEventScope)
	}
	if len(r.config.objects) > 0 && !slices.ContainsFunc(components.AppObjectScopes, func(scope string) bool {
		return slices.Contains(scopes, scope) || slices.Contains(auth.OptionalScopes, scope)
	}) {
		add("app objects need it", components.AppObjectScopes...)
	}
	if len(scopes) == 0 {
		add("an app needs at least one", defaultScope)
	}
	return scopes
}

// permitted returns the URLs that svc accepts, and notes the others.
func (r *run) permitted(c *component, list string, urls []string) []string {
	var accepted []string
	for i, url := range urls {
		if _, err := publicurl.Parse(url); err != nil {
			r.note(Omitted, c, fmt.Sprintf("config.permittedUrls.%s[%d]", list, i), fmt.Sprintf("invalid URL: %v", err))
			continue
		}
		accepted = append(accepted, url)
	}
	return accepted
}
