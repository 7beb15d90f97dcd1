package host

import (
	"maps"
	"math/rand"
	"net/url"
	"strings"
	"testing"
)

func TestMissingSecretsAreGenerated(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	b, err := completeBindings(Options{Random: random, Bindings: map[string]string{
		"API_KEY": "k", clientSecretName: "mine", apiURLName: "https://other.example",
	}}, Hooks{}, keptCRM{}, false)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(b.defaulted, " "); got != "CRM_ACCESS_TOKEN SVC_CONTROL_KEY_dev SVC_SEAL_KEY_dev" {
		t.Errorf("generated %s", got)
	}
	if b.all[clientSecretName] != "mine" || b.all["API_KEY"] != "k" || len(b.all[accessTokenName]) != 2*secretBytes ||
		b.all[accessTokenName] == b.all["SVC_CONTROL_KEY_dev"] {
		t.Errorf("%v", b.all)
	}
	if _, ok := b.all[apiURLName]; ok {
		t.Error("the emulated CRM can be led elsewhere")
	}
	for name := range b.ofWorker() {
		if strings.HasPrefix(name, controlKeyPrefix) || strings.HasPrefix(name, sealKeyPrefix) || name == clientIDName {
			t.Errorf("a worker is given %s", name)
		}
	}
	if app := b.ofApp(nil); app["API_KEY"] != "" || app[clientIDName] == "" || app["SVC_CONTROL_KEY_dev"] == "" {
		t.Errorf("the app worker is given %v", app)
	}
	if app := b.ofApp([]string{"API_KEY"}); app["API_KEY"] != "k" {
		t.Errorf("the app worker lacks the target of an alert: %v", app)
	}
	if again, err := completeBindings(Options{
		Random: random, Bindings: map[string]string{clientSecretName: "mine"},
	}, Hooks{}, keptCRM{}, false); err != nil || again.all["SVC_SEAL_KEY_dev"] != b.all["SVC_SEAL_KEY_dev"] {
		t.Errorf("what was sealed does not open in the next run: %v", err)
	}
	given := map[string]string{"A": "1"}
	exactly := Hooks{ExactBindings: true}
	if exact, err := completeBindings(Options{Bindings: given}, exactly, keptCRM{}, false); err != nil ||
		!maps.Equal(exact.all, given) || len(exact.defaulted) > 0 {
		t.Errorf("exact bindings became %v, %v", exact, err)
	}
	long := strings.Repeat("k", 32)
	live, err := completeBindings(Options{Random: random, Bindings: map[string]string{
		"SVC_CONTROL_KEY_c": "2" + long, "SVC_CONTROL_KEY_b": "1" + long, "SVC_CONTROL_KEY_a": "short",
	}}, Hooks{}, keptCRM{}, true)
	if err != nil {
		t.Fatal(err)
	}
	if kid, key := live.controlKey(); kid != "b" || key != "1"+long {
		t.Errorf("control key %s %s", kid, key)
	}
	if live.all[accessTokenName] != "" {
		t.Error("a token for a live CRM was generated")
	}
}

func TestTokensOfAnEarlierRunOpenWithTheGeneratedSecret(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	first, err := completeBindings(Options{Random: random}, Hooks{}, keptCRM{}, false)
	if err != nil {
		t.Fatal(err)
	}
	kept := keptCRM{ClientSecret: first.all[clientSecretName]}
	again, err := completeBindings(Options{Random: random}, Hooks{}, kept, false)
	if err != nil || again.all["SVC_SEAL_KEY_dev"] != first.all["SVC_SEAL_KEY_dev"] {
		t.Errorf("the next run seals with another key: %v", err)
	}
	given := map[string]string{clientSecretName: "mine"}
	own, err := completeBindings(Options{Random: random, Bindings: given}, Hooks{}, kept, false)
	if err != nil || own.all[clientSecretName] != "mine" {
		t.Errorf("a secret of .dev.vars is replaced: %v", err)
	}
}

func TestConsentReturnsToThisMachineOnly(t *testing.T) {
	for text, want := range map[string]bool{
		"http://localhost:8787/oauth-callback":         true,
		"https://127.0.0.1/oauth-callback?a=b":         true,
		"http://[::1]:1/oauth-callback":                true,
		"http://main.localhost:8787/oauth-callback":    true,
		"http://localhost:8787/other":                  false,
		"http://localhost.evil.example/oauth-callback": false,
		"http://localhost@evil.example/oauth-callback": false,
		"http://user@localhost/oauth-callback":         false,
		"javascript://localhost/oauth-callback":        false,
	} {
		at, err := url.Parse(text)
		if err != nil || allowsRedirect(at) != want {
			t.Errorf("%s: allowed %t, %v", text, !want, err)
		}
	}
}
