package oauth_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

const callbackURI = "https://app.example/oauth-callback"

// oauthSim is an emulated CRM with OAuth whose clock the test sets.
type oauthSim struct {
	*crmsim.Sim
	t   *testing.T
	now time.Time
}

func newOAuthSim(t *testing.T, o crmsim.OAuth) *oauthSim {
	t.Helper()
	s := &oauthSim{t: t, now: simtest.At}
	o.ClientID, o.ClientSecret = "id", "secret"
	var err error
	if s.Sim, err = crmsim.New(crmsim.Options{Clock: crmsim.RealClock(func() time.Time {
		return s.now
	}), OAuth: &o}); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *oauthSim) do(method, path, bearer, form string) (int, http.Header, map[string]any) {
	s.t.Helper()
	r := httptest.NewRequest(method, "https://crm.example"+path, strings.NewReader(form))
	if form != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	var body map[string]any
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
			s.t.Fatalf("%s %s answered %q", method, path, w.Body)
		}
	}
	return w.Code, w.Header(), body
}

// consent requests a consent as a browser does, and returns the code.
func (s *oauthSim) consent(path string) string {
	s.t.Helper()
	status, header, body := s.do(
		"GET", path+"?client_id=id&scope=a%20b&state=s%26t&redirect_uri="+url.QueryEscape(callbackURI), "", "",
	)
	back, err := url.Parse(header.Get("Location"))
	if status != http.StatusFound || err != nil || back.Query().Get("state") != "s&t" || !strings.HasPrefix(
		back.String(), callbackURI+"?",
	) {
		s.t.Fatalf("%s answered %d %v %v", path, status, header, body)
	}
	return back.Query().Get("code")
}

func (s *oauthSim) trade(form string) (int, map[string]any) {
	s.t.Helper()
	status, _, body := s.do("POST", "/oauth/v1/token", "", "client_id=id&client_secret=secret&"+form)
	return status, body
}

func (s *oauthSim) wantRefused(form, status string) {
	s.t.Helper()
	got, body := s.trade(form)
	if got != http.StatusBadRequest || body["status"] != status || body["correlationId"] == nil {
		s.t.Errorf("%s answered %d %v, want %s", form, got, body, status)
	}
}

func codeForm(code string) string {
	return "grant_type=authorization_code&code=" + code + "&redirect_uri=" + url.QueryEscape(callbackURI)
}

func TestCodeIsExchangedOnceForTokens(t *testing.T) {
	s := newOAuthSim(t, crmsim.OAuth{Scopes: []string{"a"}})
	code := s.consent("/oauth/7/authorize")
	s.wantRefused(strings.Replace(codeForm(code), "callback", "elsewhere", 1), "BAD_REDIRECT_URI")
	status, tokens := s.trade(codeForm(code))
	if status != http.StatusOK || tokens["hub_id"] != 7.0 || tokens["expires_in"] != 1800.0 ||
		tokens["token_type"] != "bearer" {
		t.Fatalf("the code was answered with %d %v", status, tokens)
	}
	s.wantRefused(codeForm(code), "BAD_AUTH_CODE")
	s.wantRefused(codeForm("made-up"), "BAD_AUTH_CODE")
	access := tokens["access_token"].(string)
	if status, _, _ := s.do("GET", "/crm/v3/objects/contacts", access, ""); status != http.StatusOK {
		t.Errorf("the access token is rejected: %d", status)
	}
	if _, _, info := s.do("GET", "/oauth/v1/access-tokens/"+access, "", ""); info["hub_id"] != 7.0 {
		t.Errorf("the access token is for %v", info)
	}
	s.now = simtest.At.Add(30*time.Minute + 5*time.Second)
	status, _, body := s.do("GET", "/crm/v3/objects/contacts", access, "")
	if status != http.StatusUnauthorized || body["category"] != "EXPIRED_AUTHENTICATION" || !strings.HasSuffix(
		body["message"].(string), "expired 5 second(s) ago.",
	) {
		t.Errorf("an expired token was answered with %d %v", status, body)
	}
	if status, _, _ := s.do("GET", "/oauth/v1/access-tokens/"+access, "", ""); status != http.StatusNotFound {
		t.Errorf("an expired token is still known: %d", status)
	}
}

func TestCodeExpiresAfterTenMinutes(t *testing.T) {
	s := newOAuthSim(t, crmsim.OAuth{})
	code := s.consent("/oauth/authorize")
	s.now = simtest.At.Add(10*time.Minute + time.Second)
	s.wantRefused(codeForm(code), "BAD_AUTH_CODE")
}

func TestAuthorizeRejectsInvalidRequests(t *testing.T) {
	s := newOAuthSim(t, crmsim.OAuth{Scopes: []string{"a", "c"}})
	for query, want := range map[string]string{
		"client_id=other&scope=a%20c&redirect_uri=" + url.QueryEscape(callbackURI): "BAD_CLIENT_ID",
		"client_id=id&scope=a&redirect_uri=" + url.QueryEscape(callbackURI):        "BAD_SCOPES",
		"client_id=id&scope=a%20c":                      "BAD_REDIRECT_URI",
		"client_id=id&scope=a%20c&redirect_uri=%2Fhere": "BAD_REDIRECT_URI",
	} {
		if status, _, body := s.do("GET", "/oauth/authorize?"+query, "", ""); status != http.StatusBadRequest ||
			body["status"] != want {
			t.Errorf("%s answered %d %v, want %s", query, status, body, want)
		}
	}
}

