// Package control calls the control routes of an app worker, deployed or in this process. A grant authorizes each
// request with the project's control key.
//
// It does not know commands, or where keys are stored. Start at Client.
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
	// Do sends a request: the method of an http.Client, or the result of InProcess.
	Do     func(*http.Request) (*http.Response, error)
	Now    func() time.Time
	Random io.Reader
}

// Error is an error of the app worker. `svc explain <Code>` describes it.
type Error struct {
	Status        int
	Code, Message string
	// Body is the whole response, JSON.
	Body string
}

func (e *Error) Error() string {
	return fmt.Sprintf("the app worker answered %d %s: %s", e.Status, e.Code, e.Message)
}

// UnreachableError reports that there was no response, or none from an app worker.
type UnreachableError struct {
	Origin string
	Why    string
	Err    error
}

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no app worker answers at %s: %s", e.Origin, e.Why)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// Agent is the User-Agent of requests. The server of svc dev does not print those of its own tool.
const Agent = "svc"

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
		Header:      http.Header{"User-Agent": {Agent}},
		Sign:        func(r *http.Request, body []byte) error { return c.Key.Sign(r, body, c.Now(), c.Random) },
		Unreachable: func(f apiclient.Failure) error { return c.unreachable(f.Why, f.Err) },
	}
	return client.Call(ctx, apiclient.Request{Method: method, Path: path, JSON: in}, decode)
}

// read decodes a response. Every response of a control route is an object with a member ok.
func (c *Client) read(status int, text []byte, out any) error {
	var envelope struct {
		OK      *bool  `json:"ok"`
		Code    string `json:"error"`
		Message string `json:"message"`
	}
	if err := json.Unmarshal(text, &envelope); err != nil || envelope.OK == nil {
		return c.unreachable(fmt.Sprintf("unexpected %d: not a svc app worker", status), err)
	}
	if status != http.StatusOK || !*envelope.OK {
		return &Error{Status: status, Code: envelope.Code, Message: envelope.Message, Body: string(text)}
	}
	if err := json.Unmarshal(text, out); err != nil {
		return c.unreachable("this version of svc does not know the form of its response", err)
	}
	return nil
}

func (c *Client) unreachable(why string, err error) error {
	return &UnreachableError{Origin: c.Origin.String(), Why: why, Err: err}
}
