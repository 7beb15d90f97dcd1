package edgeapi_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/test/fakes/edgefake"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

// clock is a clock that only advances in sleep.
type clock struct {
	at    time.Time
	slept []time.Duration
}

func (c *clock) now() time.Time { return c.at }

func (c *clock) sleep(ctx context.Context, d time.Duration) error {
	c.at = c.at.Add(d)
	c.slept = append(c.slept, d)
	return ctx.Err()
}

func newClient(t *testing.T, o edgefake.Options) (*edgeapi.Client, *edgefake.Fake, *clock) {
	t.Helper()
	c := &clock{at: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	if o.Limit > 0 {
		o.Now = c.now
	}
	fake := edgefake.New(o)
	return &edgeapi.Client{
		BaseURL: "http://edge.test", Token: edgefake.Token, Account: edgefake.Account,
		Do: fake.Do, Now: c.now, Sleep: c.sleep, Random: func() float64 { return 0.5 },
	}, fake, c
}

const workerText = "export default { fetch() {} };"

func upload(bindings ...edgeapi.Binding) edgeapi.Upload {
	return edgeapi.Upload{
		Metadata: edgeapi.Metadata{
			MainModule: "worker.js", CompatibilityDate: "2026-04-26", Bindings: bindings, Tags: []string{"svc:project=p1"},
			Annotations: &edgeapi.Annotations{Message: "deploy 1", Tag: "d1"},
		},
		Modules: []edgeapi.Module{
			{Name: "worker.js", Type: edgeapi.ModuleESM, Text: []byte(workerText)},
			{Name: "worker.js.map", Type: edgeapi.ModuleSourceMap, Text: []byte("{}")},
		},
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestUploadServiceAndDeleteScript(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, edgefake.Options{})
	before, err := client.Service(ctx, "w")
	if err != nil || before.Exists {
		t.Fatalf("before: %+v, %v", before, err)
	}
	done, err := client.Upload(ctx, "w", upload(edgeapi.Text("MODE", "x"), edgeapi.Secret("KEY", "the-secret")))
	must(t, err)
	if len(done.VersionID) != 36 || done.StartupMs != 7 || done.ETag == "" {
		t.Errorf("uploaded: %+v", done)
	}
	after, err := client.Service(ctx, "w")
	if err != nil || !after.Exists || !after.Has("svc:project=p1") || after.ETag != done.ETag {
		t.Errorf("after: %+v, %v", after, err)
	}
	settings, err := client.Settings(ctx, "w")
	must(t, err)
	if len(settings.Bindings) != 2 || *settings.Bindings[0].Text != "x" || settings.Bindings[1].Text != nil {
		t.Errorf("settings: %v", settings.Bindings)
	}
	if fake.Secret("w", "KEY") != "the-secret" || fake.Var("w", "MODE") != "x" {
		t.Error("the bindings did not arrive")
	}
	must(t, client.DeleteScript(ctx, "w", false))
	must(t, client.DeleteScript(ctx, "w", false))
	if len(fake.Names()) != 0 {
		t.Errorf("left: %v", fake.Names())
	}
}

func TestUploadIsDeterministic(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, edgefake.Options{})
	for range 2 {
		_, err := client.Upload(ctx, "w", upload())
		must(t, err)
	}
	log := fake.Requests()
	if string(log[0].Body) != string(log[1].Body) {
		t.Error("two bodies of one upload differ")
	}
}

func TestUploadKeepsSecretsOnlyWithKeepBindings(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, edgefake.Options{})
	_, err := client.Upload(ctx, "w", upload(edgeapi.Secret("A", "1"), edgeapi.Text("T", "x")))
	must(t, err)
	next := upload()
	next.Metadata.KeepBindings = edgeapi.KeepSecrets()
	_, err = client.Upload(ctx, "w", next)
	must(t, err)
	if fake.Secret("w", "A") != "1" || fake.Var("w", "T") != "" {
		t.Error("the secret went, or the text stayed")
	}
	two := "2"
	must(t, client.PatchSecrets(ctx, "w", map[string]*string{"A": nil, "B": &two}))
	names, err := client.Secrets(ctx, "w")
	if err != nil || !slices.Equal(names, []string{"B"}) || fake.Secret("w", "B") != "2" {
		t.Errorf("secrets: %v, %v", names, err)
	}
	_, err = client.Upload(ctx, "w", upload())
	must(t, err)
	if names, _ = client.Secrets(ctx, "w"); len(names) != 0 {
		t.Errorf("an upload that keeps nothing kept %v", names)
	}
}

