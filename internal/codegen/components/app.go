package components

import (
	"cmp"
	"slices"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/publicurl"
)

// AppUID is the default uid of the app component.
const AppUID = "app"

// oauthCallback is the path of the OAuth redirect URL (sdk/src/worker/routes/oauth-callback.ts).
const oauthCallback = "/oauth-callback"

// AppConfig is the configuration of the app.
type AppConfig struct {
	Name          string                 `json:"name"`
	Description   string                 `json:"description"`
	Distribution  string                 `json:"distribution"`
	Auth          AppAuth                `json:"auth"`
	PermittedURLs manifest.PermittedUrls `json:"permittedUrls"`
	Support       *manifest.Support      `json:"support,omitempty"`
}

// AppAuth is how the app gets tokens.
type AppAuth struct {
	Type                        string   `json:"type"`
	RedirectURLs                []string `json:"redirectUrls,omitempty"`
	RequiredScopes              []string `json:"requiredScopes"`
	OptionalScopes              []string `json:"optionalScopes"`
	ConditionallyRequiredScopes []string `json:"conditionallyRequiredScopes"`
}

func app(p *codegen.Pass) {
	declared := p.Project.App
	if declared.Distribution == "marketplace" && declared.Auth != "oauth" {
		p.Refuse("marketplace-auth", ofApp("auth"), "a marketplace app needs auth \"oauth\", but this app has %q",
			declared.Auth)
	}
	auth := AppAuth{Type: declared.Auth, OptionalScopes: []string{}, ConditionallyRequiredScopes: []string{}}
	if declared.Auth == "oauth" {
		auth.RedirectURLs = []string{p.AppOrigin + oauthCallback}
		if p.Profile.OAuthScope != nil {
			need(p, "oauth-scope", ofApp("scopes"), "an OAuth app", *p.Profile.OAuthScope)
		}
	}
	auth.RequiredScopes = p.RequiredScopes()
	auth.OptionalScopes = optionalScopes(p, auth.RequiredScopes)
	warnOfPlaceholders(p)
	p.Emit(codegen.Part{UID: cmp.Or(declared.UID, AppUID), File: p.Stem("app"), Subject: ofApp(""), Config: AppConfig{
		Name:          declared.Name,
		Description:   cmp.Or(declared.Description, declared.Name),
		Distribution:  declared.Distribution,
		Auth:          auth,
		PermittedURLs: permitted(p),
		Support:       declared.Support,
	}})
}

// ofApp returns a member of the app as the subject of a finding.
func ofApp(member string) codegen.Subject { return codegen.Subject{Kind: "app", Member: member} }

// optionalScopes returns the optional scopes that are not required. An app with static auth has none.
func optionalScopes(p *codegen.Pass, required []string) []string {
	scopes := []string{}
	for _, scope := range p.Project.App.OptionalScopes {
		if !slices.Contains(required, scope) && !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	if len(scopes) > 0 && p.Project.App.Auth == "static" {
		p.Warn("optional-scopes-auth", ofApp("optionalScopes"),
			"optionalScopes have no effect in an app with static auth; svc omits them").
			Hintf("move what the app needs to scopes")
		return []string{}
	}
	return scopes
}

// permitted returns the declared URLs. Cards may also fetch from the origin of every worker (spec, permittedUrls).
func permitted(p *codegen.Pass) manifest.PermittedUrls {
	declared := p.Project.App.PermittedUrls
	urls := manifest.PermittedUrls{
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
			p.Refuse("permitted-url", ofApp("permittedUrls."+name),
				"invalid entry of permittedUrls.%s %q: expected an https origin, but %v", name, url, err)
		}
		if !slices.Contains(urls, url) {
			urls = append(urls, url)
		}
	}
	return urls
}

// warnOfPlaceholders reports placeholder origins as warnings and missing origins as errors.
func warnOfPlaceholders(p *codegen.Pass) {
	for _, worker := range p.Project.Workers {
		subject := codegen.Subject{Kind: "worker", ID: worker.Name}
		switch origin := p.Origins[worker.Name]; {
		case origin == "":
			p.Refuse("origin-placeholder", subject, "the worker %q has no origin", worker.Name)
		case codegen.IsPlaceholder(origin):
			p.Warn("origin-placeholder", subject, "the worker %q has no origin yet; using the placeholder %s",
				worker.Name, origin).
				Hintf("run 'svc deploy', which sets the origin")
		}
	}
	if codegen.IsPlaceholder(p.AppOrigin) {
		p.Warn("origin-placeholder", ofApp(""), "the app worker has no origin yet; using the placeholder %s", p.AppOrigin).
			Hintf("run 'svc deploy', which sets the origin")
	}
}
