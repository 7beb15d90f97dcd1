package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/appsvc/svc/internal/link"
)

// edge is the address of the edge platform's API.
const edge = "https://edge.example"

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// answerer answers every request with a Date and a Location.
type answerer struct {
	date     time.Time
	location string
	body     string
	err      error
	asked    []string
}

func (a *answerer) do(r *http.Request) (*http.Response, error) {
	a.asked = append(a.asked, r.Method+" "+r.URL.String())
	if a.err != nil {
		return nil, a.err
	}
	header := http.Header{}
	if !a.date.IsZero() {
		header.Set("Date", a.date.Format(http.TimeFormat))
	}
	header.Set("Location", a.location)
	return &http.Response{
		StatusCode: http.StatusOK, Header: header, Body: io.NopCloser(strings.NewReader(a.body)), Request: r,
	}, nil
}

// well returns a world in which every check passes.
func well() (*World, *answerer) {
	net := &answerer{
		date: noon, body: `{"ok":true}`,
		location: "https://crm.example/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Foauth-callback",
	}
	linked := &link.Project{ProjectID: "prj_1"}
	linked.Set("production", link.Environment{Account: "acc1", Script: "t", Origin: "https://app.example"})
	return &World{
		Files: fstest.MapFS{}, Version: "1.0.0", SDKVersion: "1.0.0",
		Ignores: []IgnoreFile{{Text: "node_modules/\n.svc/*\n!.svc/project.json\n.dev.vars\n"}}, InRepository: true,
		App: &App{Name: "T", Auth: "oauth", PlatformVersion: "2026.03"}, Link: linked,
		State: func() (bool, error) { return true, nil }, Bindings: []string{"LEDGER_KEY"}, Needs: []string{
			"CRM_CLIENT_ID", "LEDGER_KEY",
		},
		Listen:      func(int) error { return nil },
		Credentials: func() []Credential { return []Credential{{Title: "the edge's token", Place: "keyring", API: edge}} },
		Now:         func() time.Time { return noon }, Do: net.do,
		Secrets: func(context.Context, string) ([]string, error) { return nil, nil },
	}, net
}

