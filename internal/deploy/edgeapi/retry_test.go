package edgeapi_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/test/fakes/edgefake"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

func status(code int) fakeserver.Fault {
	return fakeserver.Fault{Kind: fakeserver.Refuse, Status: code}
}

func TestRepeatableCallsAreSentThreeTimes(t *testing.T) {
	ctx := context.Background()
	for name, fault := range map[string]fakeserver.Fault{
		"500": status(500), "HTML": fakeserver.HTML(502), "broken": {Kind: fakeserver.Break}, "answer lost": {
			Kind: fakeserver.Break, After: true,
		},
	} {
		client, fake, clock := newClient(t, edgefake.Options{})
		fake.Fail(1, fault)
		fake.Fail(2, fault)
		_, err := client.Upload(ctx, "w", upload())
		if err != nil || len(fake.Requests()) != 3 || !slices.Equal(clock.slept, []time.Duration{
			750 * time.Millisecond, 1500 * time.Millisecond,
		}) {
			t.Errorf("%s: %v after %d requests, slept %v", name, err, len(fake.Requests()), clock.slept)
		}
		for n := range 3 {
			fake.Fail(n+1, fault)
		}
		if _, err := client.Service(ctx, "w"); err == nil || len(fake.Requests()) != 6 {
			t.Errorf("%s thrice: %v after %d requests", name, err, len(fake.Requests()))
		}
	}
}

func TestOtherCallsAreOnlyRetriedAfter429(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, edgefake.Options{})
	first, err := client.Upload(ctx, "w", upload())
	must(t, err)
	migrating := upload()
	migrating.Modules[0].Text = []byte("export class Portal {}")
	migrating.Metadata.Migrations = &edgeapi.Migrations{
		NewTag: "v1", Steps: []edgeapi.MigrationStep{{NewSQLiteClasses: []string{"Portal"}}},
	}
	for name, call := range map[string]func() error{
		"deployment": func() error {
			_, err := client.Deploy(ctx, "w", "", edgeapi.Share{VersionID: first.VersionID, Percentage: 100})
			return err
		},
		"migration": func() error { _, err := client.Upload(ctx, "app", migrating); return err },
		"tail":      func() error { _, err := client.CreateTail(ctx, "w"); return err },
	} {
		for _, fault := range []fakeserver.Fault{{Kind: fakeserver.Break}, status(500)} {
			sent := len(fake.Requests())
			fake.Fail(1, fault)
			if err := call(); err == nil || len(fake.Requests()) != sent+1 {
				t.Errorf("%s: %v after %d requests", name, err, len(fake.Requests())-sent)
			}
		}
		sent := len(fake.Requests())
		fake.Fail(1, status(429)) // refused unread
		if err := call(); err != nil || len(fake.Requests()) != sent+2 {
			t.Errorf("%s refused by the limit: %v after %d requests", name, err, len(fake.Requests())-sent)
		}
	}
}

func TestRetryAfterIsHonoredUpToAMinute(t *testing.T) {
	ctx := context.Background()
	client, fake, clock := newClient(t, edgefake.Options{})
	limited := status(429)
	limited.RetryAfter = "42"
	fake.Fail(1, limited)
	_, err := client.Service(ctx, "w")
	if err != nil || !slices.Equal(clock.slept, []time.Duration{42 * time.Second}) {
		t.Errorf("%v, slept %v", err, clock.slept)
	}
	limited.RetryAfter = "61"
	fake.Fail(1, limited)
	_, err = client.Service(ctx, "w")
	var apiError *edgeapi.Error
	if !errors.As(err, &apiError) || apiError.Status != 429 || apiError.RetryAfter != 61*time.Second ||
		len(clock.slept) != 1 || apiError.Fix() == "" {
		t.Errorf("%v, slept %v", err, clock.slept)
	}
	limited.RetryAfter = clock.at.Add(30 * time.Second).Format(http.TimeFormat)
	fake.Fail(1, limited)
	if _, err := client.Service(ctx, "w"); err != nil || clock.slept[1] != 30*time.Second {
		t.Errorf("with a date: %v, slept %v", err, clock.slept)
	}
}

func TestNoRequestIsSentWhileTheLimitIsExhausted(t *testing.T) {
	ctx := context.Background()
	client, fake, clock := newClient(t, edgefake.Options{Limit: 2})
	for range 2 {
		_, err := client.Service(ctx, "w")
		must(t, err)
	}
	_, err := client.Service(ctx, "w")
	var apiError *edgeapi.Error
	if !errors.As(err, &apiError) || apiError.Status != 429 || len(fake.Requests()) != 2 || len(clock.slept) != 0 {
		t.Errorf("five minutes before the limit is back: %v, slept %v", err, clock.slept)
	}
	clock.at = clock.at.Add(4*time.Minute + 10*time.Second)
	if _, err := client.Service(ctx, "w"); err != nil || !slices.Equal(clock.slept, []time.Duration{50 * time.Second}) {
		t.Errorf("50 seconds before: %v, slept %v", err, clock.slept)
	}
}

