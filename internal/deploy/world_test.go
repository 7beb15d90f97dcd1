// This file is the world of the engine's tests: an app, both platforms, a folder, a clock and chance.

package deploy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/step"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/test/fakes/crmfake"
	"github.com/appsvc/svc/test/fakes/edgefake"
)

// app is what is deployed.
type app struct {
	name    string
	workers []string
	crons   map[string][]string
	code    string // changes all user workers
	appCode string // changes the app worker
	secrets map[string][]string
	scopes  []string
	fetch   []string
	actions map[string]string // file by uid
	classes []string
	static  bool
	// crmProject is the declared name of the CRM project.
	crmProject string
}

func ledger() app {
	return app{
		name: "ledger", workers: []string{
			"cards", "main",
		}, crons: map[string][]string{"main": {"*/15 * * * *"}}, code: "1", appCode: "1",
		secrets: map[string][]string{"main": {"LEDGER_TOKEN"}}, scopes: []string{"oauth"}, fetch: []string{
			"https://api.example.com",
		},
		actions: map[string]string{"action-a": "a", "action-b": "b"}, classes: edge.ActorClasses(),
	}
}

// output is what a build of the app gives.
func (a app) output(environment string, linked *link.Project) *build.Output {
	suffix := ""
	if environment != link.Production {
		suffix = "-" + environment
	}
	env := linked.Environment(environment)
	script := func(worker string) string { return a.name + "-" + worker + suffix }
	p := edge.Project{
		App: a.name + suffix, StaticAuth: a.static, ID: linked.ProjectID, Environment: environment, ControlKeys: []string{
			"1",
		}, SealKeys: []string{"1"},
		Workers: a.workers, Script: script,
	}
	if a.static {
		p.SealKeys = nil
	}
	out := &build.Output{Report: build.Report{App: a.name}, Scripts: []edge.Script{{
		Name: p.App, Modules: []edge.Module{
			{
				Name: edge.MainModule,
				Text: []byte(
					"export class InstallActor {} export class PortalActor {} export class ProjectActor {} export class Extra {} // " +
						a.appCode,
				),
			},
		},
		Bindings: edge.AppBindings(p), CompatibilityDate: "2026-09-01", Migrations: migrations(env.Migrations, a.classes),
	}}}
	for _, worker := range a.workers {
		out.Scripts = append(out.Scripts, edge.Script{
			Name: script(
				worker,
			), Worker: worker, Bindings: edge.WorkerBindings(p), CompatibilityDate: "2026-09-01", Crons: a.crons[worker],
			Modules: []edge.Module{
				{Name: edge.MainModule, Text: []byte("export default {} // " + worker + a.code)},
			}, SourceMap: []byte(`{"version":3,"sources":[],"mappings":""}`),
		})
	}
	for i := range out.Scripts {
		s := &out.Scripts[i]
		s.Secrets = slices.Clone(a.secrets[s.Worker])
		for _, b := range s.Bindings {
			if b.Kind == edge.Secret {
				s.Secrets = append(s.Secrets, b.Name)
			}
		}
	}
	out.Report.Scripts = build.Measure(out.Scripts)
	out.CRMProject = a.crmProject
	out.CRM.Files = a.project(cmp.Or(a.crmProject, a.name+suffix), environment, linked)
	return out
}

func migrations(history []link.Migration, classes []string) []edge.Migration {
	var steps []edge.Migration
	for _, step := range history {
		steps = append(steps, edge.Migration{Tag: step.Tag, New: step.New, Deleted: step.Deleted})
	}
	return edge.NextMigrations(steps, classes)
}

