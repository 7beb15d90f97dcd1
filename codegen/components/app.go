// This file makes the app itself: what an install screen shows and asks for.

package components

import (
	"cmp"
	"slices"

	"github.com/appsvc/svc/codegen"
	"github.com/appsvc/svc/internal/publicurl"
)

// appUID is the uid of the app in its project.
const appUID = "app"

// oauthCallback is the route of the app worker that an install comes back to (sdk/src/worker/routes/oauth-callback.ts).
const oauthCallback = "/oauth-callback"

type appConfig struct {
	Name          string        `json:"name"`
	Description   string        `json:"description"`
	Distribution  string        `json:"distribution"`
	Auth          appAuth       `json:"auth"`
	PermittedURLs permittedURLs `json:"permittedUrls"`
}

type appAuth struct {
	Type                        string   `json:"type"`
	RedirectURLs                []string `json:"redirectUrls,omitempty"`
	RequiredScopes              []string `json:"requiredScopes"`
	OptionalScopes              []string `json:"optionalScopes"`
	ConditionallyRequiredScopes []string `json:"conditionallyRequiredScopes"`
}

type permittedURLs struct {
	Fetch  []string `json:"fetch"`
	Iframe []string `json:"iframe"`
	Img    []string `json:"img"`
}

func app(p *codegen.Pass) {
	declared := p.Project.App
	if declared.Distribution == "marketplace" && declared.Auth != "oauth" {
		p.Refuse(
			"marketplace-auth", ofApp("auth"), "an app for the marketplace has auth \"oauth\", and this one has %q",
			declared.Auth,
		)
	}
	auth := appAuth{Type: declared.Auth, OptionalScopes: []string{}, ConditionallyRequiredScopes: []string{}}
	if declared.Auth == "oauth" {
		auth.RedirectURLs = []string{p.AppOrigin + oauthCallback}
		if p.Profile.OAuthScope != nil {
			need(p, "oauth-scope", ofApp("scopes"), "an OAuth app", *p.Profile.OAuthScope)
		}
	}
	auth.RequiredScopes = p.RequiredScopes()
	auth.OptionalScopes = optionalScopes(p, auth.RequiredScopes)
	warnOfPlaceholders(p)
	p.Emit(codegen.Part{UID: appUID, File: p.Stem("app"), Subject: ofApp(""), Config: appConfig{
		Name: declared.Name, Description: cmp.Or(declared.Description, declared.Name), Distribution: declared.Distribution,
		Auth: auth, PermittedURLs: permitted(p),
	}})
}

// ofApp is a member of the app as the subject of a finding.
func ofApp(member string) codegen.Subject { return codegen.Subject{Kind: "app", Member: member} }

// optionalScopes are those that are not required anyway. A static token holds the required ones only.
func optionalScopes(p *codegen.Pass, required []string) []string {
	scopes := []string{}
	for _, scope := range p.Project.App.OptionalScopes {
		if !slices.Contains(required, scope) && !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	if len(scopes) > 0 && p.Project.App.Auth == "static" {
		p.Warn(
			"optional-scopes-auth", ofApp("optionalScopes"),
			"an app with static auth is never granted its optionalScopes: they are left out",
		).
			Hintf("move what the app needs to scopes")
		return []string{}
	}
	return scopes
}

// permitted are the declared URLs, and the origin of every worker among those that cards may fetch
// (spec, permittedUrls).
func permitted(p *codegen.Pass) permittedURLs {
	declared := p.Project.App.PermittedUrls
	urls := permittedURLs{
		Fetch:  permittedList(p, "fetch", declared.Fetch),
		Iframe: permittedList(p, "iframe", declared.Iframe),
		Img:    permittedList(p, "img", declared.Img),
	}
	for _, worker := range p.Project.Workers {
		if origin := p.Origins[worker.Name]; origin != "" && !slices.Contains(urls.Fetch, origin) {
			urls.Fetch = append(urls.Fetch, origin)
		}
	}
	return urls
}

func permittedList(p *codegen.Pass, name string, declared []string) []string {
	urls := []string{}
	for _, url := range declared {
		if _, err := publicurl.Parse(url); err != nil {
			p.Refuse("permitted-url", ofApp("permittedUrls."+name), "permittedUrls.%s does not take %q: %v", name, url, err)
		}
		if !slices.Contains(urls, url) {
			urls = append(urls, url)
		}
	}
	return urls
}

// warnOfPlaceholders says which origins are not known yet, and refuses workers without any.
func warnOfPlaceholders(p *codegen.Pass) {
	for _, worker := range p.Project.Workers {
		subject := codegen.Subject{Kind: "worker", ID: worker.Name}
		switch origin := p.Origins[worker.Name]; {
		case origin == "":
			p.Refuse("origin-placeholder", subject, "the worker %q has no origin", worker.Name)
		case codegen.IsPlaceholder(origin):
			p.Warn("origin-placeholder", subject, "the worker %q has no origin yet: %s stands in for it", worker.Name, origin).
				Hintf("deploy the worker: 'svc deploy' fills in its origin")
		}
	}
	if codegen.IsPlaceholder(p.AppOrigin) {
		p.Warn("origin-placeholder", ofApp(""), "the app's own worker has no origin yet: %s stands in for it", p.AppOrigin).
			Hintf("deploy the app: 'svc deploy' fills in its origin")
	}
}