func TestDeployRestoresAnOldVersion(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, edgefake.Options{})
	first, err := client.Upload(ctx, "w", upload(edgeapi.Text("V", "1")))
	must(t, err)
	_, err = client.Upload(ctx, "w", upload(edgeapi.Text("V", "2")))
	must(t, err)
	versions, err := client.Versions(ctx, "w")
	if err != nil || len(versions) != 2 || versions[0].Number != 2 || versions[1].ID != first.VersionID ||
		versions[1].Annotations.Tag != "d1" {
		t.Fatalf("versions: %+v, %v", versions, err)
	}
	_, err = client.Deploy(ctx, "w", "back", edgeapi.Share{VersionID: first.VersionID, Percentage: 100})
	must(t, err)
	deployments, err := client.Deployments(ctx, "w")
	if err != nil || len(deployments) != 3 || deployments[0].Live() != first.VersionID ||
		deployments[0].Annotations.Message != "back" {
		t.Fatalf("deployments: %+v, %v", deployments, err)
	}
	if fake.Var("w", "V") != "1" {
		t.Error("the old version has no traffic")
	}
	one := "1"
	if err := client.PatchSecrets(ctx, "w", map[string]*string{"S": &one}); !edgeapi.IsCode(
		err, edgeapi.CodeVersionNotDeployed,
	) {
		t.Errorf("secrets of a script whose newest version has no traffic: %v", err)
	}
}

func TestSetSchedulesAndSubdomain(t *testing.T) {
	ctx := context.Background()
	client, _, _ := newClient(t, edgefake.Options{})
	_, err := client.Upload(ctx, "w", upload())
	must(t, err)
	must(t, client.PutSchedules(ctx, "w", []string{"*/5 * * * *", "0 3 * * mon"}))
	crons, err := client.Schedules(ctx, "w")
	if err != nil || !slices.Equal(crons, []string{"*/5 * * * *", "0 3 * * mon"}) {
		t.Errorf("crons: %v, %v", crons, err)
	}
	must(t, client.PutSchedules(ctx, "w", nil))
	if crons, _ = client.Schedules(ctx, "w"); len(crons) != 0 {
		t.Errorf("crons that should be gone: %v", crons)
	}
	must(t, client.SetSubdomain(ctx, "w", edgeapi.Subdomain{Enabled: true}))
	if at, err := client.Subdomain(ctx, "w"); err != nil || !at.Enabled || at.Previews {
		t.Errorf("subdomain: %+v, %v", at, err)
	}
	if label, err := client.AccountSubdomain(ctx); err != nil || label != "" {
		t.Errorf("an account without a label has %q, %v", label, err)
	}
	if err := client.PutAccountSubdomain(ctx, "taken"); !edgeapi.IsCode(err, edgeapi.CodeSubdomainTaken) {
		t.Errorf("the label of another account: %v", err)
	}
	must(t, client.PutAccountSubdomain(ctx, "mine"))
	if label, err := client.AccountSubdomain(ctx); err != nil || label != "mine" {
		t.Errorf("label: %q, %v", label, err)
	}
}

func TestAccountsOfAToken(t *testing.T) {
	ctx := context.Background()
	client, _, _ := newClient(t, edgefake.Options{})
	accounts, err := client.Accounts(ctx)
	if err != nil || len(accounts) != 1 || accounts[0].ID != edgefake.Account {
		t.Errorf("accounts: %v, %v", accounts, err)
	}
	if status, err := client.VerifyToken(ctx); err != nil || status.Status != "active" {
		t.Errorf("token: %+v, %v", status, err)
	}
}

