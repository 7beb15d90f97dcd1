// Package control calls the control routes of an app worker, deployed or in this process, as the project's
// own tools: each request carries a grant, which proves the project's control key.
//
// It knows the shapes of requests and answers, and nothing of commands or of where keys are kept.
// Start at Client; one file has the routes of one theme (installs.go).
package control

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// maxAnswer is how much of an answer is read, in bytes: the routes give pages that are far smaller.
const maxAnswer = 32 << 20

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

// call sends in as JSON (nil sends no body) to a path with its query, and reads the answer into out.
func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	status, text, err := c.send(ctx, method, path, in)
	if err != nil {
		return err
	}
	return c.read(status, text, out)
}

// send sends in as JSON (nil sends no body) and gives what answers.
func (c *Client) send(ctx context.Context, method, path string, in any) (status int, text []byte, err error) {
	var body []byte
	if in != nil {
		if body, err = json.Marshal(in); err != nil {
			return 0, nil, fmt.Errorf("the request is no JSON: %w", err)
		}
	}
	r, err := http.NewRequestWithContext(
		ctx, method, strings.TrimSuffix(c.Origin.String(), "/")+path, bytes.NewReader(body),
	)
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Accept", "application/json")
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if err := c.Key.Sign(r, body, c.Now(), c.Random); err != nil {
		return 0, nil, err
	}
	response, err := c.Do(r)
	if err != nil {
		if ctx.Err() != nil {
			return 0, nil, ctx.Err()
		}
		return 0, nil, c.unreachable(reason(err), err)
	}
	defer response.Body.Close()
	text, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if ctx.Err() != nil {
		return 0, nil, ctx.Err()
	}
	if err != nil {
		return 0, nil, c.unreachable("its answer broke off", err)
	}
	return response.StatusCode, text, nil
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

// reason is what went wrong below HTTP, without the request's URL.
func reason(err error) string {
	if inner, ok := err.(*url.Error); ok {
		err = inner.Err
	}
	return err.Error()
}
