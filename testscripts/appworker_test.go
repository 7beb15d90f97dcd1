package testscripts

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/credentials"
	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/sdk"
)

func init() {
	commands["appworker"] = cmdAppWorker
	commands["consent"] = cmdConsent
	commands["confirms"] = cmdConfirms
}

// servedApp is an app worker that a script serves over HTTP, like a deployed one.
type servedApp struct {
	http   *httptest.Server
	server *devserver.Server
	crm    *crmsim.Sim
	key    control.Key
}

// served holds the app workers of scripts by origin.
var served started[*servedApp]

// cmdAppWorker serves the app worker of a folder on its .svc/state: appworker folder. It sets $APP to the origin, and
// $SVC_CONTROL_KEY to the key in .dev.vars. `appworker stop` stops it.
func cmdAppWorker(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: appworker folder|stop")
	}
	if args[0] == "stop" {
		served.get(ts.Getenv("APP")).stop()
		return
	}
	app, err := serveApp(ts.MkAbs(args[0]))
	ts.Check(err)
	served.set(app.http.URL, app)
	ts.Defer(app.stop)
	ts.Setenv("APP", app.http.URL)
	ts.Setenv("SVC_CONTROL_KEY", app.key.ID+":"+app.key.Secret)
}

// cmdConfirms stores the origins of an environment as a deploy from this machine does: confirms project environment
// origin [worker=origin]...
func cmdConfirms(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: confirms project environment origin [worker=origin]...")
	}
	origins := map[string]string{"": args[2]}
	for _, arg := range args[3:] {
		worker, origin, _ := strings.Cut(arg, "=")
		origins[worker] = origin
	}
	text, err := json.Marshal(origins)
	ts.Check(err)
	ts.Setenv("SVC_KEYRING", "off")
	ts.Setenv("XDG_CONFIG_HOME", ts.MkAbs("config"))
	store := credentials.Store{File: filepath.Join(ts.MkAbs("config"), "svc", "credentials.json"), After: time.After}
	_, err = store.Set("project/"+args[0]+"/"+args[1]+"/"+port.Origins, string(text))
	ts.Check(err)
}

func serveApp(dir string) (*servedApp, error) {
	ctx := context.Background()
	bindings, err := project.Bindings(dir, "")
	if err != nil {
		return nil, err
	}
	text, err := sdk.Profiles.ReadFile("src/profiles/" + platform.DefaultProfile + ".json")
	if err != nil {
		return nil, err
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		return nil, err
	}
	crm, err := crmsim.New(crmsim.Options{Clock: crmsim.RealClock(time.Now), OAuth: &crmsim.OAuth{
		ClientID: bindings["CRM_CLIENT_ID"], ClientSecret: bindings["CRM_CLIENT_SECRET"],
	}})
	if err != nil {
		return nil, err
	}
	manifest := func(ctx context.Context) ([]byte, error) {
		o := project.Options{Dir: dir, Profile: profile.Name}
		loaded, err := project.Load(ctx, o)
		if err != nil {
			return nil, err
		}
		return project.ManifestOf(ctx, o, loaded)
	}
	h, err := host.NewWithHooks(host.Options{
		Dir: dir, Profile: profile, Bindings: bindings, CRM: host.CRMEmulated, Now: time.Now, Random: rand.Reader,
		Manifest: manifest,
	}, host.Hooks{Outbound: roundTripper(control.InProcess(crm))})
	if err != nil {
		return nil, err
	}
	server, err := devserver.NewServer(ctx, h, devserver.ServerOptions{})
	if err != nil {
		return nil, err
	}
	app := &servedApp{http: httptest.NewServer(server), server: server, crm: crm}
	app.key = control.Key{
		ID: "test", Secret: bindings["SVC_CONTROL_KEY_test"], Environment: cmp.Or(bindings["SVC_ENVIRONMENT"], "dev"),
	}
	return app, nil
}

func (a *servedApp) stop() {
	a.http.Close()
	_ = a.server.Close() // the script may have stopped it
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// cmdConsent installs the app in portals with a browser, and waits until all are listed: consent portal...
func cmdConsent(ts *testscript.TestScript, neg bool, args []string) {
	app := served.get(ts.Getenv("APP"))
	if neg || len(args) == 0 || app == nil {
		ts.Fatalf("usage: consent portal..., after appworker")
	}
	for _, portal := range args {
		ts.Check(app.install(portal))
	}
	ts.Check(app.listed(args))
}

// listed waits until the portals are in the index, which an alarm updates.
func (a *servedApp) listed(portals []string) error {
	origin, err := url.Parse(a.http.URL)
	if err != nil {
		return err
	}
	client := &control.Client{Origin: origin, Key: a.key, Do: http.DefaultClient.Do, Now: time.Now, Random: rand.Reader}
	for {
		installs, err := client.Installs(context.Background())
		if err != nil {
			return err
		}
		missing := slices.ContainsFunc(portals, func(portal string) bool {
			return !slices.ContainsFunc(installs, func(i control.Install) bool { return i.ID == portal })
		})
		if !missing {
			return nil // without this the script's time limit ends the wait
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// install goes to the CRM and back with the code, like a browser.
func (a *servedApp) install(portal string) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	browser := &http.Client{
		Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	at, err := follow(browser.Get, a.http.URL+"/oauth-start?portal="+portal)
	if err != nil {
		return err
	}
	toCRM := func(url string) (*http.Response, error) {
		r, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		return control.InProcess(a.crm)(r)
	}
	if at, err = follow(toCRM, at); err == nil {
		at, err = follow(browser.Get, at)
	}
	if err == nil && !strings.HasSuffix(at, "/"+portal+"/installed") {
		err = fmt.Errorf("the install ended at %s", at)
	}
	return err
}

// follow returns the location of a redirect.
func follow(get func(string) (*http.Response, error), url string) (string, error) {
	response, err := get(url)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusFound {
		return "", fmt.Errorf("%s answered %s", url, response.Status)
	}
	return response.Header.Get("Location"), nil
}
