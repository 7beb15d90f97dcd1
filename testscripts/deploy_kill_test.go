package testscripts

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/sdk"
	"github.com/appsvc/svc/test/fakes/crmfake"
	"github.com/appsvc/svc/test/fakes/edgefake"
)

// killApp is the app to deploy.
var killApp = map[string]string{
	"svc.config.ts":       "import { defineApp } from '@svc/sdk';\nexport default defineApp({ name: 'T', slug: 't', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: ['crm.objects.contacts.read'] });\n",
	"src/workers/main.ts": "import { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('main');\nworker.tool('create', { label: 'Create', objectType: 'contact', input: {}, output: {}, handler: async () => ({}) });\nexport default worker;\n",
}

// killRun is an account and a folder, for deploys that are killed with SIGKILL.
type killRun struct {
	*testing.T
	dir  string
	edge *edgefake.Fake
	crm  *crmfake.Fake
	env  []string
	// process gets a signal at request number at, counted over both platforms: SIGKILL if signal is nil.
	process *os.Process
	// starting is held until process is set: the new process may have sent requests by then.
	starting sync.Mutex
	signal   os.Signal
	seen     atomic.Int64
	at       int64
	after    bool
	// killsAt is the end of a request's method and path, such as "PUT /t-main", at which it is killed as well.
	killsAt string
}

func newKillRun(t *testing.T) *killRun {
	t.Helper()
	text, err := sdk.Profiles.ReadFile("src/profiles/crm.json")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	k := &killRun{
		T: t, dir: t.TempDir(), edge: edgefake.New(edgefake.Options{Subdomain: "acme"}),
		crm: crmfake.New(crmfake.Options{Profile: profile, Now: time.Now}),
	}
	for name, text := range killApp {
		path := filepath.Join(k.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	edge, crm := httptest.NewServer(k.killing(k.edge)), httptest.NewServer(k.killing(k.crm))
	_, proxy, variables, err := startWorkers(k.edge, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { edge.Close(); crm.Close(); proxy.Close() })
	k.env = append(os.Environ(), "SVC_EDGE_API_URL="+
		edge.URL, "SVC_CRM_API_URL="+crm.URL, "SVC_EDGE_TOKEN="+edgefake.Token,
		"SVC_EDGE_ACCOUNT="+edgefake.Account, "SVC_CRM_KEY="+crmfake.Key, "SVC_KEYRING=off", "XDG_CONFIG_HOME="+t.TempDir())
	for name, value := range variables {
		k.env = append(k.env, name+"="+value)
	}
	return k
}

// killing wraps a platform and kills svc at a request, before or after the request takes effect.
func (k *killRun) killing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		named := k.killsAt != "" && strings.HasPrefix(k.killsAt, r.Method+" ") &&
			strings.HasSuffix(r.URL.Path, strings.TrimPrefix(k.killsAt, r.Method+" "))
		if k.seen.Add(1) == k.at || named {
			if k.after {
				next.ServeHTTP(httptest.NewRecorder(), r)
			}
			_, _ = io.Copy(io.Discard, r.Body) // only then does the server see that the process has gone
			k.starting.Lock()
			process := k.process
			k.starting.Unlock()
			_ = process.Signal(cmp.Or[os.Signal](k.signal, os.Kill))
			<-r.Context().Done()
			panic(http.ErrAbortHandler)
		}
		next.ServeHTTP(w, r)
	})
}

func (k *killRun) deploy() (output string, err error) { return k.run("deploy", "--yes") }

// run runs svc in the folder until it ends or is killed.
func (k *killRun) run(args ...string) (output string, err error) {
	cmd := exec.Command(binary, append(args, "-C", k.dir)...)
	var both bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr = k.env, &both, &both
	k.starting.Lock()
	err = cmd.Start()
	k.process = cmd.Process
	k.starting.Unlock()
	if err != nil {
		return "", err
	}
	err = cmd.Wait()
	return both.String(), err
}

var chance = regexp.MustCompile(
	`20\d{6}-\d{9}-[0-9a-f]{6}|prj-[0-9a-f]{16}|_KEY_[ks][0-9a-f]+": "secret [0-9a-f]+|svc-digest=[0-9a-f]+`,
)

func (k *killRun) state() string {
	return chance.ReplaceAllString(k.edge.Dump(true)+k.crm.Dump(true), "ANY")
}

func TestNextDeployResumesAKilledDeploy(t *testing.T) {
	t.Parallel()
	calm := newKillRun(t)
	if output, err := calm.deploy(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	want, requests := calm.state(), calm.seen.Load()
	// The first requests only read.
	for at := int64(5); at <= requests; at += 4 {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d of %d after=%v", at, requests, after), func(t *testing.T) {
				t.Parallel()
				k := newKillRun(t)
				k.at, k.after = at, after
				if output, err := k.deploy(); err == nil || !strings.Contains(err.Error(), "killed") {
					t.Fatalf("not killed: %v\n%s", err, output)
				}
				if output, err := k.deploy(); err != nil {
					t.Fatalf("%v\n%s", err, output)
				}
				if got := k.state(); got != want {
					t.Errorf("the state differs from that of an undisturbed deploy:\n%s\nwant\n%s", got, want)
				}
				if output, err := k.deploy(); err != nil || !strings.Contains(output, "nothing to do") {
					t.Errorf("%v\n%s", err, output)
				}
			})
		}
	}
}
