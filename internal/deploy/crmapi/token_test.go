package crmapi_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/test/fakes/crmfake"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

func TestTokensAreRenewed(t *testing.T) {
	ctx := context.Background()
	client, fake, clock := newClient(t, crmfake.Options{})
	refreshes := func() int {
		n := 0
		for _, r := range fake.Requests() {
			if strings.HasSuffix(r.Path, "/refresh") {
				n++
			}
		}
		return n
	}
	for _, step := range []struct {
		before func()
		want   int
	}{
		{func() {}, 1}, {func() {}, 1},
		{func() { clock.at = clock.at.Add(24 * time.Minute) }, 1},
		{func() { clock.at = clock.at.Add(2 * time.Minute) }, 2},
		{fake.DropToken, 3},
	} {
		step.before()
		if _, err := client.Project(ctx, "x"); err != nil || refreshes() != step.want {
			t.Errorf("%v after %d refreshes, want %d", err, refreshes(), step.want)
		}
	}
}

func TestAccountOfAKey(t *testing.T) {
	ctx := context.Background()
	client, _, _ := newClient(t, crmfake.Options{Profile: profile(t, "hubspot")})
	account, err := client.Account(ctx)
	if err != nil || account.Portal != crmfake.Portal || account.Name != "Account of the fake" ||
		account.Type != "DEVELOPER_TEST" || account.User != "77" {
		t.Errorf("%+v, %v", account, err)
	}
	client.Portal = "42"
	if _, err := client.Account(ctx); !crmapi.IsStatus(err, http.StatusUnauthorized) {
		t.Errorf("a key of another account: %v", err)
	}
}

func TestErrorsContainNoSecrets(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, crmfake.Options{})
	body := fmt.Sprintf(
		`{"message":"%[1]s and crm-token-of-the-fake-1","errors":[{"message":"%[1]s"},{"message":"%[1]s"}],`+
			`"category":"%[1]s","subCategory":"%[1]s","correlationId":"%[1]s"}`, crmfake.Key,
	)
	fake.Fail(2, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 400, Body: body})
	_, refused := client.Project(ctx, "x")
	client.Key = "wrong-key"
	_, wrong := client.Account(ctx)
	client.Do = func(r *http.Request) (*http.Response, error) { return nil, fmt.Errorf("header %v", r.Header) }
	unreachable := client.DeleteProject(ctx, "x")
	for _, err := range []error{refused, wrong, unreachable} {
		shown := fmt.Sprintf("%v %+v %#v", err, err, err)
		if err == nil || strings.Contains(shown, crmfake.Key) || strings.Contains(shown, "wrong-key") ||
			strings.Contains(shown, "crm-token") {
			t.Error(shown)
		}
	}
	var apiError *crmapi.Error
	if !errors.As(wrong, &apiError) || !strings.Contains(apiError.Fix(), "svc login crm") {
		t.Errorf("a wrong key: %v", wrong)
	}
}

func TestOnlyRepeatableCallsAreRetried(t *testing.T) {
	ctx := context.Background()
	for name, fault := range map[string]fakeserver.Fault{
		"HTML": fakeserver.HTML(502), "broken": {Kind: fakeserver.Break}, "500": {
			Kind: fakeserver.Refuse, Status: 500, Body: "{}",
		},
	} {
		client, fake, _ := newClient(t, crmfake.Options{})
		fake.Fail(1, fault) // the refresh
		fake.Fail(3, fault)
		if _, err := client.Project(ctx, "x"); err != nil || len(fake.Requests()) != 4 {
			t.Errorf("%s: %v after %d requests", name, err, len(fake.Requests()))
		}
		fake.Fail(1, fault)
		if _, err := client.CreateProject(ctx, "x"); err == nil || len(fake.Requests()) != 5 {
			t.Errorf("%s, creating: %v after %d requests", name, err, len(fake.Requests()))
		}
		fake.Fail(1, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 429, RetryAfter: "3", Body: "{}"})
		if _, err := client.CreateProject(ctx, "x"); err != nil || len(fake.Requests()) != 7 {
			t.Errorf("%s, creating within a limit: %v after %d requests", name, err, len(fake.Requests()))
		}
	}
}

