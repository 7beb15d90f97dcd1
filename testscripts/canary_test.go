package testscripts

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/appsvc/svc/test/canary"
)

// canaries are the secrets of an app and a machine, by the places that hold them.
var canaries = map[string]string{
	"LEDGER_TOKEN":               "canary1-Ledger/Token+ö",
	"LEDGER_DSN":                 "postgres://app:canary2-dsn-password@db.example/x",
	"CRM_CLIENT_SECRET":          "canary3-client-secret",
	"CRM_ACCESS_TOKEN":           "canary4-access-token",
	"SVC_CONTROL_KEY_dev":        "canary5-control-key-0123456789abcdef0123456789abcdef",
	"SVC_SEAL_KEY_dev":           "canary6-sealing-key-0123456789abcdef0123456789abcdef",
	"SVC_EDGE_TOKEN":             "canary7-edge-token",
	"SVC_CRM_KEY":                "canary8-crm-key",
	"GITHUB_TOKEN":               "canary9-token-of-another-tool",
	"HOOK_SIGNING_SECRET":        "canary10-signing-secret-of-webhooks",
	"HTTPS_PROXY":                "http://proxy:canary11-proxy-password@127.0.0.1:1",
	"the password in LEDGER_DSN": "canary2-dsn-password",
	"that of HTTPS_PROXY":        "canary11-proxy-password",
}

// inEnvironment are the canaries of the process, beside those of .dev.vars.
var inEnvironment = []string{"SVC_EDGE_TOKEN", "SVC_CRM_KEY", "GITHUB_TOKEN", "HTTPS_PROXY"}

// leaking is a worker that does everything to print its bindings.
const leaking = `import { defineSource, defineWorker, ok } from '@svc/sdk';
const worker = defineWorker('main');
const forms = (s: string) => [s, btoa(unescape(encodeURIComponent('u:' + s))), encodeURIComponent(s), JSON.stringify({ s: JSON.stringify(s) }),
  [...new TextEncoder().encode(s)].map((b) => b.toString(16).padStart(2, '0')).join('')];
const shout = (env: Record<string, string>) => {
  for (const secret of Object.values(env)) {
    console.log(secret, { secret, [secret]: [new Map([[secret, new Set([secret])]])] }, new Headers({ 'x-a': btoa(encodeURIComponent(secret)) }));
    console.error('%s%s %o', secret.slice(0, 9), secret.slice(9), { deep: { deep: { deep: { deep: forms(secret) } } } });
    console.warn('x'.repeat(9_990) + secret, Array(200).fill(secret));
    console.log(new TextEncoder().encode(secret), Symbol(secret), new URL('https://u:' + encodeURIComponent(secret) + '@a.example/'));
    console.log(new Error('cause', { cause: new AggregateError([new Error(secret)], secret) }));
    console.table([{ secret }]);
    for (const form of forms(secret)) console.debug(form);
  }
};
worker.tool('leak', {
  label: 'Leak', objectType: 'contact', input: { how: { type: 'string' } }, output: { said: { type: 'string' } },
  async handler({ env, logger, input }) {
    shout(env);
    for (const secret of Object.values(env)) logger.warn(secret, { secret, forms: forms(secret), error: new Error(secret) });
    void Promise.reject(new Error('unawaited ' + Object.values(env).join(' ')));
    setTimeout(() => { throw new Error('in a timer ' + Object.values(env).join(' ')); }, 0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (input.how === 'throw') throw new Error(Object.values(env).flatMap(forms).join(' '), { cause: env });
    return ok({ said: Object.values(env).flatMap(forms).join(' ') });
  },
});
const ledger = defineSource({ name: 'ledger', auth: { type: 'bearer', token: 'LEDGER_TOKEN' }, async fetch({ http }) {
  const failed = await http.get('UPSTREAM/rows').catch((error) => error);
  console.log(failed);
  throw new Error('the ledger answered ' + JSON.stringify(failed), { cause: failed });
} });
const hook = defineSource.push({ name: 'hook', auth: { type: 'hmac', secret: 'HOOK_SIGNING_SECRET' }, receive({ event }) {
  throw new Error('the hook got ' + JSON.stringify(event));
} });
worker.sync(hook, { into: 'contact', idProperty: 'email', schema: { email: 'email' }, schedule: 'event' });
worker.sync(ledger, { into: 'contact', idProperty: 'email', schema: { email: 'email' }, schedule: '15m' });
export default worker;
`

