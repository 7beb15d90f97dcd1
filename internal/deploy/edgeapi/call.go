// This file sends one call, as often as it takes, and reads the envelope of its answer.

package edgeapi

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
	// callTimeout is how long one attempt may take; an upload carries megabytes.
	callTimeout   = 60 * time.Second
	uploadTimeout = 5 * time.Minute
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
	apiDate     string
	timeout     time.Duration
	// idempotent says that a POST or PATCH does no harm when it arrives twice. GET, PUT and DELETE do none,
	// unless once says so.
	idempotent, once bool
	// secrets are texts that no error may repeat.
	secrets []string
}

// name is what errors call it.
func (r request) name() string {
	path, _, _ := strings.Cut(r.path, "?")
	return r.method + " " + path
}

func (r request) repeatable() bool {
	return !r.once && (r.idempotent || r.method != http.MethodPost && r.method != http.MethodPatch)
}

// ask is call for a result of one type.
func ask[T any](ctx context.Context, c *Client, r request) (T, error) {
	var result T
	err := c.call(ctx, r, &result)
	return result, err
}

// call sends a request and reads the result into out (nil for none).
func (c *Client) call(ctx context.Context, r request, out any) error {
	_, err := c.exchange(ctx, r, out)
	return err
}

func (c *Client) exchange(ctx context.Context, r request, out any) (pageInfo, error) {
	if r.json != nil {
		text, err := json.Marshal(r.json)
		if err != nil {
			return pageInfo{}, err
		}
		r.body = text
		if r.contentType == "" {
			r.contentType = "application/json"
		}
	}
	for attempt := 1; ; attempt++ {
		if err := c.waitForLimit(ctx, r); err != nil {
			return pageInfo{}, err
		}
		info, err := c.attempt(ctx, r, out)
		pause, again := c.again(r, attempt, err)
		if !again {
			return info, err
		}
		if err := c.Sleep(ctx, pause); err != nil {
			return pageInfo{}, err
		}
	}
}

// attempt sends the request once.
func (c *Client) attempt(ctx context.Context, r request, out any) (pageInfo, error) {
	timeout := r.timeout
	if timeout == 0 {
		timeout = callTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, r.method, c.base()+r.path, bytes.NewReader(r.body))
	if err != nil {
		return pageInfo{}, &UnreachableError{Call: r.name(), Why: "its address is none"}
	}
	request.Header.Set("Authorization", "Bearer "+c.Token)
	request.Header.Set("Accept", "application/json")
	if r.contentType != "" {
		request.Header.Set("Content-Type", r.contentType)
	}
	if r.apiDate != "" {
		request.Header.Set("Cloudflare-Workers-Script-Api-Date", r.apiDate)
	}
	response, err := c.Do(request)
	if err != nil {
		return pageInfo{}, c.unanswered(ctx, r, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return pageInfo{}, c.unanswered(ctx, r, err)
	}
	c.noteLimit(response.Header)
	return c.read(r, response, text, out)
}

// unanswered tells a broken connection from a caller who has given up.
func (c *Client) unanswered(ctx context.Context, r request, err error) error {
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
	return &UnreachableError{Call: r.name(), Why: c.clean(r, err.Error()), Err: err}
}

// envelope is what every answer of the API is in.
type envelope struct {
	Success *bool           `json:"success"`
	Result  json.RawMessage `json:"result"`
	Errors  []struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Chain   []struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error_chain"`
		Meta struct {
			Details json.RawMessage `json:"details"`
		} `json:"meta"`
	} `json:"errors"`
	Info pageInfo `json:"result_info"`
}

type pageInfo struct {
	Page    int `json:"page"`
	PerPage int `json:"per_page"`
	Count   int `json:"count"`
	Total   int `json:"total_count"`
}

// read takes the answer apart. What stands between may answer in HTML.
func (c *Client) read(r request, response *http.Response, text []byte, out any) (pageInfo, error) {
	var told envelope
	if err := json.Unmarshal(text, &told); err != nil || told.Success == nil {
		return pageInfo{}, &Error{
			Status: response.StatusCode, Call: r.name(), RetryAfter: retryAfter(response.Header, c.Now()),
			Message: "the answer is not of the API: something in between gave it",
		}
	}
	if response.StatusCode >= 400 || !*told.Success {
		return pageInfo{}, c.refused(r, response, told)
	}
	if out == nil || len(told.Result) == 0 || string(told.Result) == "null" {
		return told.Info, nil
	}
	if err := json.Unmarshal(told.Result, out); err != nil {
		return pageInfo{}, &Error{
			Status: response.StatusCode, Call: r.name(), Message: "the result has another shape than this version of svc knows",
		}
	}
	return told.Info, nil
}

func (c *Client) refused(r request, response *http.Response, told envelope) *Error {
	refusal := &Error{
		Status: response.StatusCode, Call: r.name(), RetryAfter: retryAfter(response.Header, c.Now()),
		Message: "it gives no reason",
	}
	for i, e := range told.Errors {
		message := c.clean(r, e.Message)
		if i == 0 {
			refusal.Code, refusal.Message = e.Code, message
		} else {
			refusal.Details = append(refusal.Details, message)
		}
		for _, link := range e.Chain {
			refusal.Details = append(refusal.Details, c.clean(r, link.Message))
		}
		if len(e.Meta.Details) > 0 && string(e.Meta.Details) != "null" {
			refusal.Details = append(refusal.Details, c.clean(r, string(e.Meta.Details)))
		}
	}
	return refusal
}

// clean takes secrets out of a text that came from elsewhere, as they are and as JSON has them.
func (c *Client) clean(r request, text string) string {
	for _, secret := range append([]string{c.Token}, r.secrets...) {
		if secret == "" {
			continue
		}
		quoted := strconv.Quote(secret)
		text = strings.ReplaceAll(text, secret, "[secret]")
		text = strings.ReplaceAll(text, quoted[1:len(quoted)-1], "[secret]")
	}
	return text
}

// pages reads a list to its end.
func pages[T any](ctx context.Context, c *Client, path string) ([]T, error) {
	var all []T
	for page := 1; ; page++ {
		var some []T
		info, err := c.exchange(
			ctx, request{method: http.MethodGet, path: path + "?per_page=50&page=" + strconv.Itoa(page)}, &some,
		)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
		if len(some) == 0 || len(all) >= info.Total {
			return all, nil
		}
	}
}
