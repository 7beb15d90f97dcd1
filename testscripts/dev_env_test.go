package testscripts

import (
	"crypto/rand"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/devserver/live"
)

// manifest returns the manifest of the served app, and the environment that grants are for.
func (d *developing) manifest() (text, environment string) {
	d.Helper()
	beacon, found, err := live.FindBeacon(d.dir)
	if err != nil || !found {
		d.Fatalf("no beacon: %v", err)
	}
	key, err := control.ParseKey(beacon.ControlKey, beacon.Environment)
	if err != nil {
		d.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodGet, d.origin+"/_svc/manifest", nil)
	if err == nil {
		err = key.Sign(r, nil, time.Now(), rand.Reader)
	}
	if err != nil {
		d.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		d.Fatalf("%d %s %v", response.StatusCode, body, err)
	}
	return string(body), beacon.Environment
}

func TestDevServesTheDeclarationsOfAnEnvironment(t *testing.T) {
	t.Parallel()
	config := `import { defineApp } from '@svc/sdk';
export default defineApp({
  name: 'Shop', platformVersion: '2026.03', auth: 'static', distribution: 'private', scopes: ['crm.objects.deals.read'],
  environments: { dev: { name: 'Shop on this machine' }, staging: { name: 'Shop (staging)' } },
});`
	for _, c := range []struct{ name, environment string }{
		{"Shop on this machine", "dev"}, {"Shop (staging)", "staging"},
	} {
		d := &developing{TB: t, dir: t.TempDir()}
		d.save("svc.config.ts", config)
		d.save("src/workers/billing.ts", greeting("hello"))
		flags := []string{"--port", "0", "--svc-log-port", "0"}
		if c.environment != "dev" {
			flags = append(flags, "--env", c.environment)
		}
		d.start(flags...)
		if text, environment := d.manifest(); environment != c.environment || !strings.Contains(text, `"`+c.name+`"`) {
			t.Errorf("%s: serves %s of the environment %q", c.environment, text, environment)
		}
	}
	d := &developing{TB: t, dir: t.TempDir()}
	d.save("svc.config.ts", config)
	unknown := exec.Command(binary, "dev", "--port", "0", "--svc-log-port", "0", "--env", "stagign")
	unknown.Dir = d.dir
	out, err := unknown.CombinedOutput()
	if err == nil || unknown.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), `unknown environment "stagign"`) {
		t.Errorf("%v: %s", err, out)
	}
}
