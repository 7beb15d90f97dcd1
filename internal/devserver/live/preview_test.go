package live

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAPreviewKnowsWhichPortalsHaveInstalledTheApp(t *testing.T) {
	s := newSaving(t, map[string]string{
		"svc.config.ts": `import { defineApp } from '@svc/sdk';
export default defineApp({
  name: 'T', distribution: 'marketplace', auth: 'oauth', platformVersion: '2026.03', scopes: ['oauth'],
});
`,
		"src/workers/a.ts": worker("a", ""),
	})
	s.load()
	is := func(portal int64, want bool) {
		t.Helper()
		served, release, err := s.session.servedCards(t.Context())
		defer release()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := served.Installed(t.Context(), portal); err != nil || got != want {
			t.Errorf("portal %d: %v, %v", portal, got, err)
		}
	}
	is(1000002, false)
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, InstallPath, strings.NewReader(`{"portal":1000002}`))
	if s.session.install(w, r); w.Code != http.StatusOK {
		t.Fatal(w.Body)
	}
	is(1000002, true)
	is(1000001, false)
}
