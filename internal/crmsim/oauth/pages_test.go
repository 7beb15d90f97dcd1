package oauth_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

const consentURL = "/oauth/authorize?client_id=id&scope=a%20b&optional_scope=c%20d&state=s&redirect_uri=" +
	"https%3A%2F%2Fapp.example%2Foauth-callback"

// newPagesSim returns an emulated CRM with pages, and what it reports as installs.
func newPagesSim(t *testing.T, grants ...crmsim.Grant) (*oauthSim, *[]crmsim.Grant) {
	t.Helper()
	kept := &grants
	s := newOAuthSim(t, crmsim.OAuth{
		Scopes: []string{"a"}, Grants: grants, OnGrants: func(now []crmsim.Grant) { *kept = now },
		Pages: &crmsim.OAuthPages{
			AppName: "An <app>", ConnectedApps: "/apps/{portalId}/installed",
			Accounts:       []crmsim.OAuthAccount{{ID: 7, Name: "One & only"}, {ID: 8, Name: "Other"}},
			AllowsRedirect: func(to *url.URL) bool { return to.String() == callbackURI },
		},
	})
	return s, kept
}

func (s *oauthSim) submit(path, origin string, form url.Values) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequest("POST", "https://crm.example"+path, strings.NewReader(form.Encode()))
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func (s *oauthSim) page(path string) (int, string) {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "https://crm.example"+path, nil))
	return w.Code, w.Body.String()
}

func TestConsentPageGrantsTheChosenAccountAndScopes(t *testing.T) {
	s, kept := newPagesSim(t)
	status, text := s.page(consentURL)
	for _, want := range []string{"An &lt;app&gt;", "One &amp; only", `value="8"`, `value="c" checked`} {
		if status != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("the page is %d and has no %s", status, want)
		}
	}
	w := s.submit(consentURL, "https://crm.example", url.Values{
		"decision": {"allow"}, "portal": {"8"}, "scope": {"d", "not-asked-for"},
	})
	back, err := url.Parse(w.Header().Get("Location"))
	if err != nil || w.Code != http.StatusFound || back.Query().Get("state") != "s" {
		t.Fatalf("%d %s %v", w.Code, w.Body, err)
	}
	form := "grant_type=authorization_code&code=" + back.Query().Get("code") + "&redirect_uri=" +
		url.QueryEscape(callbackURI)
	status, tokens := s.trade(form)
	if status != http.StatusOK || tokens["hub_id"] != 8.0 || len(tokens["scopes"].([]any)) != 3 {
		t.Errorf("%d %v", status, tokens)
	}
	if len(*kept) != 1 || (*kept)[0].PortalID != 8 || strings.Join((*kept)[0].Scopes, " ") != "a b d" {
		t.Errorf("reported %v", *kept)
	}
	if _, text := s.page("/apps/8/installed"); !strings.Contains(text, "Uninstall") {
		t.Errorf("after the install: %s", text)
	}
	if w := s.submit("/apps/8/installed", "https://crm.example", nil); w.Code != http.StatusOK || len(*kept) != 0 {
		t.Errorf("uninstall: %d, reported %v", w.Code, *kept)
	}
	s.wantRefused("grant_type=refresh_token&refresh_token="+tokens["refresh_token"].(string), "BAD_REFRESH_TOKEN")
}

func TestConsentPageRefuses(t *testing.T) {
	s, kept := newPagesSim(t)
	denied := s.submit(consentURL, "", url.Values{"decision": {"deny"}, "portal": {"7"}})
	if want := callbackURI + "?error=access_denied&state=s"; denied.Header().Get("Location") != want {
		t.Errorf("cancelled: %q", denied.Header().Get("Location"))
	}
	allow := url.Values{"decision": {"allow"}, "portal": {"7"}}
	for name, w := range map[string]*httptest.ResponseRecorder{
		"an unknown account":            s.submit(consentURL, "", url.Values{"decision": {"allow"}, "portal": {"9"}}),
		"an unknown account in the URL": s.submit(strings.Replace(consentURL, "oauth/", "oauth/9/", 1), "", allow),
		"another site":                  s.submit(consentURL, "https://evil.example", allow),
		"a sandboxed page":              s.submit(consentURL, "null", allow),
		"another site's uninstall":      s.submit("/apps/7/installed", "https://evil.example", nil),
		"an unknown account's apps":     s.submit("/apps/9/installed", "", nil),
		"a foreign redirect URL":        s.submit(strings.Replace(consentURL, "app.example", "evil.example", 1), "", allow),
		"a missing scope":               s.submit(strings.Replace(consentURL, "scope=a", "scope=b", 1), "", allow),
	} {
		if w.Code < 400 || w.Code > 499 || w.Header().Get("Location") != "" {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if len(*kept) != 0 {
		t.Errorf("reported %v", *kept)
	}
}

func TestGrantsOfAnEarlierRunStayValid(t *testing.T) {
	s, _ := newPagesSim(t, crmsim.Grant{PortalID: 7, Scopes: []string{"a"}, RefreshToken: "kept"})
	status, tokens := s.trade("grant_type=refresh_token&refresh_token=kept")
	if status != http.StatusOK || tokens["hub_id"] != 7.0 {
		t.Errorf("%d %v", status, tokens)
	}
	if w := simtest.SendAs(s.Sim, tokens["access_token"].(string), "GET", "/account-info/v3/details", ""); w.Code != 200 {
		t.Errorf("with its access token: %d %s", w.Code, w.Body)
	}
}

func TestAccessTokensOfAnEarlierRunStayValidUntilTheyExpire(t *testing.T) {
	s, kept := newPagesSim(t, crmsim.Grant{PortalID: 7, Scopes: []string{"a"}, RefreshToken: "kept"})
	_, tokens := s.trade("grant_type=refresh_token&refresh_token=kept")
	token := tokens["access_token"].(string)
	next, keptNext := newPagesSim(t, *kept...)
	if w := simtest.SendAs(next.Sim, token, "GET", "/account-info/v3/details", ""); w.Code != http.StatusOK {
		t.Errorf("in the next run: %d %s", w.Code, w.Body)
	}
	next.now = simtest.At.Add(31 * time.Minute)
	if w := simtest.SendAs(next.Sim, token, "GET", "/account-info/v3/details", ""); w.Code != http.StatusUnauthorized {
		t.Errorf("after its life: %d %s", w.Code, w.Body)
	}
	next.EndAccessTokens(7)
	if ended := (*keptNext)[0]; ended.AccessToken != "" || ended.RefreshToken != "kept" {
		t.Errorf("after the end of its access tokens: %+v", ended)
	}
}
