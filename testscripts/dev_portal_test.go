//go:build !windows

package testscripts

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// tunnelTool is a program that behaves as a tool for tunnels does. Its home has its process id and its arguments.
const tunnelTool = `#!/bin/sh
echo $$ > "$HOME/pid"
echo "$@" > "$HOME/args"
echo "INF |  https://quiet-river.trycloudflare.com  |" >&2
exec sleep 600
`

const publicOrigin = "https://quiet-river.trycloudflare.com"

// testPortal is an app whose card, trigger and tool a test account calls.
var testPortal = map[string]string{
	"svc.config.ts": `import { card, defineApp } from '@svc/sdk';
export default defineApp({
  name: 'Shop', platformVersion: '2026.03', auth: 'static', distribution: 'private', scopes: ['crm.objects.contacts.read'],
  cards: [card({ id: 'panel', name: 'Panel', location: 'crm.record.tab', objectTypes: ['contacts'],
    entrypoint: 'src/cards/Panel.tsx', backend: 'panel' })],
});`,
	"src/cards/Panel.tsx": `import { callBackend, logger } from '@svc/sdk/ui';
import { crm } from '@crm/ui-extensions';
export default function Panel() { logger.info('first'); callBackend(crm.fetch, 'panel', {}); return null; }`,
	"src/workers/main.ts": `import { defineWorker, ok } from '@svc/sdk';
const main = defineWorker('main');
main.cardBackend('panel', { handler: (ctx) => ({ portal: ctx.install.portalId }) });
main.tool('greet', { label: 'Greet', objectType: 'contact', handler: () => ok({}) });
main.trigger('named', { eventType: 'contact.propertyChange.firstname', handler() {} });
export default main;`,
	".dev.vars": "CRM_CLIENT_SECRET=the-secret-of-the-test-app\n",
}

// portal starts a server with --portal and the tool for tunnels. home is that of the tool.
func portal(t *testing.T, flags ...string) (d *developing, home string) {
	t.Helper()
	home = t.TempDir()
	d = &developing{TB: t, dir: t.TempDir(), env: []string{
		"HOME=" + home, "PATH=" + home + string(os.PathListSeparator) + os.Getenv("PATH"),
	}}
	saveProgram(t, filepath.Join(home, "cloudflared"), []byte(tunnelTool))
	for name, text := range testPortal {
		d.save(name, text)
	}
	d.start(append([]string{"--port", "0", "--svc-log-port", "0", "--portal"}, flags...)...)
	return d, home
}

// gateway returns the origin that the tool leads the public address to.
func gateway(t *testing.T, home string) string {
	t.Helper()
	args, err := os.ReadFile(filepath.Join(home, "args"))
	found := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`).Find(args)
	if err != nil || found == nil {
		t.Fatalf("%v: the tool was started with %q", err, args)
	}
	return string(found)
}

// asPlatform posts to a path of the gateway with the signature for a URL. The host is what the tool sends.
func asPlatform(t *testing.T, at, path, signed, body string) int {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, at+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	at = strconv.FormatInt(time.Now().UnixMilli(), 10)
	mac := hmac.New(sha256.New, []byte("the-secret-of-the-test-app"))
	mac.Write([]byte("POST" + signed + body + at))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Crm-Request-Timestamp", at)
	r.Header.Set("X-Crm-Signature-V3", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

func TestATestAccountReachesTheAppThroughATunnel(t *testing.T) {
	t.Parallel()
	d, home := portal(t, "--tunnel")
	at := gateway(t, home)
	const card = "/w/main/_svc/cards/panel?userId=7&portalId=1000001"
	const events = `[{"eventId":1,"subscriptionId":1,"portalId":1000001,"appId":1,"occurredAt":1,"attemptNumber":0,` +
		`"subscriptionType":"contact.propertyChange","objectId":101,"propertyName":"firstname","propertyValue":"Ada"}]`
	for name, one := range map[string]struct {
		path, signed, body string
		want               int
	}{
		"a card":                     {card, publicOrigin + card, `{"input":{}}`, 200},
		"a card, signed for http":    {card, strings.Replace(publicOrigin, "https", "http", 1) + card, `{"input":{}}`, 401},
		"a card, signed for locally": {card, d.origin + card, `{"input":{}}`, 401},
		"a webhook":                  {"/webhooks/crm", publicOrigin + "/webhooks/crm", events, 200},
		"an unsigned webhook":        {"/webhooks/crm", "", events, 401},
		"the dashboard":              {"/_svc/dev/", publicOrigin + "/_svc/dev/", "", 404},
		"a route of the tool":        {"/_svc/dev/invoke", publicOrigin, "{}", 404},
		"a control route":            {"/_svc/control/installs", publicOrigin, "{}", 404},
		"the emulated CRM":           {"/_svc/crm/crm/v3/objects/contacts", publicOrigin, "{}", 404},
		"an invocation":              {"/w/main/capabilities/panel/invoke", publicOrigin, "{}", 404},
	} {
		if got := asPlatform(t, at, one.path, one.signed, one.body); got != one.want {
			t.Errorf("%s: %d, want %d", name, got, one.want)
		}
	}
	// Without the tunnel, the address reaches nothing.
	if got := d.call("POST", "/webhooks/crm", "Host", strings.TrimPrefix(publicOrigin, "https://")); got != 403 {
		t.Errorf("the public host at the local port: %d, want 403", got)
	}
}

func TestTheProjectOfATestAccountLeadsToTheServer(t *testing.T) {
	t.Parallel()
	d, _ := portal(t, "--tunnel=cloudflared")
	const project = ".svc/portal/src/app/"
	for file, part := range map[string]string{
		".svc/portal/crmproject.json":                   `-dev",`,
		project + "app-crmmeta.json":                    `"` + publicOrigin + `/w/main"`,
		project + "webhooks/webhooks-crmmeta.json":      `"targetUrl": "` + publicOrigin + `/webhooks/crm"`,
		project + "workflow-actions/greet-crmmeta.json": `"` + publicOrigin + `/w/main/workflow-actions/greet/invoke"`,
		project + "cards/panel.jsx":                     `"panel": "` + publicOrigin + `/w/main/_svc/cards/panel"`,
		project + "local.json":                          `"` + publicOrigin + `": "` + d.origin + `"`,
	} {
		if text := d.read(file); !strings.Contains(text, part) {
			t.Errorf("%s lacks %s:\n%s", file, part, text)
		}
	}
	card := testPortal["src/cards/Panel.tsx"]
	d.save("src/cards/Panel.tsx", strings.Replace(card, "first", "second", 1))
	d.wait("the saved card is served", func(e devEvent) bool { return e.Event == "round" })
	if text := d.read(project + "cards/panel.jsx"); !strings.Contains(text, "second") {
		t.Errorf("the card is as before:\n%s", text)
	}
}

