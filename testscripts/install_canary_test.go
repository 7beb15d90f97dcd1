package testscripts

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/test/canary"
)

// oauthApp is an app whose app worker has tokens of installs.
const oauthApp = `import { defineApp } from '@svc/sdk';
export default defineApp({ name: 'Shop', distribution: 'marketplace', auth: 'oauth', platformVersion: '2026.03', scopes: ['oauth'] });
`

// installSecrets are the secrets of an app worker and its install, and the stored credentials of a machine.
var installSecrets = map[string]string{
	"CRM_CLIENT_SECRET": "canary3-client-secret", "SVC_SEAL_KEY_test": "canary6-sealing-key-0123456789abcdef",
	"SVC_CONTROL_KEY_test":       "canary5-control-key-0123456789abcdef0123456789abcdef",
	"the access token":           "access-1000002-1",
	"the refresh token":          "refresh-1000002-1",
	"the code of the consent":    "code-1000002-1",
	"the token of svc login":     "canary7-edge-token",
	"the key of svc login":       "canary8-crm-key",
	"the stored seal key":        "canary9-stored-sealing-key-0123456789abcdef",
	"the control key of another": "canary10-control-key-0123456789abcdef0123456789",
}

// assertNone fails if a text has one of the secrets, except those that belong there.
func assertNone(t *testing.T, where, text string, own ...string) {
	t.Helper()
	secrets := maps.Clone(installSecrets)
	for _, name := range own {
		delete(secrets, name)
	}
	for name, secret := range secrets {
		if found := canary.Find(text, secret); found != "" {
			t.Errorf("%s has %s: %s", where, name, found)
		}
	}
}

func TestNoCommandShowsATokenOfAnInstallOrAStoredCredential(t *testing.T) {
	t.Parallel()
	edge, crm := refusingPlatform(t), refusingPlatform(t)
	d := &developing{TB: t, dir: t.TempDir()}
	d.save("svc.config.ts", oauthApp)
	d.save("src/workers/main.ts", strings.ReplaceAll(leaking, "UPSTREAM", "https://ledger.example"))
	vars := "CRM_CLIENT_ID=client\nSVC_ENVIRONMENT=production\n"
	for name, value := range installSecrets {
		if !strings.Contains(name, " ") {
			vars += name + "=" + value + "\n"
		}
	}
	d.save(".dev.vars", vars)
	app, err := serveApp(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := app.install("1000002"); err != nil {
		t.Fatal(err)
	}
	if err := app.listed([]string{"1000002"}); err != nil {
		t.Fatal(err)
	}
	d.save(".svc/project.json", `{"projectId": "p1", "environments": {"production": {"origin": "`+app.http.URL+`"}}}`)
	config := t.TempDir()
	storeCredentials(t, config, app.http.URL, edge.URL, crm.URL)
	env := append(
		os.Environ(), "XDG_CONFIG_HOME="+config, "SVC_KEYRING=off", "SVC_EDGE_API_URL="+edge.URL, "SVC_CRM_API_URL="+crm.URL,
	)
	run := func(args ...string) string {
		cmd := exec.Command(binary, args...)
		cmd.Dir, cmd.Env, cmd.Stdin = d.dir, env, strings.NewReader(installSecrets["the token of svc login"]+"\n")
		output, _ := cmd.CombinedOutput() // failing commands must not print secrets either
		assertNone(t, "svc "+strings.Join(args, " "), string(output))
		return string(output)
	}
	shown := ""
	for _, args := range [][]string{
		{"installs", "list", "--env=production"}, {"installs", "list", "--env=production", "--json"},
		{"installs", "show", "1000002", "--env=production"}, {"installs", "show", "1000002", "--env=production", "--json"},
		{"checkpoint", "--env=production"}, {"sync", "list", "--env=production"}, {"sync", "runs", "--env=production"},
		{"sync", "poison", "list", "--env=production"}, {"sync", "run", "ledger", "--env=production"}, {"doctor"},
		{"doctor", "--json"}, {"whoami"}, {"whoami", "--json"}, {"secrets", "list"}, {"secrets", "set", "LEDGER_TOKEN"},
		{"deploys"}, {"logs"}, {"deploy", "--yes"}, {"rollback", "--yes"}, {"open", "--print"},
		{"destroy", "--env=production", "--dry-run"},
		{"installs", "erase", "1000002", "--env=production", "--yes"}, {"logout"},
	} {
		shown += run(args...)
	}
	if !strings.Contains(shown, "1000002") || !strings.Contains(shown, "refused by the fake") {
		t.Errorf("no install or no refusal was shown, so the test proves nothing:\n%s", shown)
	}
	app.stop()
	assertNone(t, "a request to the edge platform", edge.received.String(), "the token of svc login")
	assertNone(t, "a request to the CRM", crm.received.String(), "the key of svc login")
	eachFile(t, d.dir, func(path, text string) { assertNone(t, path, text) })
}

// storeCredentials stores what svc login and svc deploy store.
func storeCredentials(t *testing.T, config, origin, edge, crm string) {
	t.Helper()
	store := credentials.Store{File: filepath.Join(config, "svc", "credentials.json"), After: time.After}
	origins, err := json.Marshal(map[string]string{"": origin})
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"edge/token@" + strings.TrimPrefix(edge, "http://"):   installSecrets["the token of svc login"],
		"edge/account@" + strings.TrimPrefix(edge, "http://"): "0123456789abcdef0123456789abcdef",
		"crm/key@" + strings.TrimPrefix(crm, "http://"):       installSecrets["the key of svc login"],
		"project/p1/production/" + port.ControlKey:            "test:" + installSecrets["SVC_CONTROL_KEY_test"],
		"project/p1/production/" + port.SealKey:               "test:" + installSecrets["the stored seal key"],
		"project/p1/production/" + port.Origins:               string(origins),
		"project/other/production/" + port.ControlKey:         "test:" + installSecrets["the control key of another"],
	} {
		if _, err := store.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
}