// canaryCommands are the command lines that run with canaries. Every command of the table needs one.
var canaryCommands = [][]string{
	{"add", "tool", "extra"}, {"check"}, {"check", "--format", "concise"}, {"check", "--format", "json"},
	{"check", "--format", "sarif"}, {"check", "--format", "github"}, {"check", "--format", "markdown"},
	{"check", "--format", "gitlab"}, {"check", "--format", "junit"},
	{"build"}, {"build", "--json"}, {"eject"}, {"eject", "--json", "--out", "ejected-too"}, {"types"}, {"version"},
	{"upgrade", "--check"},
	{"import", "ejected/crm", "--dir", "imported", "--yes"},
	{"init", "fresh", "--yes"}, {"explain", "schedule-interval"}, {"doctor", "--offline"},
	{"doctor", "--offline", "--json"},
	{"dev", "invoke", "leak"}, {"dev", "invoke", "leak", "--json"}, {"dev", "invoke", "leak", "--verbose"},
	{"dev", "invoke", "leak", "-i", `{"how": "throw"}`}, {"dev", "invoke", "leak", "-i", `{"how": "throw"}`, "--json"},
	{"dev", "invoke", "leak", "-i", `{"how": "throw"}`, "--save-fixture", "saved"},
	{"simulate", "leak", "--calls", "3"}, {"simulate", "leak", "--calls", "3", "--json"},
	{"test", "--update"}, {"test"}, {"test", "--json"}, {"test", "--format", "junit"},
	{"sync", "run", "ledger"}, {"sync", "run", "ledger", "--json"}, {"sync", "list"}, {"sync", "show", "ledger"},
	{"sync", "runs", "ledger"}, {"sync", "runs", "ledger", "--json"}, {"sync", "poison", "list"},
	{"sync", "poison", "show", "0123456789abcdef01234567"}, {"sync", "poison", "retry", "--sync", "ledger"},
	{"sync", "poison", "discard", "--sync", "ledger", "--yes"}, {"errors"}, {"errors", "--json"}, {"errors", "01234567"},
	{"deliveries", "list"},
	{"deliveries", "show", "0123456789abcdef01234567"}, {"deliveries", "replay", "0123456789abcdef01234567"},
	{"installs", "list"}, {"installs", "show", "1"},
	{"installs", "configure", "1", "{}"}, {"installs", "suspend", "1"}, {"installs", "resume", "1", "--json"},
	{"dev", "flags", "set", "short", "true"}, {"dev", "flags", "list"}, {"dev", "flags", "show", "short", "--json"},
	{"dev", "flags", "delete", "short"}, {"dev", "billing", "show"}, {"dev", "billing", "set", `{"plan": "none"}`},
	{"installs", "erase", "1", "--yes"}, {"checkpoint", "--project", "dev"}, {"checkpoint", "--project", "dev", "--json"},
	{"later", "list"}, {"later", "cancel", "leak"},
	{"dev", "state", "list"}, {"dev", "state", "list", "--json"}, {"dev", "state", "show", "InstallActor/static"},
	{"dev", "state", "export", "exported"}, {"dev", "state", "import", "exported", "--yes"}, {"dev", "state", "reset"},
	{"dev", "logs"}, {"dev", "logs", "--json"}, {"dev", "runs"}, {"dev", "runs", "--json"}, {"dev", "schedules"},
	{"dev", "records", "list", "contacts"}, {"dev", "records", "show", "contacts", "101", "--json"},
	{"dev", "records", "update", "contacts", "101", "firstname=Ada"}, {"dev", "records", "archive", "contacts", "104"},
	{"dev", "store", "list"}, {"dev", "store", "show", "kept", "--json"}, {"dev", "store", "set", "kept", "1"},
	{"dev", "store", "delete", "kept"}, {"dev", "budget"}, {"dev", "budget", "--reset", "--json"},
	{"dev", "tick", "15m"}, {"dev", "install"}, {"dev", "install", "1000002", "--json"},
	{"dev", "send", "hook", "-i", "[{}]"}, {"dev", "send", "hook", "-i", "{}", "--bad-signature", "--json"},
	{"completion", "bash"}, {"docs", "dev"}, {"manifest"}, {"mcp", "--allow", "invoke"}, {"lsp"},
	{"dev", "fault", "5xx", "--path", "/none"}, {"dev", "fault", "--list"}, {"dev", "fault", "--clear", "--json"},
	{"whoami"}, {"whoami", "--json"}, {"login", "edge"}, {"login", "crm"},
	{"secrets", "set", "LEDGER_TOKEN"}, {"secrets", "list"}, {"secrets", "check"},
	{"secrets", "delete", "LEDGER_TOKEN", "--yes"}, {"secrets", "rotate", "--yes"}, {"open", "--print"},
	{"deploy", "--yes"}, {"deploy", "--dry-run"}, {"deploys"}, {"rollback", "--yes"},
	{"destroy", "--env", "staging", "--yes"}, {"logs"}, {"logout"},
}