func TestRejectionsHaveACodeAndAFix(t *testing.T) {
	ctx := context.Background()
	actors := edgeapi.Binding{Type: edgeapi.BindingActors, Name: "A", ClassName: "Portal"}
	elsewhere := edgeapi.Binding{Type: edgeapi.BindingActors, Name: "A", ClassName: "Portal", ScriptName: "app"}
	service := edgeapi.Binding{Type: edgeapi.BindingService, Name: "W", Service: "missing"}
	inherit := edgeapi.Binding{Type: edgeapi.BindingInherit, Name: "S"}
	broken := upload()
	broken.Metadata.MainModule = "other.js"
	tagged := upload()
	tagged.Metadata.Migrations = &edgeapi.Migrations{
		OldTag: "v7", NewTag: "v8", Steps: []edgeapi.MigrationStep{{NewSQLiteClasses: []string{"X"}}},
	}
	for name, c := range map[string]struct {
		upload edgeapi.Upload
		code   int
	}{
		"class without migration":   {upload(actors), edgeapi.CodeMigrationNeeded},
		"class of a missing script": {upload(elsewhere), edgeapi.CodeActorScriptMissing},
		"service that is missing":   {upload(service), edgeapi.CodeServiceMissing},
		"nothing to inherit":        {upload(inherit), edgeapi.CodeInherit},
		"no main module":            {broken, edgeapi.CodeInvalid},
		"another migration tag":     {tagged, edgeapi.CodeMigrationTag},
	} {
		client, fake, _ := newClient(t, edgefake.Options{})
		_, err := client.Upload(ctx, "w", c.upload)
		var apiError *edgeapi.Error
		if !errors.As(err, &apiError) || apiError.Code != c.code || apiError.Fix() == "" || apiError.Message == "" {
			t.Errorf("%s: %v", name, err)
		}
		if len(fake.Names()) != 0 {
			t.Errorf("%s: the refused script is there", name)
		}
	}
}

func TestResponseWithoutAResultIsNotAnEmptyList(t *testing.T) {
	client, fake, _ := newClient(t, edgefake.Options{})
	body := `{"success": true, "errors": []}`
	fake.Fail(1, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 200, Body: body})
	names, err := client.Secrets(t.Context(), "app")
	if err == nil || !strings.Contains(err.Error(), "the response has no result") {
		t.Errorf("%v, %v", names, err)
	}
}

func TestMigrationsCreateClassesThatLaterUploadsMustKeep(t *testing.T) {
	ctx := context.Background()
	client, _, _ := newClient(t, edgefake.Options{})
	app := upload(edgeapi.Binding{Type: edgeapi.BindingActors, Name: "A", ClassName: "Portal"})
	app.Modules[0].Text = []byte("export class Portal {}; export default {};")
	app.Metadata.Migrations = &edgeapi.Migrations{
		NewTag: "v1", Steps: []edgeapi.MigrationStep{{NewSQLiteClasses: []string{"Portal"}}},
	}
	_, err := client.Upload(ctx, "app", app)
	must(t, err)
	if s, err := client.Service(ctx, "app"); err != nil || s.MigrationTag != "v1" {
		t.Errorf("service: %+v, %v", s, err)
	}
	if _, err := client.Upload(ctx, "app", app); !edgeapi.IsCode(err, edgeapi.CodeMigrationTag) {
		t.Errorf("the same migration twice: %v", err)
	}
	if _, err := client.Upload(ctx, "app", upload()); !edgeapi.IsCode(err, edgeapi.CodeClassMissing) {
		t.Errorf("an upload without the class: %v", err)
	}
	user := upload(edgeapi.Binding{Type: edgeapi.BindingActors, Name: "A", ClassName: "Portal", ScriptName: "app"})
	_, err = client.Upload(ctx, "user", user)
	must(t, err)
	if err := client.DeleteScript(ctx, "app", false); !edgeapi.IsCode(err, edgeapi.CodeClassMissing) {
		t.Errorf("deleting a script that another needs: %v", err)
	}
	must(t, client.DeleteScript(ctx, "app", true))
}

func TestATailIsOpenUntilItIsDeleted(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, edgefake.Options{})
	_, err := client.Upload(ctx, "w", upload())
	must(t, err)
	tail, err := client.CreateTail(ctx, "w")
	must(t, err)
	if tail.ID == "" || !strings.HasPrefix(tail.URL, "ws") || fake.Followed() != 1 {
		t.Errorf("got %+v, %d open", tail, fake.Followed())
	}
	must(t, client.DeleteTail(ctx, "w", tail.ID))
	must(t, client.DeleteTail(ctx, "w", tail.ID))
	if fake.Followed() != 0 {
		t.Error("the tail is still open")
	}
	if _, err := client.CreateTail(ctx, "missing"); !edgeapi.IsCode(err, edgeapi.CodeNotFound) {
		t.Errorf("a tail of a script that is not there: %v", err)
	}
}

func TestDomainsAreThoseOfTheScript(t *testing.T) {
	client, fake, _ := newClient(t, edgefake.Options{})
	fake.SeedDomain("w", "App.Example.com")
	fake.SeedDomain("other", "other.example.com")
	hosts, err := client.Domains(context.Background(), "w")
	if err != nil || !slices.Equal(hosts, []string{"app.example.com"}) {
		t.Errorf("%v, %v", hosts, err)
	}
}