// project is the CRM's project of the app.
func (a app) project(name, environment string, linked *link.Project) []codegen.File {
	origin := func(worker, known string) string {
		if known != "" {
			return known
		}
		return codegen.Placeholder(strings.TrimSuffix(name+"-"+worker, "-"))
	}
	env := linked.Environment(environment)
	fetch := slices.Clone(a.fetch)
	for _, worker := range a.workers {
		fetch = append(fetch, origin(worker, env.Origins[worker]))
	}
	files := map[string]any{
		"crmproject.json": map[string]any{"name": name, "srcDir": "src", "platformVersion": "2026.03"},
		"src/app/app-crmmeta.json": meta("app", "app", map[string]any{
			"distribution": "private", "auth": map[string]any{
				"type": "oauth", "requiredScopes": a.scopes, "optionalScopes": []string{},
				"redirectUrls": []string{origin("", env.Origin) + "/oauth-callback"},
			},
			"permittedUrls": map[string]any{"fetch": fetch, "iframe": []string{}, "img": []string{}},
		}),
	}
	for uid, file := range a.actions {
		files["src/app/workflow-actions/"+file+"-crmmeta.json"] = meta(uid, "workflow-action", map[string]any{
			"label": file, "url": origin("main", env.Origins["main"]),
		})
	}
	var list []codegen.File
	for _, path := range sortedKeys(files) {
		text, _ := json.Marshal(files[path])
		list = append(list, codegen.File{Path: path, Data: text})
	}
	return list
}

func meta(uid, kind string, config any) map[string]any {
	return map[string]any{"uid": uid, "type": kind, "config": config}
}

// world is everything around the engine.
type world struct {
	*testing.T
	app         app
	environment string
	dir         string
	edge        *edgefake.Fake
	crm         *crmfake.Fake
	vault       memory
	now         time.Time
	chance      *rand.Rand
	down        map[string]bool // workers that do not come up, by script
	account     string
	events      []step.Event
	edgeSeen    int
	crmSeen     int
	// do, when set, stands before every request.
	do func(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error)
	// change changes the options.
	change func(*Options)
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		T: t, app: ledger(), environment: link.Production, dir: t.TempDir(), now: time.Date(
			2026, 11, 21, 11, 0, 0, 0, time.UTC,
		),
		chance: rand.New(
			rand.NewPCG(1, uint64(time.Now().UnixNano())),
		), down: map[string]bool{}, vault: memory{}, account: edgefake.Account,
	}
	w.edge = edgefake.New(edgefake.Options{Subdomain: "acme"})
	w.crm = crmfake.New(crmfake.Options{Profile: profile(t), Now: func() time.Time { return w.now }, Polls: 2})
	w.vault["LEDGER_TOKEN"] = "canary-ledger-token"
	return w
}