func TestNoCommandPrintsOrKeepsASecret(t *testing.T) {
	t.Parallel()
	requireEveryCommand(t)
	edge, crm, outside := refusingPlatform(t), refusingPlatform(t), refusingPlatform(t)
	d := &developing{TB: t, dir: t.TempDir()}
	config, temporary := t.TempDir(), t.TempDir()
	d.save("svc.config.ts", app["svc.config.ts"])
	d.save("src/workers/main.ts", strings.ReplaceAll(leaking, "UPSTREAM", outside.URL))
	d.save("fixtures/leak.json", `{"capability": "leak", "input": {"how": "throw"}}`)
	var vars strings.Builder
	for name, value := range canaries {
		if !slices.Contains(inEnvironment, name) && !strings.Contains(name, " ") {
			vars.WriteString(name + "=" + value + "\n")
		}
	}
	d.save(".dev.vars", vars.String())
	env := append(os.Environ(), "XDG_CONFIG_HOME="+config, "TMPDIR="+temporary, "SVC_KEYRING=off",
		"SVC_EDGE_API_URL="+edge.URL, "SVC_CRM_API_URL="+crm.URL, "SVC_EDGE_ACCOUNT=0123456789abcdef0123456789abcdef")
	for _, name := range inEnvironment {
		env = append(env, name+"="+canaries[name])
	}
	var output lockedBuffer
	run := func(args ...string) {
		cmd := exec.Command(binary, args...)
		cmd.Dir, cmd.Env, cmd.Stdin = d.dir, env, strings.NewReader(canaries["LEDGER_TOKEN"]+"\n")
		var own bytes.Buffer
		cmd.Stdout, cmd.Stderr = &own, &own
		_ = cmd.Run() // failing commands must not print secrets either
		assertNoCanary(t, "svc "+strings.Join(args, " "), own.String())
		_, _ = output.Write(own.Bytes())
	}
	run("dev", "invoke", "leak") // without a server
	server := exec.Command(binary, "dev", "--port", "0", "--svc-log-port", "0", "--json")
	server.Dir, server.Env, server.Stderr = d.dir, env, &output
	events, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	serving, streamed := make(chan struct{}), make(chan struct{})
	go followServer(events, &output, serving, streamed)
	<-serving
	for _, args := range canaryCommands {
		run(args...)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-streamed
	_ = server.Wait() // ended by a signal
	text := output.String()
	if _, restart, restarted := strings.Cut(text, "restarting the server: "); restarted {
		why, _, _ := strings.Cut(restart, "\n")
		t.Errorf("the server was restarted: %s", why)
	}
	assertNoCanary(t, "svc dev", text)
	for _, wanted := range []string{"unawaited", "in a timer", "the ledger answered", "cause", "refused by the fake"} {
		if !strings.Contains(text, wanted) {
			t.Errorf("nothing printed %q, so the test proves nothing", wanted)
		}
	}
	for _, folder := range []string{d.dir, temporary} {
		eachFile(t, folder, func(path, text string) { assertNoCanary(t, path, text) })
	}
	edge.assertReceived(t, "the edge platform", "SVC_EDGE_TOKEN")
	crm.assertReceived(t, "the CRM", "SVC_CRM_KEY")
	outside.assertReceived(t, "the source's system", "LEDGER_TOKEN")
}

// recordingPlatform is a server that records what it receives.
type recordingPlatform struct {
	*httptest.Server
	received lockedBuffer
}

// assertReceived fails if the platform did not receive the secret that belongs to it, or received any other.
func (p *recordingPlatform) assertReceived(t *testing.T, name, own string) {
	t.Helper()
	text := p.received.String()
	if !strings.Contains(text, canaries[own]) {
		t.Errorf("%s did not receive %s, so the test proves nothing", name, own)
	}
	assertNoCanary(t, "a request to "+name, text, own)
}

// refusingPlatform is an API whose errors repeat what it was sent.
func refusingPlatform(t *testing.T) *recordingPlatform {
	t.Helper()
	p := &recordingPlatform{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var sent bytes.Buffer
		_ = r.Write(&sent)
		_, _ = p.received.Write(sent.Bytes())
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		quoted := strings.NewReplacer("\r\n", " ", `"`, `'`, `\`, ``).Replace(sent.String())
		message := "refused by the fake: " + quoted + strings.Join(canary.Forms(r.Header.Get("Authorization")), " ")
		_, _ = w.Write([]byte(`{"success":false,"errors":[{"code":1,"message":"` + message + `"}],"message":"` + message + `"}`))
	}))
	t.Cleanup(p.Close)
	return p
}

// followServer copies the events of a server and of its log port until it ends. It closes serving when the server is
// ready, or has ended before.
func followServer(events io.Reader, output *lockedBuffer, serving, done chan struct{}) {
	ready := sync.OnceFunc(func() { close(serving) })
	defer close(done)
	defer ready()
	lines := bufio.NewScanner(events)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		_, _ = output.Write(append(lines.Bytes(), '\n'))
		var e devEvent
		if json.Unmarshal(lines.Bytes(), &e) == nil && e.Event == "ready" {
			if response, err := http.Get(e.Logs); err == nil {
				go func() {
					defer response.Body.Close()
					_, _ = io.Copy(output, response.Body) // until the server ends
				}()
			}
			ready() // again after a restart
		}
	}
}

// lockedBuffer is a buffer for several writers.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// assertNoCanary fails if the text has a canary, except those that belong there.
func assertNoCanary(t *testing.T, where, text string, own ...string) {
	t.Helper()
	for name, secret := range canaries {
		if slices.Contains(own, name) {
			continue
		}
		half, _, _ := strings.Cut(secret, "-")
		for _, form := range append(canary.Forms(secret), half[strings.LastIndex(half, ":")+1:]+"-") {
			if at := strings.Index(text, form); at >= 0 {
				t.Errorf("%s has %s as %s: %s", where, name, form, text[max(0, at-200):min(len(text), at+100)])
				break
			}
		}
	}
}

// eachFile calls search with every file below a folder except .dev.vars.
func eachFile(t *testing.T, folder string, search func(path, text string)) {
	t.Helper()
	if err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || entry.Name() == ".dev.vars" {
			return err
		}
		text, err := os.ReadFile(path)
		search(path, string(text))
		return err
	}); err != nil {
		t.Error(err)
	}
}

// requireEveryCommand fails if a command of the table has no command line here. docs/cli has one page for each.
func requireEveryCommand(t *testing.T) {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join("..", "docs", "cli", "svc_*.md"))
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, page := range pages {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		if name == "svc_dev" || slices.ContainsFunc(pages, func(other string) bool {
			return strings.HasPrefix(filepath.Base(other), name+"_")
		}) {
			continue // the server runs in the test, and a group runs nothing
		}
		words := strings.Split(name, "_")[1:]
		if !slices.ContainsFunc(canaryCommands, func(args []string) bool {
			return len(args) >= len(words) && slices.Equal(args[:len(words)], words)
		}) {
			t.Errorf("add a command line of svc %s to canaryCommands", strings.Join(words, " "))
		}
	}
}