func TestRefreshTokenStaysValidUnlessTokensRotate(t *testing.T) {
	for _, rotates := range []bool{false, true} {
		s := newOAuthSim(t, crmsim.OAuth{Rotates: rotates})
		_, tokens := s.trade(codeForm(s.consent("/oauth/authorize")))
		first := "grant_type=refresh_token&refresh_token=" + tokens["refresh_token"].(string)
		status, next := s.trade(first)
		if status != http.StatusOK || next["access_token"] == tokens["access_token"] ||
			(next["refresh_token"] != tokens["refresh_token"]) != rotates {
			t.Fatalf("rotates %v: a refresh gave %d %v after %v", rotates, status, next, tokens)
		}
		if status, _ := s.trade(first); (status == http.StatusOK) == rotates {
			t.Errorf("rotates %v: the first refresh token was answered with %d again", rotates, status)
		}
		if n := s.TokensIssued(1000001); n != 3 && !rotates || n != 2 && rotates {
			t.Errorf("rotates %v: %d tokens were issued", rotates, n)
		}
	}
}

func TestRevokedTokensAreRejected(t *testing.T) {
	s := newOAuthSim(t, crmsim.OAuth{})
	_, tokens := s.trade(codeForm(s.consent("/oauth/authorize")))
	access, refresh := tokens["access_token"].(string), "grant_type=refresh_token&refresh_token="+
		tokens["refresh_token"].(string)
	s.EndAccessTokens(1000001)
	if status, _, body := s.do("GET", "/crm/v3/objects/contacts", access, ""); status != http.StatusUnauthorized ||
		body["category"] != "INVALID_AUTHENTICATION" {
		t.Errorf("an ended token was answered with %d %v", status, body)
	}
	_, tokens = s.trade(refresh)
	access = tokens["access_token"].(string)
	if status, _, _ := s.do("DELETE", "/oauth/v1/refresh-tokens/"+
		tokens["refresh_token"].(string), "", ""); status != http.StatusNoContent {
		t.Errorf("revoking answered %d", status)
	}
	s.wantRefused(refresh, "BAD_REFRESH_TOKEN")
	if status, _, _ := s.do("GET", "/crm/v3/objects/contacts", access, ""); status != http.StatusOK {
		t.Errorf("revoking a refresh token ended the access token: %d", status)
	}
	s.Uninstall(1000001)
	if status, _, _ := s.do("GET", "/crm/v3/objects/contacts", access, ""); status != http.StatusUnauthorized {
		t.Errorf("an uninstall did not end the access token: %d", status)
	}
}

func TestIntrospectionRequiresTheClientSecret(t *testing.T) {
	s := newOAuthSim(t, crmsim.OAuth{})
	_, tokens := s.trade(codeForm(s.consent("/oauth/authorize")))
	for _, token := range []string{"access_token", "refresh_token"} {
		_, _, body := s.do(
			"POST", "/oauth/2026-09/token/introspect", "", "client_id=id&client_secret=secret&token="+tokens[token].(string),
		)
		if body["active"] != true || body["hub_id"] != 1000001.0 || body["client_id"] != "id" || body["token_use"] != token {
			t.Errorf("the %s is %v", token, body)
		}
		if _, signed := body["signed_access_token"].(map[string]any); signed != (token == "access_token") {
			t.Errorf("the %s has the signed form: %v", token, body)
		}
	}
	if _, _, body := s.do(
		"POST", "/oauth/2026-09/token/introspect", "", "client_id=id&client_secret=secret&token=x",
	); body["active"] != false {
		t.Errorf("an unknown token is %v", body)
	}
	if status, _, body := s.do(
		"POST", "/oauth/2026-09/token/introspect", "", "client_id=id&token=x",
	); status != http.StatusBadRequest || body["status"] != "BAD_CLIENT_SECRET" {
		t.Errorf("without the secret: %d %v", status, body)
	}
	if status, _, _ := s.do("POST", "/oauth/2026-09/token/revoke", "", "client_id=id&client_secret=secret&token="+
		tokens["refresh_token"].(string)); status != http.StatusNoContent {
		t.Errorf("revoking answered %d", status)
	}
}

func TestFailTokensFailsTheNextTokenRequests(t *testing.T) {
	s := newOAuthSim(t, crmsim.OAuth{Consented: func(code string) (int64, bool) { return 9, code == "seen" }})
	s.FailTokens(503, 429)
	for _, want := range []int{503, 429, 200} {
		if status, body := s.trade(codeForm("seen")); status != want {
			t.Errorf("got %d %v, want %d", status, body, want)
		}
	}
	s.wantRefused(codeForm("unseen"), "BAD_AUTH_CODE")
	s.wantRefused("grant_type=other", "BAD_GRANT_TYPE")
}

func TestWithoutOAuthItsEndpointsAnswer404(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	if status, _ := simtest.Send(s, "GET", "/oauth/authorize", ""); status != http.StatusNotFound {
		t.Errorf("got %d", status)
	}
}
