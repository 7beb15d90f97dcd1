package oauth

import (
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// page returns a page. The body is HTML.
func page(title, body string) api.Page {
	title = html.EscapeString(title)
	return api.Page(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>` + title + `</title>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 4em auto; padding: 0 1em">
<p style="color: #666">Emulated CRM</p>
<h1 style="font-size: 1.4em">` + title + "</h1>\n" + body + "</body>\n</html>\n")
}

// consentPage asks for the consent of an account. Its form is sent to its own URL.
func (a *API) consentPage(asked consent) api.Page {
	var b strings.Builder
	b.WriteString("<form method=\"post\">\n<fieldset><legend>Account</legend>\n")
	for _, account := range a.options.Pages.Accounts {
		if asked.portalID != 0 && asked.portalID != account.ID {
			continue
		}
		checked := ""
		if asked.portalID == account.ID || asked.portalID == 0 && account.ID == a.options.PortalID {
			checked = " checked"
		}
		fmt.Fprintf(
			&b, "<label><input type=\"radio\" name=\"portal\" value=\"%d\"%s> %s (%d)</label><br>\n",
			account.ID, checked, html.EscapeString(account.Name), account.ID,
		)
	}
	b.WriteString("</fieldset>\n<p>The app may use these scopes:</p>\n<ul>\n")
	for _, scope := range asked.scopes {
		fmt.Fprintf(&b, "<li><code>%s</code></li>\n", html.EscapeString(scope))
	}
	for _, scope := range asked.optional {
		scope = html.EscapeString(scope)
		fmt.Fprintf(
			&b, "<li><label><input type=\"checkbox\" name=\"scope\" value=\"%s\" checked> ", scope,
		)
		fmt.Fprintf(
			&b, "<code>%s</code> (optional)</label></li>\n", scope,
		)
	}
	b.WriteString(`</ul>
<button name="decision" value="allow">Connect the app</button>
<button name="decision" value="deny">Cancel</button>
</form>
`)
	return page("Connect "+a.options.Pages.AppName, b.String())
}

// connectedApps shows whether an account has installed the app.
func (a *API) connectedApps(c *api.Call) (int, any, *api.Error) {
	id, _ := strconv.ParseInt(c.PathValue("portalId"), 10, 64) // 0 names none
	account := a.options.Pages.account(id)
	if account == nil {
		return 0, nil, api.NotFound("no account has the id %s", c.PathValue("portalId"))
	}
	name := html.EscapeString(a.options.Pages.AppName)
	body := "<p>" + name + " is not installed.</p>\n"
	if a.Installed(id) {
		body = "<p>" + name + " is installed.</p>\n<form method=\"post\"><button>Uninstall</button></form>\n"
	}
	return http.StatusOK, page(fmt.Sprintf("Apps of %s (%d)", account.Name, account.ID), body), nil
}
