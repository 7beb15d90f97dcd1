// This file tests what the account tells of itself, and that an app can leave it.

package crmsim

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestTheAccountSaysWhatItIs(t *testing.T) {
	zone := time.FixedZone("Somewhere", -(3*3600 + 1800))
	check(t, newSim(t, Options{
		AccountType: "DEVELOPER_TEST", UIDomain: "app-eu1.crm.example", Limits: &Limits{TimeZone: zone},
	}), []exchange{
		{"GET", "/account-info/v3/details", "", 200,
			`{"accountType":"DEVELOPER_TEST","additionalCurrencies":[],"companyCurrency":"USD","dataHostingLocation":"na1","portalId":1000001,"timeZone":"Somewhere","uiDomain":"app-eu1.crm.example","utcOffset":"-03:30","utcOffsetMilliseconds":-12600000}`},
		{"GET", "/account-info/2026-09/details", "", 200, `..."portalId":1000001`},
	})
	check(t, newSim(t, Options{}), []exchange{
		{
			"GET", "/account-info/v3/details", "", 200,
			`..."timeZone":"UTC","uiDomain":"app.crm.example","utcOffset":"+00:00","utcOffsetMilliseconds":0`,
		},
		{"GET", "/account-info/v3/api-usage/daily/private-apps", "", 200, `{"results":[]}`},
	})
}

func TestTheUsageOfTheDayIsReadableWithItsReset(t *testing.T) {
	zone := time.FixedZone("Somewhere", 2*3600)
	check(t, newSim(t, Options{Limits: &Limits{Daily: 1000, DailyUsed: 40, TimeZone: zone}}), []exchange{
		{"GET", "/crm/v3/objects/contacts/101", "", 200, `...`},
		{"GET", "/account-info/v3/api-usage/daily/private-apps", "", 200,
			`{"results":[{"collectedAt":"2026-11-20T09:30:00.250Z","currentUsage":42,"fetchStatus":"SUCCESS","name":"private-apps-api-calls-daily","resetsAt":"2026-11-20T22:00:00.000Z","usageLimit":1000}]}`},
	})
}

func TestAnAccountOfNoKindIsRefused(t *testing.T) {
	for _, o := range []Options{{AccountType: "HUGE"}, {SearchLag: -1}} {
		o.Clock = RealClock(time.Now)
		if _, err := New(o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}

func TestAnUninstalledAppHasNoTokenAnyMore(t *testing.T) {
	s := newSim(t, Options{TokenByOAuth: true})
	check(t, s, []exchange{
		{"DELETE", "/appinstalls/2026-09/external-install", "", 204, ""},
		{"GET", "/crm/v3/objects/contacts/101", "", 401, `..."category":"INVALID_AUTHENTICATION"`},
	})
	check(t, newSim(t, Options{}), []exchange{
		{"DELETE", "/appinstalls/2026-09/external-install", "", 400, `...static token`},
		{"GET", "/crm/v3/objects/contacts/101", "", 200, `...`},
	})
}

func TestUninstallingTakesTheTokensOfThatAccountAlone(t *testing.T) {
	s := newSim(t, Options{OAuth: &OAuth{ClientID: "id", ClientSecret: "secret"}})
	one := s.grants.issue(grant{portal: 7}, "", at)
	two := s.grants.issue(grant{portal: 8}, "", at)
	ask := func(method, path, token string) int {
		r := httptest.NewRequest(method, "https://crm.example"+path, strings.NewReader(""))
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	if code := ask("DELETE", "/appinstalls/v3/external-install", one.AccessToken); code != 204 {
		t.Errorf("uninstalled with %d", code)
	}
	if code := ask("GET", "/account-info/v3/details", one.AccessToken); code != 401 {
		t.Errorf("the account that left is answered %d", code)
	}
	if code := ask("GET", "/account-info/v3/details", two.AccessToken); code != 200 || len(s.grants.refresh) != 1 {
		t.Errorf("the other account is answered %d, refresh tokens %v", code, s.grants.refresh)
	}
}
