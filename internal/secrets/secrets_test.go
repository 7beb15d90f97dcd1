// This file tests secrets against the fake of the edge platform's API.

package secrets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/test/fakes/edgefake"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

// memory is a Vault.
type memory map[string]string

func (m memory) Get(name string) (string, bool, error) {
	value, found := m[name]
	return value, found, nil
}

func (m memory) Set(name, value string) error { m[name] = value; return nil }
func (m memory) Delete(name string) error     { delete(m, name); return nil }

const mine = "svc-project=mine"

// newApp has an app worker that is deployed and a user worker that is not.
func newApp() (*App, *edgefake.Fake, memory) {
	fake, vault := edgefake.New(edgefake.Options{}), memory{}
	fake.SeedScript("app", []string{mine}, nil)
	client := &edgeapi.Client{
		BaseURL: "http://edge.test", Token: edgefake.Token, Account: edgefake.Account, Do: fake.Do, Now: time.Now,
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }, Random: func() float64 { return 0 },
	}
	return &App{
		Edge: client, Vault: vault, Owned: func(tags []string) bool { return slices.Contains(tags, mine) },
		Scripts: []Script{
			{"app", "", []string{"BOTH", "SVC_CONTROL_KEY_1"}}, {"app-hooks", "hooks", []string{"BOTH", "HOOK"}},
		},
	}, fake, vault
}

func TestSetUploadsToDeployedScriptsAndStoresForOthers(t *testing.T) {
	ctx := context.Background()
	app, fake, vault := newApp()
	got, err := app.Set(ctx, "BOTH", "canary", app.Needing("BOTH"))
	if err != nil || fmt.Sprint(got) != "{[app] [app-hooks] []}" || fake.Secret("app", "BOTH") != "canary" ||
		vault["BOTH"] != "canary" {
		t.Errorf("%v, %v, vault %v", got, err, vault)
	}
	fake.SeedScript("app-hooks", []string{mine}, nil)
	got, err = app.Set(ctx, "BOTH", "newer", app.Needing("BOTH"))
	if err != nil || fmt.Sprint(got) != "{[app app-hooks] [] []}" || fake.Secret("app-hooks", "BOTH") != "newer" ||
		len(vault) != 0 {
		t.Errorf("%v, %v, vault %v", got, err, vault)
	}
}

func TestSetChangesNothingIfAScriptIsForeign(t *testing.T) {
	ctx := context.Background()
	app, fake, vault := newApp()
	fake.SeedScript("app-hooks", []string{"svc-project=other"}, nil)
	_, err := app.Set(ctx, "BOTH", "canary", app.Needing("BOTH"))
	var foreign *ForeignError
	if !errors.As(err, &foreign) || foreign.Script != "app-hooks" || len(vault) != 0 || fake.Contains("canary") {
		t.Errorf("%v, vault %v", err, vault)
	}
	if _, err := app.List(ctx); !errors.As(err, &foreign) {
		t.Errorf("its secrets were listed: %v", err)
	}
}

func TestSetRejectsAnUndeclaredSecretOfAnUndeployedScript(t *testing.T) {
	app, _, vault := newApp()
	_, err := app.Set(context.Background(), "OTHER", "x", app.Scripts[1:])
	var undeployed *UndeployedError
	if !errors.As(err, &undeployed) || undeployed.Script != "app-hooks" || len(vault) != 0 {
		t.Errorf("%v, vault %v", err, vault)
	}
}

func TestCheckComparesNeededWithBoundSecrets(t *testing.T) {
	ctx := context.Background()
	app, _, vault := newApp()
	vault["HOOK"] = "canary"
	if _, err := app.Set(ctx, "OTHER", "x", app.Scripts[:1]); err != nil {
		t.Fatal(err)
	}
	checked, err := app.Check(ctx)
	var lines []string
	for _, c := range checked {
		lines = append(lines, fmt.Sprint(c.Script, " ", c.Secret, " ", c.State))
	}
	if want := "app BOTH missing; app OTHER unnamed; app-hooks BOTH missing; app-hooks HOOK waiting"; err != nil ||
		strings.Join(lines, "; ") != want {
		t.Errorf("%s, %v; want %s", strings.Join(lines, "; "), err, want)
	}
	listed, err := app.List(ctx)
	if err != nil || fmt.Sprint(listed) != "[{app  true [OTHER]} {app-hooks hooks false []}]" {
		t.Errorf("%v, %v", listed, err)
	}
}

func TestCheckName(t *testing.T) {
	for name, good := range map[string]bool{
		"A": true, "_x9": true, "CRM_CLIENT_SECRET": true, "": false, "9A": false, "a-b": false, "SVC_X": false, "é": false,
	} {
		if err := CheckName(name); (err == nil) != good {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestDeleteRemovesTheStoredValueAndToleratesAbsence(t *testing.T) {
	ctx := context.Background()
	app, fake, vault := newApp()
	vault["OLD"] = "canary"
	if _, err := app.Set(ctx, "KEPT", "x", app.Scripts[:1]); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[] [app] [app-hooks] true", "[] [app] [app-hooks] false"} {
		plan, err := app.PlanDelete(ctx, "OLD")
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(plan.Bound, plan.Absent, plan.Undeployed, plan.Stored); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if deleted, err := app.Delete(ctx, "OLD", plan); err != nil || len(deleted) > 0 || len(vault) > 0 {
			t.Errorf("%v, %v, vault %v", deleted, err, vault)
		}
	}
	if fake.Secret("app", "KEPT") != "x" {
		t.Error("another secret was deleted")
	}
}

func TestSetAgainReachesEveryScriptThatHasTheSecret(t *testing.T) {
	ctx := context.Background()
	app, fake, _ := newApp()
	fake.SeedScript("app-hooks", []string{mine}, nil)
	if _, err := app.Set(ctx, "EXTRA", "old", app.Scripts); err != nil { // no declaration names it
		t.Fatal(err)
	}
	having, err := app.Having(ctx, "EXTRA")
	if err != nil || len(having) != 2 {
		t.Fatalf("%v, %v", having, err)
	}
	fake.Fail(4, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 403, Body: "{}"}) // the second change
	got, err := app.Set(ctx, "EXTRA", "new", having)
	if err == nil || fmt.Sprint(got) != "{[app] [] [app-hooks]}" || fake.Secret("app-hooks", "EXTRA") != "old" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err = app.Set(ctx, "EXTRA", "new", having); err != nil || fmt.Sprint(got) != "{[app app-hooks] [] []}" {
		t.Errorf("%v, %v", got, err)
	}
}