func profile(t *testing.T) *platform.Profile {
	t.Helper()
	text, err := os.ReadFile("../../sdk/src/profiles/crm.json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// memory is a Vault.
type memory map[string]string

func (m memory) Get(_ port.Scope, name string) (string, bool, error) {
	v, ok := m[name]
	return v, ok, nil
}
func (m memory) Delete(_ port.Scope, name string) error     { delete(m, name); return nil }
func (m memory) Names(port.Scope) ([]string, error)         { return sortedKeys(m), nil }
func (m memory) Set(_ port.Scope, name, value string) error { m[name] = value; return nil }

func (w *world) clock() port.Clock {
	return port.Clock{
		Now: func() time.Time { w.now = w.now.Add(time.Millisecond); return w.now },
		Sleep: func(ctx context.Context, d time.Duration) error {
			w.now = w.now.Add(d)
			return ctx.Err()
		},
		Random: func(b []byte) error {
			for i := range b {
				b[i] = byte(w.chance.Uint32())
			}
			return nil
		},
	}
}

func (w *world) options() Options {
	w.Helper()
	linked, err := link.Read(w.dir)
	if err != nil {
		w.Fatal(err)
	}
	clock, send := w.clock(), func(
		do func(*http.Request) (*http.Response, error),
	) func(*http.Request) (*http.Response, error) {
		if w.do == nil {
			return do
		}
		return w.do(do)
	}
	random := func() float64 { return 0.5 }
	o := Options{
		Dir: w.dir, Environment: w.environment, Profile: profile(w.T), Link: linked,
		Build: func(_ context.Context, linked *link.Project) (*build.Output, error) {
			return w.app.output(w.environment, linked), nil
		},
		Edge: &edgeapi.Client{
			BaseURL: "https://edge.test", Token: edgefake.Token, Account: edgefake.Account, Do: send(w.edge.Do), Now: clock.Now,
			Sleep: clock.Sleep, Random: random,
		},
		CRM: &crmapi.Client{
			Profile: profile(w.T), BaseURL: "https://crm.test", Key: crmfake.Key, Agent: "svc/test", Do: send(w.crm.Do),
			Now: clock.Now, Sleep: clock.Sleep, Random: random,
		},
		Vault: w.vault, Health: health.HTTP{Do: send(w.serve), Sleep: clock.Sleep}, Clock: clock,
		Account: w.account, CRMAccount: crmfake.Portal, Host: "laptop", PID: 7, Parallel: 1,
		Progress: func(e step.Event) { w.events = append(w.events, e) },
	}
	if w.change != nil {
		w.change(&o)
	}
	return o
}

// serve is what the deployed workers answer.
func (w *world) serve(r *http.Request) (*http.Response, error) {
	script, _, _ := strings.Cut(r.URL.Host, ".")
	status, body := 404, "<h1>There is nothing here yet</h1>"
	if tags, live := w.tags()[script]; live {
		status, body = 200, `{"ok":true}`
		if w.down[script] || slices.Contains(tags, owner.DigestTag+owner.PlaceholderDigest) {
			status, body = 503, `{"ok":false}`
		}
	}
	answer := &http.Response{
		StatusCode: status, Header: http.Header{}, Body: readCloser{strings.NewReader(body)}, Request: r,
	}
	return answer, nil
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }

// tags are those of every script of the account.
func (w *world) tags() map[string][]string {
	var dump struct {
		Scripts map[string]struct {
			Tags      []string `json:"tags"`
			Subdomain bool     `json:"subdomain"`
		} `json:"scripts"`
	}
	if err := json.Unmarshal([]byte(w.edge.Dump(false)), &dump); err != nil {
		w.Fatal(err)
	}
	tags := map[string][]string{}
	for name, script := range dump.Scripts {
		if script.Subdomain {
			tags[name] = script.Tags
		}
	}
	return tags
}

// deploy plans and applies.
func (w *world) deploy() (*Plan, error) {
	w.Helper()
	d, err := Begin(w.Context(), w.options())
	if err != nil {
		return nil, err
	}
	_, err = d.Apply(w.Context())
	return d.Plan(), errors.Join(err, d.End())
}

func (w *world) mustDeploy() *Plan {
	w.Helper()
	p, err := w.deploy()
	if err != nil {
		w.Fatalf("deploy: %v\nproblems: %v", err, p)
	}
	return p
}

func (w *world) plan() *Plan {
	w.Helper()
	p, err := MakePlan(w.Context(), w.options())
	if err != nil {
		w.Fatalf("plan: %v", err)
	}
	return p
}

// lines are the changes of a plan, one a line.
func lines(p *Plan) string {
	var text []string
	for _, c := range p.Changes {
		text = append(text, fmt.Sprintf("%s %s %s: %s", c.Risk, c.Kind, c.Target, c.What))
	}
	return strings.Join(text, "\n")
}

var (
	deployIDs  = regexp.MustCompile(`20\d{6}-\d{9}-[0-9a-f]{6}`)
	projectIDs = regexp.MustCompile(`prj-[0-9a-f]{16}`)
	keyIDForm  = regexp.MustCompile(`_KEY_[ks][0-9a-f]+`)
	digestForm = regexp.MustCompile(`("SVC_[A-Z]+_KEY_ID": "secret |svc-digest=)[0-9a-f]+`)
	timeForm   = regexp.MustCompile(`svc-lock=\S+@\d+@`)
)

// state is all that both platforms and the folder have, without what chance and time decide.
func (w *world) state() string {
	w.Helper()
	linked, err := os.ReadFile(filepath.Join(w.dir, filepath.FromSlash(link.File)))
	if err != nil {
		w.Fatal(err)
	}
	text := w.edge.Dump(true) + w.crm.Dump(true) + string(linked)
	text = deployIDs.ReplaceAllString(text, "DEPLOY")
	text = projectIDs.ReplaceAllString(text, "PROJECT")
	text = keyIDForm.ReplaceAllString(text, "_KEY_ID")
	text = timeForm.ReplaceAllString(text, "svc-lock=X@T@")
	return digestForm.ReplaceAllString(text, "${1}DIGEST")
}
