package apiclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

var start = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

type unreachable Failure

func (u *unreachable) Error() string { return u.Call + ": " + u.Why }

// bench is a client whose responses are given in order, and whose pauses are recorded.
type bench struct {
	Client
	responses []func(*http.Request) (*http.Response, error)
	sent      []*http.Request
	slept     []time.Duration
}

func newBench(responses ...func(*http.Request) (*http.Response, error)) *bench {
	b := &bench{responses: responses}
	b.Client = Client{
		BaseURL: "https://api.example/v1", Header: http.Header{"Authorization": {"Bearer client-token"}}, MaxResponse: 100,
		Secrets: []string{"client-token"}, Unreachable: func(f Failure) error { return (*unreachable)(&f) },
		Do: func(r *http.Request) (*http.Response, error) {
			b.sent = append(b.sent, r)
			return b.responses[len(b.sent)-1](r)
		},
		Retry: &Retry{
			Now: func() time.Time { return start }, Random: func() float64 { return 0.5 },
			Sleep: func(ctx context.Context, d time.Duration) error {
				b.slept = append(b.slept, d)
				return ctx.Err()
			},
		},
	}
	return b
}

func answers(status int, retryAfter string) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) {
		header := http.Header{}
		if retryAfter != "" {
			header.Set("Retry-After", retryAfter)
		}
		return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(`{}`))}, nil
	}
}

func fails(err error) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		return nil, &url.Error{Op: r.Method, URL: r.URL.String(), Err: err}
	}
}

func decode(r Response) error {
	if r.Status != http.StatusOK {
		return fmt.Errorf("status %d", r.Status)
	}
	return nil
}

func TestCallRetriesWhatMayArriveTwice(t *testing.T) {
	ok, broken, outage := answers(200, ""), fails(errors.New("reset")), answers(502, "")
	for name, test := range map[string]struct {
		repeatable bool
		responses  []func(*http.Request) (*http.Response, error)
		slept      []time.Duration
		fails      bool
	}{
		"a broken connection and an outage": {
			repeatable: true, responses: []func(*http.Request) (*http.Response, error){broken, outage, ok},
			slept: []time.Duration{750 * time.Millisecond, 1500 * time.Millisecond},
		},
		"three outages": {
			repeatable: true, responses: []func(*http.Request) (*http.Response, error){outage, outage, outage},
			slept: []time.Duration{750 * time.Millisecond, 1500 * time.Millisecond}, fails: true,
		},
		"a broken connection, and the request must not arrive twice": {
			responses: []func(*http.Request) (*http.Response, error){broken}, fails: true,
		},
		"a 429 to a request that must not arrive twice": {
			responses: []func(*http.Request) (*http.Response, error){answers(429, "7"), ok},
			slept:     []time.Duration{7 * time.Second},
		},
		"a 429 with a date": {
			responses: []func(*http.Request) (*http.Response, error){
				answers(429, start.Add(9*time.Second).Format(http.TimeFormat)), ok,
			},
			slept: []time.Duration{9 * time.Second},
		},
		"a 429 that asks for more than a minute": {
			responses: []func(*http.Request) (*http.Response, error){answers(429, "61")}, fails: true,
		},
		"a rejection": {
			repeatable: true, responses: []func(*http.Request) (*http.Response, error){answers(404, "")}, fails: true,
		},
	} {
		b := newBench(test.responses...)
		err := b.Call(t.Context(), Request{Method: "GET", Path: "/x", Repeatable: test.repeatable}, decode)
		if (err != nil) != test.fails || len(b.sent) != len(test.responses) || !slices.Equal(b.slept, test.slept) {
			t.Errorf("%s: %v after %d requests, slept %v", name, err, len(b.sent), b.slept)
		}
	}
}

func TestCallWithoutRetrySendsOnce(t *testing.T) {
	b := newBench(answers(503, "1"))
	b.Retry = nil
	if err := b.Call(t.Context(), Request{Method: "GET", Path: "/x", Repeatable: true}, decode); err == nil {
		t.Error("no error")
	}
}

