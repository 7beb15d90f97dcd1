// This file sends one call, as often as it takes, and reads its answer.

package crmapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	// callTimeout and uploadTimeout are those of the vendor's own tool.
	callTimeout   = 15 * time.Second
	uploadTimeout = 60 * time.Second
	// maxAnswer is how much of an answer is read, in bytes.
	maxAnswer = 16 << 20
)

// request is one call.
type request struct {
	method, path string
	// json or body is what is sent; neither for nothing.
	json        any
	body        []byte
	contentType string
	timeout     time.Duration
	// idempotent says that a POST does no harm when it arrives twice.
	idempotent bool
	// open says that the call needs no token.
	open bool
}

// name is what errors call it.
func (r request) name() string {
	path, _, _ := strings.Cut(r.path, "?")
	return r.method + " " + path
}

func (r request) repeatable() bool { return r.idempotent || r.method != http.MethodPost }

// ask is call for a result of one type.
func ask[T any](ctx context.Context, c *Client, r request) (T, error) {
	var result T
	err := c.call(ctx, r, &result)
	return result, err
}

// call sends a request with a token, and once more with a new one when the API refuses the first.
func (c *Client) call(ctx context.Context, r request, out any) error {
	for renewed := false; ; renewed = true {
		token, portal, err := c.bearer(ctx)
		if err != nil {
			return err
		}
		with := r
		separator := "?"
		if strings.Contains(r.path, "?") {
			separator = "&"
		}
		with.path += separator + "portalId=" + url.QueryEscape(portal)
		err = c.sendAs(ctx, token, with, out)
		if renewed || !IsStatus(err, http.StatusUnauthorized) {
			return err
		}
		c.forget(token)
	}
}

func (c *Client) send(ctx context.Context, r request, out any) error {
	return c.sendAs(ctx, "", r, out)
}

func (c *Client) sendAs(ctx context.Context, token string, r request, out any) error {
	if r.json != nil {
		text, err := json.Marshal(r.json)
		if err != nil {
			return err
		}
		r.body, r.contentType = text, "application/json"
	}
	for attempt := 1; ; attempt++ {
		err := c.attempt(ctx, token, r, out)
		pause, again := c.again(r, attempt, err)
		if !again {
			return err
		}
		if err := c.Sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// attempt sends the request once.
func (c *Client) attempt(ctx context.Context, token string, r request, out any) error {
	timeout := r.timeout
	if timeout == 0 {
		timeout = callTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, r.method, c.base()+r.path, bytes.NewReader(r.body))
	if err != nil {
		return &UnreachableError{Call: r.name(), Why: "its address is none"}
	}
	if !r.open {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", c.Agent)
	if r.contentType != "" {
		request.Header.Set("Content-Type", r.contentType)
	}
	response, err := c.Do(request)
	if err != nil {
		return c.unanswered(ctx, token, r, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return c.unanswered(ctx, token, r, err)
	}
	return c.read(token, r, response, text, out)
}

// unanswered tells a broken connection from a caller who has given up.
func (c *Client) unanswered(ctx context.Context, token string, r request, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &UnreachableError{Call: r.name(), Why: "it took too long", Err: err}
	}
	var inner *url.Error
	if errors.As(err, &inner) {
		err = inner.Err
	}
	return &UnreachableError{Call: r.name(), Why: c.clean(token, err.Error()), Err: err}
}

// refusal is how the API says no.
type refusal struct {
	Message       string `json:"message"`
	CorrelationID string `json:"correlationId"`
	Category      string `json:"category"`
	SubCategory   any    `json:"subCategory"` // a string, or nothing
	Errors        []struct {
		Message string `json:"message"`
	} `json:"errors"`
}

// read takes the answer apart. What stands between may answer in HTML.
func (c *Client) read(token string, r request, response *http.Response, text []byte, out any) error {
	if response.StatusCode >= 300 {
		return c.refused(token, r, response, text)
	}
	switch out := out.(type) {
	case nil:
		return nil
	case *raw:
		*out = text
		return nil
	}
	if err := json.Unmarshal(text, out); err != nil {
		return &Error{
			Status: response.StatusCode, Call: r.name(),
			Message: "the answer is not of the API, or of another version than svc knows",
		}
	}
	return nil
}

func (c *Client) refused(token string, r request, response *http.Response, text []byte) *Error {
	told := &Error{Status: response.StatusCode, Call: r.name(), RetryAfter: retryAfter(response.Header, c.Now())}
	var said refusal
	if err := json.Unmarshal(text, &said); err != nil {
		told.Message = "the answer is not of the API: something in between gave it"
		return told
	}
	told.Message = c.clean(token, said.Message)
	if told.Message == "" {
		told.Message = "it gives no reason"
	}
	told.Category, told.CorrelationID = said.Category, said.CorrelationID
	told.SubCategory, _ = said.SubCategory.(string)
	for _, single := range said.Errors {
		told.Details = append(told.Details, c.clean(token, single.Message))
	}
	return told
}

// clean takes secrets out of a text that came from elsewhere, as they are and as JSON has them.
func (c *Client) clean(token, text string) string {
	for _, secret := range []string{c.Key, token} {
		if secret == "" {
			continue
		}
		quoted := strconv.Quote(secret)
		text = strings.ReplaceAll(text, secret, "[secret]")
		text = strings.ReplaceAll(text, quoted[1:len(quoted)-1], "[secret]")
	}
	return text
}
