package crmsim_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestDetailsDescribeTheAccount(t *testing.T) {
	zone := time.FixedZone("Somewhere", -(3*3600 + 1800))
	simtest.Check(t, simtest.New(t, crmsim.Options{
		AccountType: "DEVELOPER_TEST", UIDomain: "app-eu1.crm.example", Limits: &crmsim.Limits{TimeZone: zone},
	}), []simtest.Exchange{
		{"GET", "/account-info/v3/details", "", 200,
			`{"accountType":"DEVELOPER_TEST","additionalCurrencies":[],"companyCurrency":"USD","dataHostingLocation":"na1","portalId":1000001,"timeZone":"Somewhere","uiDomain":"app-eu1.crm.example","utcOffset":"-03:30","utcOffsetMilliseconds":-12600000}`},
		{"GET", "/account-info/2026-09/details", "", 200, `..."portalId":1000001`},
	})
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{
			"GET", "/account-info/v3/details", "", 200,
			`..."timeZone":"UTC","uiDomain":"app.crm.example","utcOffset":"+00:00","utcOffsetMilliseconds":0`,
		},
		{"GET", "/account-info/v3/api-usage/daily/private-apps", "", 200, `{"results":[]}`},
	})
}

func TestDailyUsageReportsLimitAndReset(t *testing.T) {
	zone := time.FixedZone("Somewhere", 2*3600)
	simtest.Check(t, simtest.New(t, crmsim.Options{
		Limits: &crmsim.Limits{Daily: 1000, DailyUsed: 40, TimeZone: zone},
	}), []simtest.Exchange{
		{"GET", "/crm/v3/objects/contacts/101", "", 200, `...`},
		{"GET", "/account-info/v3/api-usage/daily/private-apps", "", 200,
			`{"results":[{"collectedAt":"2026-11-20T09:30:00.250Z","currentUsage":42,"fetchStatus":"SUCCESS","name":"private-apps-api-calls-daily","resetsAt":"2026-11-20T22:00:00.000Z","usageLimit":1000}]}`},
	})
}

func TestNewRejectsInvalidOptions(t *testing.T) {
	for _, o := range []crmsim.Options{{AccountType: "HUGE"}, {SearchLag: -1}} {
		o.Clock = crmsim.RealClock(time.Now)
		if _, err := crmsim.New(o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

func TestUninstallRevokesTheToken(t *testing.T) {
	s := simtest.New(t, crmsim.Options{TokenByOAuth: true})
	simtest.Check(t, s, []simtest.Exchange{
		{"DELETE", "/appinstalls/2026-09/external-install", "", 204, ""},
		{"GET", "/crm/v3/objects/contacts/101", "", 401, `..."category":"INVALID_AUTHENTICATION"`},
	})
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"DELETE", "/appinstalls/2026-09/external-install", "", 400, `...static token`},
		{"GET", "/crm/v3/objects/contacts/101", "", 200, `...`},
	})
}

func TestUninstallRevokesOnlyTheTokensOfThatAccount(t *testing.T) {
	s := simtest.New(t, crmsim.Options{OAuth: &crmsim.OAuth{ClientID: "id", ClientSecret: "secret"}})
	first, second := issueTokens(t, s, 7), issueTokens(t, s, 8)
	status := func(method, path, token string) int { return simtest.SendAs(s, token, method, path, "").Code }
	if code := status("DELETE", "/appinstalls/v3/external-install", first.Access); code != 204 {
		t.Errorf("uninstall: %d", code)
	}
	if code := status("GET", "/account-info/v3/details", first.Access); code != 401 {
		t.Errorf("the uninstalled account: %d", code)
	}
	if code := status("GET", "/account-info/v3/details", second.Access); code != 200 {
		t.Errorf("the other account: %d", code)
	}
	for tokens, want := range map[tokens]int{first: 400, second: 200} {
		form := "grant_type=refresh_token&client_id=id&client_secret=secret&refresh_token=" + tokens.Refresh
		if code := simtest.SendForm(s, "/oauth/v1/token", form).Code; code != want {
			t.Errorf("%s: %d, want %d", tokens.Refresh, code, want)
		}
	}
}

type tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

// issueTokens installs the app in an account.
func issueTokens(t *testing.T, s *crmsim.Sim, portalID int64) (issued tokens) {
	t.Helper()
	authorize := fmt.Sprintf("/oauth/%d/authorize?client_id=id&redirect_uri=https://app.example", portalID)
	back, err := url.Parse(simtest.SendAs(s, "", "GET", authorize, "").Header().Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	form := "grant_type=authorization_code&client_id=id&client_secret=secret&redirect_uri=https://app.example&code=" +
		back.Query().Get("code")
	w := simtest.SendForm(s, "/oauth/v1/token", form)
	if err := json.Unmarshal(w.Body.Bytes(), &issued); err != nil || issued.Access == "" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return issued
}
