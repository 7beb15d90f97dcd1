package oauth

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// Pages configures the pages for browsers: the consent page, and the page with the apps of an account.
type Pages struct {
	// AppName is the name of the app.
	AppName string
	// Accounts are those whose administrator uses the browser. Others do not exist.
	Accounts []Account
	// ConnectedApps is the path of the page with the apps of an account, with the wildcard {portalId}.
	ConnectedApps string
	// AllowsRedirect reports whether the app has a redirect URL.
	AllowsRedirect func(*url.URL) bool
}

// Account is an account on the pages.
type Account struct {
	ID   int64
	Name string
}

// account returns the account with an id, or nil.
func (p *Pages) account(id int64) *Account {
	at := slices.IndexFunc(p.Accounts, func(a Account) bool { return a.ID == id })
	if at < 0 {
		return nil
	}
	return &p.Accounts[at]
}

// PageRoutes returns the routes for browsers. They need no access token.
func (a *API) PageRoutes() api.Routes {
	routes := api.Routes{
		"GET /oauth/authorize":          a.authorize,
		"GET /oauth/{portal}/authorize": a.authorize,
	}
	if a.options.Pages != nil {
		routes["POST /oauth/authorize"] = a.decide
		routes["POST /oauth/{portal}/authorize"] = a.decide
		routes["GET "+a.options.Pages.ConnectedApps] = a.connectedApps
		routes["POST "+a.options.Pages.ConnectedApps] = a.uninstallOnPage
	}
	return routes
}

// decide receives the form of the consent page.
func (a *API) decide(c *api.Call) (int, any, *api.Error) {
	asked, refused := a.readConsent(c)
	if refused != nil {
		return http.StatusBadRequest, refused, nil
	}
	form, err := pageForm(c)
	if err != nil {
		return 0, nil, err
	}
	if form.Get("decision") != "allow" {
		return redirectBack(c, asked, "error", "access_denied")
	}
	if asked.portalID == 0 {
		chosen, _ := strconv.ParseInt(form.Get("portal"), 10, 64) // 0 names none
		if a.options.Pages.account(chosen) == nil {
			return fail(c, "invalid_request", "BAD_HUB", "no account has this id")
		}
		asked.portalID = chosen
	}
	isDenied := func(scope string) bool { return !slices.Contains(form["scope"], scope) }
	optional := slices.DeleteFunc(asked.optional, isDenied)
	return a.allow(c, asked, optional)
}

// uninstallOnPage receives the form of the page with the apps of an account.
func (a *API) uninstallOnPage(c *api.Call) (int, any, *api.Error) {
	if _, err := pageForm(c); err != nil {
		return 0, nil, err
	}
	id, _ := strconv.ParseInt(c.PathValue("portalId"), 10, 64) // 0 names none
	a.Uninstall(id)
	return a.connectedApps(c)
}

// pageForm reads the form of a page. Pages of other sites cannot send it.
func pageForm(c *api.Call) (url.Values, *api.Error) {
	if origin := c.Request.Header.Get("Origin"); origin != "" {
		from, err := url.Parse(origin)
		if err != nil || from.Host != c.Request.Host {
			return nil, &api.Error{Status: http.StatusForbidden, Message: "the form is from another site"}
		}
	}
	form, err := url.ParseQuery(string(c.Body))
	if err != nil {
		return nil, api.Invalid("the body is not a form")
	}
	return form, nil
}
