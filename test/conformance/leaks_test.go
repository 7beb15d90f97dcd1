package conformance

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestLeaksNamesEachSecretOutsideItsPlace(t *testing.T) {
	bindings := map[string]string{
		"CRM_CLIENT_SECRET": "client-secret", "LEDGER_KEY": "ledger-key", "EMPTY": "", "SVC_PROJECT_ID": "project-1",
	}
	w := &running{
		rig: &rig{bindings: map[string]map[string]string{"oauth": bindings}}, c: &caseFile{App: "oauth"},
		values: newValues(0, nil, time.Now),
	}
	form := http.Header{
		"Content-Type": {"application/x-www-form-urlencoded"}, "Authorization": {"Bearer access-7000000-1"},
	}
	w.seen = seen{
		answers: []answered{
			{answer: answer{body: "ledger-key project-1"}, want: message{body: "ledger-key"}}, // the handler returns it
			{answer: answer{headers: http.Header{"Location": {"/?r=refresh-7000000-1"}}}},
		},
		calls: []call{
			{url: "https://crm/token", headers: form, body: "client_secret=client-secret"},
			{
				url: "https://a.example/access-7000001-2", headers: http.Header{"X-Key": {"bGVkZ2VyLWtleQ=="}},
				body: "client-secret",
			},
		},
		events: []event{{kind: sectionLogs, fields: map[string]any{"message": "6c65646765722d6b6579"}}},
	}
	faults := strings.Join(w.leaks(), "\n")
	for _, want := range []string{
		"answer 2 has the secret refresh token of 7000000",
		"request 2,  https://a.example/access-7000001-2 has the secret access token of 7000001",
		"request 2,  https://a.example/access-7000001-2 has the secret CRM_CLIENT_SECRET",
		"request 2,  https://a.example/access-7000001-2 has the secret LEDGER_KEY",
		"logs 1 has the secret LEDGER_KEY",
	} {
		if !strings.Contains(faults, want) {
			t.Errorf("no fault %q", want)
		}
	}
	if got := strings.Count(faults, "has the secret"); got != 5 {
		t.Errorf("%d faults, want 5:\n%s", got, faults)
	}
}