func TestCardsInTheCRMLogWithTheTokenOfTheRun(t *testing.T) {
	t.Parallel()
	d, _ := portal(t, "--tunnel")
	card := d.read(".svc/portal/src/app/cards/panel.jsx")
	found := regexp.MustCompile(`__SVC_DEV_LOG__ = "([^"]+)"`).FindStringSubmatch(card)
	if found == nil || !strings.HasPrefix(found[1], d.logs+"/__svc/log?token=") {
		t.Fatalf("the card does not log here:\n%s", card)
	}
	entries, err := json.Marshal([]map[string]string{{"level": "info", "message": "from the CRM"}})
	if err != nil {
		t.Fatal(err)
	}
	post := func(url, origin string) int {
		r, err := http.NewRequest(http.MethodPost, url, strings.NewReader(string(entries)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "text/plain")
		r.Header.Set("Origin", origin)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	bare, _, _ := strings.Cut(found[1], "?")
	for _, one := range []struct {
		url, origin string
		want        int
	}{
		{found[1], "https://app.crm.example", 204}, {found[1], "https://app-eu1.crm.example", 204}, {found[1], "null", 204},
		{found[1], "https://evil.example", 403}, {found[1], "http://app.crm.example", 403},
		{found[1], "https://app.crm.example.evil.example", 403}, {found[1] + "0", "https://app.crm.example", 403},
		{bare, "https://app.crm.example", 403}, {bare, "null", 403}, {bare + "?token=", "null", 403},
	} {
		if got := post(one.url, one.origin); got != one.want {
			t.Errorf("%s from %s: %d, want %d", one.url, one.origin, got, one.want)
		}
	}
	if token := d.token(); strings.Contains(card, token) {
		t.Error("the card has the token of the routes of the tool")
	}
}

func TestWithoutAToolThereIsNoTunnel(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	for name, text := range testPortal {
		d.save(name, text)
	}
	cmd := exec.Command(binary, "dev", "--portal", "--tunnel", "--port", "0", "--svc-log-port", "0")
	cmd.Dir, cmd.Env = d.dir, []string{"PATH=" + t.TempDir(), "HOME=" + t.TempDir()}
	out, _ := cmd.CombinedOutput()
	const want = "none of these programs is in PATH: cloudflared, ngrok, devtunnel, tailscale"
	if cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), want) {
		t.Errorf("exit code %d:\n%s", cmd.ProcessState.ExitCode(), out)
	}
}

func TestATunnelEndsWithTheServer(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]os.Signal{"interrupted": os.Interrupt, "killed": os.Kill} {
		d, home := portal(t, "--tunnel")
		text, err := os.ReadFile(filepath.Join(home, "pid"))
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := d.process.Process.Signal(end); err != nil {
			t.Fatal(err)
		}
		_ = d.process.Wait()
		for limit := time.Now().Add(patience); syscall.Kill(pid, 0) == nil; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(limit) {
				t.Fatalf("%s: the tool still runs", name)
			}
		}
	}
}

func TestWithoutATunnelTheToolsOfTheCRMLeadCardsToTheServer(t *testing.T) {
	t.Parallel()
	d, _ := portal(t)
	const project = ".svc/portal/src/app/"
	if text := d.read(project + "local.json"); !strings.Contains(text, `"https://main.invalid": "`+d.origin+`/w/main"`) {
		t.Errorf("local.json is\n%s", text)
	}
	if text := d.read(project + "cards/panel.jsx"); !strings.Contains(text, `"https://main.invalid/_svc/cards/panel"`) {
		t.Errorf("the card is\n%s", text)
	}
	const card = "/w/main/_svc/cards/panel?portalId=1000001"
	if got := asPlatform(t, d.origin, card, "http://localhost"+card, `{"input":{}}`); got != 200 {
		t.Errorf("a card's request by the tools of the CRM: %d, want 200", got) // they sign the local URL
	}
}
