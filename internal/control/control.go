// Package control calls the control routes of an app worker, deployed or in this process, as the project's
// own tools: each request carries a grant, which proves the project's control key.
//
// It knows the shapes of requests and answers, and nothing of commands or of where keys are kept.
// Start at Client; one file has the routes of one theme (installs.go).
package control

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

// maxResponse is how much of a response is read, in bytes. The pages of the routes are far smaller.
const maxResponse = 32 << 20

// Client calls one app worker. Its methods may be called from several goroutines.
type Client struct {
	// Origin is where the app worker is: scheme and host.
	Origin *url.URL
	Key    Key
	// Do sends a request: the method of an http.Client, or what InProcess gives.
	Do     func(*http.Request) (*http.Response, error)
	Now    func() time.Time
	Random io.Reader
}

// Error is an answer that is an error; `svc explain <Code>` says more about it.
type Error struct {
	Status        int
	Code, Message string
	// Body is the whole answer, JSON.
	Body string
}

func (e *Error) Error() string {
	return fmt.Sprintf("the app worker answered %d %s: %s", e.Status, e.Code, e.Message)
}

// UnreachableError says that there was no answer, or none of an app worker.
type UnreachableError struct {
	Origin string
	Why    string
	Err    error
}

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no app worker answers at %s: %s", e.Origin, e.Why)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// call sends in as JSON (nil sends no body) to a path with its query, and decodes the response into out.
func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	return c.send(ctx, method, path, in, func(r apiclient.Response) error { return c.read(r.Status, r.Body, out) })
}

// send sends in as JSON (nil sends no body) and decodes the response.
func (c *Client) send(
	ctx context.Context, method, path string, in any, decode func(apiclient.Response) error,
) error {
	client := &apiclient.Client{
		BaseURL: strings.TrimSuffix(c.Origin.String(), "/"), Do: c.Do, MaxResponse: maxResponse,
		Sign:        func(r *http.Request, body []byte) error { return c.Key.Sign(r, body, c.Now(), c.Random) },
		Unreachable: func(f apiclient.Failure) error { return c.unreachable(f.Why, f.Err) },
	}
	return client.Call(ctx, apiclient.Request{Method: method, Path: path, JSON: in}, decode)
}

// read takes the answer apart: every answer of a control route is an object that says whether it is ok.
func (c *Client) read(status int, text []byte, out any) error {
	var told struct {
		OK      *bool  `json:"ok"`
		Code    string `json:"error"`
		Message string `json:"message"`
	}
	if err := json.Unmarshal(text, &told); err != nil || told.OK == nil {
		return c.unreachable(fmt.Sprintf("what answered %d there speaks another language", status), err)
	}
	if status != http.StatusOK || !*told.OK {
		return &Error{Status: status, Code: told.Code, Message: told.Message, Body: string(text)}
	}
	if err := json.Unmarshal(text, out); err != nil {
		return c.unreachable("its answer has another shape than this version of svc knows", err)
	}
	return nil
}

func (c *Client) unreachable(why string, err error) error {
	return &UnreachableError{Origin: c.Origin.String(), Why: why, Err: err}
}