func TestAMissingPermissionHasAFix(t *testing.T) {
	client, fake, _ := newClient(t, crmfake.Options{})
	fake.Forbid(true)
	_, err := client.Project(context.Background(), "x")
	var apiError *crmapi.Error
	if !errors.As(err, &apiError) || !strings.Contains(apiError.Fix(), "permission for developer projects") {
		t.Errorf("%v", err)
	}
}

func TestInvalidProjectsAreRejectedBeforeAnyRequest(t *testing.T) {
	p := profile(t, "crm")
	const meta = "src/app/app-crmmeta.json"
	for name, c := range map[string]struct {
		change func(map[string][]byte)
		want   string
	}{
		"no project file": {func(f map[string][]byte) { delete(f, "crmproject.json") }, "no crmproject.json"},
		"half a project": {
			func(f map[string][]byte) { f["crmproject.json"] = []byte(`{"name":"x"}`) },
			"expected name, srcDir and platformVersion",
		},
		"no app": {func(f map[string][]byte) { delete(f, meta) }, "no component of type app"},
		"one uid twice": {
			func(f map[string][]byte) { f["src/app/cards/x-crmmeta.json"] = f[meta] }, `have the same uid "the_app"`,
		},
		"too deep": {func(f map[string][]byte) { f["src/app/cards/x/y-crmmeta.json"] = f[meta] }, "more than 2 folders deep"},
		"no uid":   {func(f map[string][]byte) { f[meta] = []byte(`{"type":"app"}`) }, "expected a uid and a type"},
		"no JSON":  {func(f map[string][]byte) { f[meta] = []byte(`{`) }, "app/app-crmmeta.json: "},
		"sources are gone": {func(f map[string][]byte) {
			f["crmproject.json"] = []byte(`{"name":"x","srcDir":"s","platformVersion":"2026.03"}`)
		}, "no files in s"},
	} {
		files, _ := project(t, p)
		c.change(files)
		if _, err := crmapi.ReadSource(p, files); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnAccountHasAWholeNumber(t *testing.T) {
	for _, id := range []string{`1e308`, `-1`, `0`, `1.5`, `"1/.."`, `null`, `[]`, `99999999999999999999`} {
		client, fake, _ := newClient(t, crmfake.Options{Profile: profile(t, "hubspot")})
		body := `{"portalId":` + id + `,"oauthAccessToken":"t","hubName":"n","userId":77}`
		fake.Fail(1, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 200, Body: body})
		if account, err := client.Account(context.Background()); err == nil {
			t.Errorf("%s: %+v", id, account)
		}
	}
}

func TestReasonsOfTheCRMAreShort(t *testing.T) {
	client, fake, _ := newClient(t, crmfake.Options{})
	long := strings.Repeat("x", 1<<20)
	fake.Fail(2, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 200, Body: `{"buildResultType":"DEPLOY_BLOCKED",` +
		`"issues":[{"uid":"` + long + `","errorMessages":["` + long + `"],"blockingMessages":[{"message":"` + long + `"}]}]}`})
	_, err := client.Deploy(context.Background(), "x", 1, false)
	var blocked *crmapi.BlockedError
	if !errors.As(err, &blocked) || len(blocked.Error()) > 10_000 {
		t.Errorf("%.100s", fmt.Sprint(err))
	}
	fake.Fail(1, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 200, Body: `{"status":"FAILURE","subbuildStatuses":[` +
		`{"status":"FAILURE","buildName":"` + long + `","errorMessage":"` + long + `",` +
		`"standardError":{"errors":[{"message":"` + long + `"}]}}]}`})
	build, err := client.WaitBuild(context.Background(), "x", 1, nil)
	if failed := build.Failures(); err != nil || len(failed) != 1 || len(failed[0].Name+failed[0].Reason()) > 10_000 {
		t.Errorf("%v, %d failures", err, len(failed))
	}
}
