package devserver

import (
	"net/http/httptest"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver/host"
)

// declaredApp is an app of a distribution and an auth mode.
func declaredApp(distribution, auth string) *declared.Declaration {
	text := func(name, value string) declared.Member {
		return declared.Member{Name: name, Value: &declared.Value{Shape: declared.String, Text: value}}
	}
	return &declared.Declaration{Options: &declared.Value{Shape: declared.Object, Members: []declared.Member{
		text("distribution", distribution), text("auth", auth),
	}}}
}

func TestTheEmulatedCRMHasTheLimitsOfTheUsualTier(t *testing.T) {
	f := newFixture(t, "")
	for _, c := range []struct {
		app              *declared.Declaration
		perWindow, daily string
	}{
		{nil, "100", "250000"},
		{declaredApp("private", "static"), "100", "250000"},
		{declaredApp("private", "oauth"), "100", ""},
		{declaredApp("marketplace", "oauth"), "110", ""},
	} {
		f.options.App = c.app
		h := f.host()
		crm, err := h.CRM()
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("GET", "/account-info/v3/details", nil)
		r.Header.Set("Authorization", "Bearer "+h.AccessToken())
		w := httptest.NewRecorder()
		crm.ServeHTTP(w, r)
		prefix := f.options.Profile.HeaderPrefix + "-RateLimit-"
		perWindow, daily := w.Header().Get(prefix+"Max"), w.Header().Get(prefix+"Daily")
		if w.Code != 200 || perWindow != c.perWindow || daily != c.daily {
			t.Errorf("%+v: %d, %q and %q, want %q and %q", c.app, w.Code, perWindow, daily, c.perWindow, c.daily)
		}
	}
}

func TestSearchesOfTheEmulatedCRMLagBehindWrites(t *testing.T) {
	f := newFixture(t, "")
	f.hooks.EmulatedCRM = func(o *crmsim.Options) {
		if o.SearchLag <= 0 {
			t.Error("a search finds what was just written")
		}
	}
	if _, err := f.host().CRM(); err != nil {
		t.Fatal(err)
	}
}

func TestAnExhaustedDailyLimitIsBackpressure(t *testing.T) {
	f := newFixture(t, `worker.tool('read', { label: 'Read', objectType: 'contact', handler: async ({ crm }) => {
		await crm.request('GET', '/crm/v3/objects/contacts/101');
		return ok();
	} });`)
	f.hooks.EmulatedCRM = func(o *crmsim.Options) { o.Limits.Daily, o.Limits.DailyUsed = 2, 1 }
	h := f.host()
	if r := f.run(h, "read", ""); r.Status != StatusOK {
		t.Errorf("the last call of the day: %+v", r)
	}
	if r := f.run(h, "read", ""); r.Status != StatusBackpressure {
		t.Errorf("one call more: %+v", r)
	}
	crm, err := h.CRM()
	if err != nil {
		t.Fatal(err)
	}
	if used := crm.Usage()[host.DefaultPortal]; used.Day != 2 || used.Refused["DAILY"] == 0 {
		t.Errorf("%+v", used)
	}
}