func TestCallSendsHeadersAndBody(t *testing.T) {
	b := newBench(func(r *http.Request) (*http.Response, error) {
		body, _ := io.ReadAll(r.Body)
		got := r.Method + " " + r.URL.String() + " " + string(body) + " " + strings.Join([]string{
			r.Header.Get("Authorization"), r.Header.Get("X-Date"), r.Header.Get("Content-Type"), r.Header.Get("Accept"),
			r.Header.Get("Signature"),
		}, ",")
		want := `POST https://api.example/v1/x?y=1 {"a":1} Bearer client-token,today,application/json,application/json,{"a":1}`
		if got != want {
			t.Errorf("sent %s\nwant %s", got, want)
		}
		return answers(200, "")(r)
	})
	b.Sign = func(r *http.Request, body []byte) error {
		r.Header.Set("Signature", string(body))
		return nil
	}
	request := Request{
		Method: "POST", Path: "/x?y=1", JSON: map[string]int{"a": 1}, Header: http.Header{"X-Date": {"today"}},
	}
	if err := b.Call(t.Context(), request, decode); err != nil {
		t.Error(err)
	}
}

func TestErrorsHaveNoSecretsAndNoURL(t *testing.T) {
	b := newBench(fails(errors.New(`the header was client-token, the body body\"text`)))
	err := b.Call(t.Context(), Request{Method: "POST", Path: "/x?q=1", Secrets: []string{`body"text`}}, decode)
	if want := "POST /x: the header was [redacted], the body [redacted]"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestLongTextsAreShortenedWithoutALeftPartOfASecret(t *testing.T) {
	c := &Client{Secrets: []string{"client-token"}}
	for name, test := range map[string]struct{ text, want string }{
		"a short one": {"no client-token", "no [redacted]"},
		"a long one":  {strings.Repeat("é", 1500), strings.Repeat("é", 1000) + " …"},
		"a huge one":  {strings.Repeat("x", 1<<24), strings.Repeat("x", 2000) + " …"},
		"a secret at the limit of what is read": {
			strings.Repeat("client-token ", 5040) + " client-token" + strings.Repeat("x", 1<<20), "",
		},
	} {
		got := c.Redact(Request{}, test.text)
		if strings.Contains(got, "client-") || len(got) > 2010 || test.want != "" && got != test.want {
			t.Errorf("%s: %d bytes, %.80q", name, len(got), got)
		}
	}
	for left := range 14 {
		text := strings.Repeat("a", maxRead-left) + "client-token" + strings.Repeat("b", 100)
		if got := c.Redact(Request{}, text); strings.ContainsAny(got, "clientok-b") {
			t.Errorf("%d bytes of a secret: %.80q", left, got)
		}
	}
}

func TestAResponseThatBreaksOffIsAFailure(t *testing.T) {
	b := newBench(func(*http.Request) (*http.Response, error) {
		body := io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF))
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: body}, nil
	})
	err := b.Call(t.Context(), Request{Method: "POST", Path: "/x"}, decode)
	var failed *unreachable
	if !errors.As(err, &failed) || failed.Why != "the response broke off: it ends too early" {
		t.Errorf("got %v", err)
	}
}

func TestAnAttemptEndsAfterItsTimeout(t *testing.T) {
	b := newBench(func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	})
	err := b.Call(t.Context(), Request{Method: "POST", Path: "/x", Timeout: time.Nanosecond}, decode)
	var failed *unreachable
	if !errors.As(err, &failed) || failed.Why != "no response in time" {
		t.Errorf("got %v", err)
	}
}

func TestACallerWhoCancelsGetsItsOwnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := newBench(func(r *http.Request) (*http.Response, error) {
		cancel()
		return fails(r.Context().Err())(r)
	})
	err := b.Call(ctx, Request{Method: "GET", Path: "/x", Repeatable: true}, decode)
	if !errors.Is(err, context.Canceled) || len(b.slept) != 0 {
		t.Errorf("got %v, slept %v", err, b.slept)
	}
}

func TestACallerWhoStopsGetsItsCause(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped by a signal")
	b := newBench(func(r *http.Request) (*http.Response, error) {
		cancel(stopped)
		return fails(r.Context().Err())(r)
	})
	if err := b.Call(ctx, Request{Method: "GET", Path: "/x", Repeatable: true}, decode); !errors.Is(err, stopped) {
		t.Errorf("got %v", err)
	}
}

func TestACallerWhoseTimeIsOverHasNoResponse(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	b := newBench(func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return fails(r.Context().Err())(r)
	})
	err := b.Call(ctx, Request{Method: "GET", Path: "/x", Repeatable: true}, decode)
	var failed *unreachable
	if !errors.As(err, &failed) || failed.Why != "no response in time" || len(b.slept) != 0 {
		t.Errorf("got %v, slept %v", err, b.slept)
	}
}