func TestResponsesOfProxiesAreErrors(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, edgefake.Options{})
	for _, body := range []string{
		"", "[]", "null", "<html>", `{"result":{}}`, `{"success":"yes"}`, `{"success":true,"result":[1]}`,
	} {
		fake.Fail(1, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 200, Body: body})
		_, err := client.Service(ctx, "w")
		var apiError *edgeapi.Error
		if !errors.As(err, &apiError) || strings.Contains(err.Error(), "<html>") {
			t.Errorf("%q: %v", body, err)
		}
	}
}

func TestErrorsContainNoSecrets(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, edgefake.Options{})
	const secret = `canary"\value`
	quoted := `canary\"\\value`
	body := fmt.Sprintf(
		`{"success":false,"errors":[{"code":10021,"message":"%s and %s",`+
			`"error_chain":[{"message":"%s"}],"meta":{"details":{"x":"%s"}}},{"code":10022,"message":"%s"}]}`,
		edgefake.Token, quoted, quoted, quoted, quoted,
	)
	fake.Fail(1, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 400, Body: body})
	_, err := client.Upload(ctx, "w", upload(edgeapi.Secret("S", secret)))
	fake.Fail(1, fakeserver.Fault{Kind: fakeserver.Refuse, Status: 400, Body: body})
	text := secret
	patched := client.PatchSecrets(ctx, "w", map[string]*string{"S": &text})
	client.Do = func(r *http.Request) (*http.Response, error) { return nil, fmt.Errorf("header %v", r.Header) }
	unreachable := client.DeleteScript(ctx, "w", false)
	for _, err := range []error{err, patched, unreachable} {
		shown := fmt.Sprintf("%v %+v %#v", err, err, err)
		if err == nil || strings.Contains(shown, edgefake.Token) || strings.Contains(shown, "canary") ||
			!strings.Contains(shown, "[redacted]") {
			t.Errorf("%v", err)
		}
	}
	if shown := fmt.Sprintf("%v %+v %#v %s", edgeapi.Secret("S", secret), edgeapi.Secret(
		"S", secret,
	), upload(edgeapi.Secret("S", secret)), edgeapi.Secret("S", secret)); strings.Contains(shown, "canary") {
		t.Errorf("a printed binding shows %s", shown)
	}
}

func TestACanceledCallReturnsTheContextsError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	client, fake, _ := newClient(t, edgefake.Options{})
	cancel()
	if _, err := client.Service(ctx, "w"); !errors.Is(err, context.Canceled) || len(fake.Requests()) != 0 {
		t.Errorf("%v after %d requests", err, len(fake.Requests()))
	}
}

func TestAnInvalidTokenHasAFix(t *testing.T) {
	client, _, _ := newClient(t, edgefake.Options{})
	client.Token = "wrong"
	_, err := client.Service(context.Background(), "w")
	var apiError *edgeapi.Error
	if !errors.As(err, &apiError) || apiError.Status != 401 || !strings.Contains(apiError.Fix(), "svc login edge") {
		t.Errorf("%v", err)
	}
}

func TestListWhosePagesDoNotEndIsAnError(t *testing.T) {
	client, _, _ := newClient(t, edgefake.Options{})
	asked := 0
	client.Do = func(*http.Request) (*http.Response, error) {
		if asked++; asked > 1000 {
			t.Fatal("asked for a thousand pages")
		}
		body := `{"success": true, "result": [{"id": "a", "name": "A"}], "result_info": {"total_count": 1000000000}}`
		text := io.NopCloser(strings.NewReader(body))
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: text}, nil
	}
	_, err := client.Accounts(context.Background())
	const want = "the edge API answered 200 to GET /accounts: the pages of the list do not end"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestARedirectIsNoAnswerOfTheAPI(t *testing.T) {
	client, fake, _ := newClient(t, edgefake.Options{})
	for _, code := range []int{301, 302, 307, 308} {
		fault := status(code)
		fault.Body = `{"success":true,"result":null}`
		fake.Fail(1, fault)
		_, err := client.Scripts(context.Background())
		var apiError *edgeapi.Error
		if !errors.As(err, &apiError) || !apiError.Foreign || apiError.Status != code {
			t.Errorf("%d: %v", code, err)
		}
	}
}

func TestAnErrorOfTheAPIIsShort(t *testing.T) {
	client, fake, _ := newClient(t, edgefake.Options{})
	fault := status(400)
	each := `{"code":1,"message":"` + strings.Repeat("token=x ", 1<<16) + `"}`
	fault.Body = `{"success":false,"errors":[` + each + `,` + each + strings.Repeat(`,{"code":2,"message":"m"}`, 1000) + `]}`
	fake.Fail(1, fault)
	_, err := client.Scripts(context.Background())
	if text := fmt.Sprint(err); len(text) > 5000 || !strings.Contains(text, "code 1)") || !strings.Contains(text, " …") {
		t.Errorf("%d bytes: %.100s", len(text), text)
	}
}
