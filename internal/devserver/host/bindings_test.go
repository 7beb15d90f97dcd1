package host

import (
	"maps"
	"math/rand"
	"strings"
	"testing"
)

func TestMissingSecretsAreGenerated(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	b, err := completeBindings(Options{Random: random, Bindings: map[string]string{
		"API_KEY": "k", clientSecretName: "mine", apiURLName: "https://other.example",
	}}, Hooks{}, false)
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
	if app := b.ofApp(); app["API_KEY"] != "" || app[clientIDName] == "" || app["SVC_CONTROL_KEY_dev"] == "" {
		t.Errorf("the app worker is given %v", app)
	}
	if again, err := completeBindings(Options{
		Random: random, Bindings: map[string]string{clientSecretName: "mine"},
	}, Hooks{}, false); err != nil || again.all["SVC_SEAL_KEY_dev"] != b.all["SVC_SEAL_KEY_dev"] {
		t.Errorf("what was sealed does not open in the next run: %v", err)
	}
	given := map[string]string{"A": "1"}
	if exact, err := completeBindings(Options{Bindings: given}, Hooks{ExactBindings: true}, false); err != nil ||
		!maps.Equal(exact.all, given) || len(exact.defaulted) > 0 {
		t.Errorf("exact bindings became %v, %v", exact, err)
	}
	long := strings.Repeat("k", 32)
	live, err := completeBindings(Options{Random: random, Bindings: map[string]string{
		"SVC_CONTROL_KEY_c": "2" + long, "SVC_CONTROL_KEY_b": "1" + long, "SVC_CONTROL_KEY_a": "short",
	}}, Hooks{}, true)
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
