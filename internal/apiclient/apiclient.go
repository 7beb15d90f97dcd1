// Package apiclient sends requests to a JSON API over HTTP: it limits the time and the response, retries with backoff,
// honors Retry-After, and keeps secrets out of errors.
//
// It does not know the form of an API's errors: its caller decodes responses. Start at Client.Call.
package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/reason"
)

// Client sends requests to one API. Its methods may be called from several goroutines.
type Client struct {
	// BaseURL is where the API is, without a slash at the end.
	BaseURL string
	// Header is sent with every request.
	Header http.Header
	// Sign changes a request before it is sent. It may be nil.
	Sign func(r *http.Request, body []byte) error
	// Do sends a request: the method of an http.Client.
	Do func(*http.Request) (*http.Response, error)
	// MaxResponse is how much of a response body is read, in bytes.
	MaxResponse int64
	// Secrets are texts that errors never contain.
	Secrets []string
	// Unreachable converts a failure into the API's own error.
	Unreachable func(Failure) error
	// Retry says when to send a request again; nil for never.
	Retry *Retry
}

// Request is one call of an API.
type Request struct {
	Method, Path string
	// JSON or Body is sent; neither for an empty body. ContentType is of Body.
	JSON        any
	Body        []byte
	ContentType string
	// Header is sent with this request.
	Header http.Header
	// Timeout limits one attempt; zero for no limit.
	Timeout time.Duration
	// Repeatable reports that the request may arrive twice: it is also retried when its effect is unknown.
	Repeatable bool
	// Secrets are texts that errors never contain.
	Secrets []string
}

// Name returns the method and the path without its query, for errors.
func (r Request) Name() string {
	path, _, _ := strings.Cut(r.Path, "?")
	return r.Method + " " + path
}

// Response is a complete response.
type Response struct {
	Status int // 0 for none
	Header http.Header
	Body   []byte
}

// IsForeign reports whether a response that does not have the form of the API is that of a proxy or a sign-in page.
// Outages, limits and rejected credentials have such responses of the API itself.
func (r Response) IsForeign() bool {
	switch r.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		return false
	}
	return r.Status < http.StatusInternalServerError
}

// Failure is why a request got no response. The request may have taken effect.
type Failure struct {
	// Call is Request.Name.
	Call string
	Why  string
	Err  error
}

// Call sends the request and decodes the response. It retries, and returns the error of the last attempt.
func (c *Client) Call(ctx context.Context, r Request, decode func(Response) error) error {
	if r.JSON != nil {
		body, err := json.Marshal(r.JSON)
		if err != nil {
			return fmt.Errorf("cannot encode the request %s: %w", r.Name(), err)
		}
		r.Body = body
		if r.ContentType == "" {
			r.ContentType = "application/json"
		}
	}
	for attempt := 1; ; attempt++ {
		if c.Retry != nil && c.Retry.Before != nil {
			if err := c.Retry.Before(ctx, r); err != nil {
				return err
			}
		}
		response, err := c.attempt(ctx, r)
		if err == nil {
			err = decode(response)
		}
		ended := response.Status == 0 && ctx.Err() != nil
		if err == nil || ended {
			return err
		}
		pause, again := c.Retry.next(r, attempt, response)
		if !again {
			return err
		}
		if err := c.Retry.Sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// attempt sends the request once.
func (c *Client) attempt(ctx context.Context, r Request) (Response, error) {
	limited := ctx
	if r.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, r.Timeout)
		defer cancel()
	}
	request, err := http.NewRequestWithContext(limited, r.Method, c.BaseURL+r.Path, bytes.NewReader(r.Body))
	if err != nil {
		return Response{}, c.Unreachable(Failure{Call: r.Name(), Why: "its address is not valid"})
	}
	for _, header := range []http.Header{c.Header, r.Header} {
		for name, values := range header {
			request.Header[name] = values
		}
	}
	request.Header.Set("Accept", "application/json")
	if r.ContentType != "" {
		request.Header.Set("Content-Type", r.ContentType)
	}
	if c.Sign != nil {
		if err := c.Sign(request, r.Body); err != nil {
			return Response{}, err
		}
	}
	response, err := c.Do(request)
	if err != nil {
		return Response{}, c.failure(ctx, r, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, c.MaxResponse))
	if err != nil {
		return Response{}, c.failure(ctx, r, fmt.Errorf("the response broke off: %w", err))
	}
	return Response{Status: response.StatusCode, Header: response.Header, Body: body}, nil
}

// failure returns the error of an attempt without a response. A caller that has canceled gets its own cause, such as a
// signal. One whose time is over gets the same error as after Timeout.
func (c *Client) failure(ctx context.Context, r Request, err error) error {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	f := Failure{Call: r.Name(), Err: err}
	if errors.Is(err, context.DeadlineExceeded) {
		f.Why = "no response in time"
		return c.Unreachable(f)
	}
	f.Why = c.Redact(r, reason.Of(err)) // without the URL
	return c.Unreachable(f)
}
