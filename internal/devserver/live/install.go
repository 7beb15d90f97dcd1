package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/reason"
)

// InstallRequest is the body of a request to InstallPath.
type InstallRequest struct {
	// Portal is the account that installs the app.
	Portal int64 `json:"portal"`
}

// InstallAnswer is the response of InstallPath.
type InstallAnswer struct {
	host.Portal
	// Scopes are those that the account has granted.
	Scopes []string `json:"scopes"`
	// Landing is where the app sends the browser after the install.
	Landing string `json:"landing"`
}

// install installs the app in an account of the emulated CRM, as a browser does whose user consents.
func (s *Session) install(w http.ResponseWriter, r *http.Request) {
	var request InstallRequest
	server, release := s.asked(w, r, &request)
	defer release()
	if server == nil {
		return
	}
	at := slices.IndexFunc(host.Portals(), func(p host.Portal) bool { return p.ID == request.Portal })
	switch o := server.Host().Options(); {
	case at < 0:
		message := fmt.Sprintf("the emulated CRM has no portal %d", request.Portal)
		refuse(w, http.StatusUnprocessableEntity, "unknown_portal", message)
		return
	case o.CRM == host.CRMLive:
		refuse(w, http.StatusUnprocessableEntity, "live_crm", "the server uses the live CRM: open /oauth-start in a browser")
		return
	case !host.UsesOAuth(o.App):
		refuse(w, http.StatusUnprocessableEntity, "static_auth", "the app has static auth, so it needs no install")
		return
	}
	b := &browser{ctx: r.Context(), server: server, origin: server.Host().Options().Origin}
	var err error
	installed := InstallAnswer{Portal: host.Portals()[at]}
	if installed.Landing, installed.Scopes, err = b.install(request.Portal); err != nil {
		refuse(w, http.StatusUnprocessableEntity, "install_failed", reason.Of(err))
		return
	}
	server.Host().RunAlarms(r.Context()) // one adds the install to the index
	answer(w, http.StatusOK, installed)
}

// browser is the browser of an administrator who consents. Its requests stay in this process.
type browser struct {
	ctx     context.Context //nolint:containedctx // it lives as long as one request
	server  *devserver.Server
	origin  string
	cookies []*http.Cookie
}

// install goes to the consent page, allows all that the app asks for, and goes back to the app with the code. It
// returns where the app sends the browser, and the scopes.
func (b *browser) install(portal int64) (landing string, scopes []string, err error) {
	consent, err := b.follow(http.MethodGet, b.origin+"/oauth-start?portal="+strconv.FormatInt(portal, 10), nil)
	if err != nil {
		return "", nil, err
	}
	asked, err := url.Parse(consent)
	if err != nil || !strings.HasPrefix(consent, b.origin+host.CRMPath+"/") {
		return "", nil, errors.New("the app sends the browser to a consent page outside the emulated CRM")
	}
	optional := strings.Fields(asked.Query().Get("optional_scope"))
	scopes = slices.Concat(strings.Fields(asked.Query().Get("scope")), optional)
	back, err := b.follow(http.MethodPost, consent, url.Values{"decision": {"allow"}, "scope": optional})
	if err != nil {
		return "", nil, err
	}
	if at, err := url.Parse(back); err != nil || !sameOrigin(b.origin, at) {
		return "", nil, errors.New("the consent page sends the browser to another app")
	}
	landing, err = b.follow(http.MethodGet, back, nil)
	return landing, scopes, err
}

// follow sends a request and returns the location of the redirect. Any other response is an error.
func (b *browser) follow(method, to string, form url.Values) (string, error) {
	r, err := http.NewRequestWithContext(b.ctx, method, to, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, cookie := range b.cookies {
		r.AddCookie(cookie)
	}
	serve := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { serveAt(b.server, w, r) })
	response, err := control.InProcess(serve)(r)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	for _, set := range response.Cookies() {
		b.cookies = append(slices.DeleteFunc(b.cookies, func(c *http.Cookie) bool { return c.Name == set.Name }), set)
	}
	if response.StatusCode == http.StatusFound {
		return response.Header.Get("Location"), nil
	}
	var failed struct{ Message string }
	_ = json.NewDecoder(response.Body).Decode(&failed) // optional
	return "", fmt.Errorf("%s answered %s: %s", r.URL.Path, response.Status, failed.Message)
}
