package crmsim_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestPortalsHaveTheirOwnDataAndLimits(t *testing.T) {
	s := simtest.New(t, crmsim.Options{
		OAuth:   &crmsim.OAuth{Consented: consented, ClientID: "id", ClientSecret: "secret"},
		Limits:  &crmsim.Limits{Burst: 100},
		Portals: []crmsim.Portal{{ID: 8, Limits: &crmsim.Limits{Burst: 190}, Records: 30}},
	})
	in := func(portal, method, path, body string) *httptest.ResponseRecorder {
		if portal == "main" {
			return simtest.SendAs(s, simtest.Token, method, path, body)
		}
		return simtest.SendAs(s, "access-"+portal+"-1", method, path, body)
	}
	for _, code := range []string{"8", "9"} {
		form := "client_id=id&client_secret=secret&grant_type=authorization_code&code=" + code
		if w := simtest.SendForm(s, "/oauth/v1/token", form); w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	in("8", "PATCH", "/crm/v3/objects/contacts/101", `{"properties":{"firstname":"Changed"}}`)
	for portal, want := range map[string]struct {
		burst   string
		changed bool
		many    bool
	}{"main": {"100", false, false}, "8": {"190", true, true}, "9": {"100", false, false}} {
		w := in(portal, "GET", "/crm/v3/objects/contacts/101", "")
		changed := strings.Contains(w.Body.String(), "Changed")
		if burst := w.Header().Get("X-Crm-RateLimit-Max"); burst != want.burst || changed != want.changed {
			t.Errorf("portal %s: burst %s, changed %t", portal, burst, changed)
		}
		page := in(portal, "GET", "/crm/v3/objects/contacts?limit=25", "").Body.String()
		if many := strings.Contains(page, `"paging"`); many != want.many {
			t.Errorf("portal %s has more than 25 contacts: %t", portal, many)
		}
	}
	if usage := s.Usage(); usage[8].Day != 3 || usage[9].Day != 2 || usage[1000001].Day != 2 {
		t.Errorf("usage %v", usage)
	}
}

func consented(code string) (int64, bool) {
	portal, known := map[string]int64{"8": 8, "9": 9}[code]
	return portal, known
}