func resultOf(t *testing.T, w *World, id string) Result {
	t.Helper()
	for _, r := range Run(context.Background(), w) {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("unknown check %q", id)
	return Result{}
}

func TestAllChecksPassInAHealthyWorld(t *testing.T) {
	w, _ := well()
	results := Run(context.Background(), w)
	if Failed(results) {
		t.Error("something failed")
	}
	for _, r := range results {
		if r.Status != statusOK || r.Found == "" || r.Title == "" {
			t.Errorf("%+v", r)
		}
	}
}

func TestEachCheckReportsItsProblem(t *testing.T) {
	tested := map[string]bool{}
	for name, c := range map[string]struct {
		id     string
		change func(*World, *answerer)
		want   string
	}{
		"another SDK": {"version", func(w *World, _ *answerer) {
			w.Files = fstest.MapFS{installedSDK: {Data: []byte(`{"version":"0.9.0"}`)}}
		}, `problem svc 1.0.0 needs SDK 1.0.0; "0.9.0" is installed`},
		"a damaged SDK": {
			"version", func(w *World, _ *answerer) { w.Files = fstest.MapFS{installedSDK: {Data: []byte(`{`)}} },
			"problem cannot read the installed SDK",
		},
		"packages that are not installed": {"node", func(w *World, _ *answerer) {
			w.Files = fstest.MapFS{"package.json": {Data: []byte(`{"dependencies":{"left":"1","@svc/sdk":"1"}}`)}}
			w.Node = func(context.Context) (string, error) { return "", errors.New("none") }
		}, "warning not installed: left; Node not found"},
		"no app": {"project", func(w *World, _ *answerer) {
			w.App, w.Problem = nil, "no config"
		}, "problem the app does not load"},
		"findings":    {"project", func(w *World, _ *answerer) { w.Errors = 2 }, "problem svc check reports errors: 2"},
		"a workspace": {"workspace", func(w *World, _ *answerer) { w.Dir, w.Workspace = "/all/app", "/all" }, "ok /all"},
		"no version":  {"platform-version", func(w *World, _ *answerer) { w.App.PlatformVersion = "new" }, `problem "new"`},
		"far version": {
			"platform-version", func(w *World, _ *answerer) { w.App.PlatformVersion = "2031.01" }, "warning 2031.01",
		},
		"unknown version": {
			"platform-version", func(w *World, _ *answerer) { w.App.PlatformVersion = "2026.05" }, "problem 2026.05",
		},
		"a preview": {
			"platform-version", func(w *World, _ *answerer) { w.App.PlatformVersion = "2026.09-beta" }, "warning 2026.09-beta",
		},
		"a broken link": {
			"link", func(w *World, _ *answerer) { w.LinkErr = errors.New("it ends too early") },
			"problem cannot use .svc/project.json",
		},
		"no .gitignore": {
			"ignored", func(w *World, _ *answerer) { w.Ignores = nil },
			"problem .gitignore does not cover .dev.vars, .svc/state/actors.db, .svc/deploys/1.jsonl, .svc/dev.json",
		},
		"no repository": {
			"ignored", func(w *World, _ *answerer) { w.Ignores, w.InRepository = nil, false },
			"warning .gitignore does not cover .dev.vars, .svc/state/actors.db, .svc/deploys/1.jsonl, .svc/dev.json",
		},
		"a link that stays here": {"ignored", func(w *World, _ *answerer) {
			w.Ignores = []IgnoreFile{
				{Text: ".svc/\n.dev.vars"},
			}
		},
			"warning .gitignore covers .svc/project.json"},
		"damaged state": {"state", func(w *World, _ *answerer) {
			w.State = func() (bool, error) { return true, &StateError{"it is damaged", "why", "move it"} }
		}, "problem it is damaged"},
		"state in use": {"state", func(w *World, _ *answerer) {
			w.State = func() (bool, error) { return true, fmt.Errorf("x: %w", ErrBusy) }
		}, "ok in use"},
		"a taken port": {"ports", func(w *World, _ *answerer) {
			w.Listen = func(port int) error { return map[int]error{9099: errors.New("taken")}[port] }
		}, "warning in use: 9099"},
		"served already": {"ports", func(w *World, _ *answerer) {
			w.Serving, w.Listen = "http://x", func(int) error { return errors.New("taken") }
		}, "ok svc dev serves this folder at http://x"},
		"a missing value": {"bindings", func(w *World, _ *answerer) { w.Bindings = nil }, "warning missing: LEDGER_KEY"},
		"broken bindings": {
			"bindings", func(w *World, _ *answerer) { w.BindingsErr = errors.New("line 3") }, "problem cannot read .dev.vars",
		},
		"no credentials": {"credentials", func(w *World, _ *answerer) {
			w.Credentials = func() []Credential { return []Credential{{Title: "a", Place: "file"}, {Title: "b", Fix: "log in"}} }
		}, "warning a in the file; missing: b"},
		"a clock ahead": {
			"clock", func(_ *World, a *answerer) { a.date = noon.Add(-2 * time.Minute) }, "problem 1m59s ahead of app.example",
		},
		"a clock behind": {
			"clock", func(_ *World, a *answerer) { a.date = noon.Add(6 * time.Minute) }, "problem 6m0s behind app.example",
		},
		"a clock off": {
			"clock", func(_ *World, a *answerer) { a.date = noon.Add(-40 * time.Second) }, "warning 39s ahead of app.example",
		},
		"a clock nearly so": {
			"clock", func(_ *World, a *answerer) { a.date = noon.Add(time.Second) }, "ok same as app.example",
		},
		"no network": {
			"clock", func(_ *World, a *answerer) { a.err = errors.New("no route") },
			"warning not compared: no response from app.example",
		},
		"nothing deployed": {"clock", func(w *World, _ *answerer) { w.Link = nil }, "ok same as edge.example"},
		"nothing deployed and no login": {
			"clock", func(w *World, a *answerer) {
				w.Link = nil
				w.Credentials = func() []Credential { return []Credential{{Title: "the edge's token", API: edge}} }
				a.err = errors.New("must not be asked")
			}, "skipped no server to compare with: nothing is deployed from here, and no account is logged in",
		},
		"nothing deployed and a login at the CRM": {
			"clock", func(w *World, _ *answerer) {
				w.Link = nil
				w.Credentials = func() []Credential {
					return []Credential{{Title: "the edge's token", API: edge}, {Place: "keyring", API: "https://crm.example"}}
				}
			}, "ok same as crm.example",
		},
		"no app worker": {
			"reach", func(_ *World, a *answerer) { a.body = "<html>" }, "problem no response: production at https://app.example",
		},
		"unset secrets": {"secrets", func(w *World, _ *answerer) {
			w.Secrets = func(context.Context, string) ([]string, error) { return []string{"A", "B"}, nil }
		}, "problem missing in production: A, B"},
		"unknown secrets": {"secrets", func(w *World, _ *answerer) {
			w.Secrets = func(context.Context, string) ([]string, error) { return nil, errors.New("no token") }
		}, "warning unknown for production"},
		"another address": {"redirect-urls", func(_ *World, a *answerer) {
			a.location = "https://crm.example/?redirect_uri=https%3A%2F%2Fold.example%2Foauth-callback"
		}, `problem the app worker of production is at https://app.example, ` +
			`and its redirect URL is "https://old.example/oauth-callback"`},
		"an old build": {"redirect-urls", func(w *World, _ *answerer) {
			w.Files = fstest.MapFS{".svc/build/crm/src/app/app-crmmeta.json": {
				Data: []byte(`{"config":{"auth":{"redirectUrls":["https://old.example/oauth-callback"]}}}`),
			}}
		}, "warning the last build has https://old.example/oauth-callback, not https://app.example/oauth-callback"},
		"static auth": {
			"redirect-urls", func(w *World, _ *answerer) { w.App.Auth = "static" }, "skipped none with static auth",
		},
	} {
		w, net := well()
		c.change(w, net)
		tested[c.id] = true
		r := resultOf(t, w, c.id)
		if got := string(r.Status) + " " + r.Found; got != c.want {
			t.Errorf("%s: %s", name, got)
		}
		if (r.Status == statusProblem || r.Status == statusWarning) && (r.Why == "" || r.Fix == "") {
			t.Errorf("%s: no why or fix: %+v", name, r)
		}
	}
	for _, c := range checks {
		if !tested[c.id] {
			t.Errorf("the check %q has no case here: add a World with the problem", c.id)
		}
	}
}

func TestOfflineSendsNothing(t *testing.T) {
	w, net := well()
	w.Offline = true
	w.Secrets = func(context.Context, string) ([]string, error) { t.Error("the edge was asked"); return nil, nil }
	if Failed(Run(context.Background(), w)) || len(net.asked) > 0 {
		t.Errorf("asked %v", net.asked)
	}
}

func TestAnEmptyWorldDoesNotPanic(t *testing.T) {
	w := &World{
		Files: fstest.MapFS{}, Listen: func(int) error { return nil }, Now: time.Now,
		Do: (&answerer{err: errors.New("no")}).do,
	}
	if !Failed(Run(context.Background(), w)) {
		t.Error("an app that does not load is a problem")
	}
}

func TestGitignorePatternsMatchAsInGit(t *testing.T) {
	for text, want := range map[string]string{
		".svc/": "state link", ".svc": "state link", "/.svc/": "state link", ".svc/*": "state link",
		".svc/*\n!.svc/project.json": "state", ".svc/**": "state link", ".svc/\n!.svc/project.json": "state link",
		"*": "vars state link", "**/.dev.vars": "vars", ".dev.*": "vars", ".dev.vars\n!.dev.vars": "", "#.dev.vars": "",
		"/apps/one/.dev.vars": "vars", "one/.dev.vars": "", "apps/": "vars state link", ".dev.vars/": "",
		"  \n\n": "", "[": "", "!": "", `\.dev.vars`: "vars", "/": "",
	} {
		var got []string
		for _, file := range []struct{ word, name string }{
			{"vars", ".dev.vars"}, {"state", ".svc/state/actors.db"}, {"link", ".svc/project.json"},
		} {
			prefix := ""
			if strings.Contains(text, "apps") || strings.HasPrefix(text, "one") {
				prefix = "apps/one/"
			}
			if ignored([]IgnoreFile{{Prefix: prefix, Text: text}}, file.name) {
				got = append(got, file.word)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q ignores %v, want %s", text, got, want)
		}
	}
}
