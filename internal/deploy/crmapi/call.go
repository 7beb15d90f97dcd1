package crmapi

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

const (
	// callTimeout and uploadTimeout limit one attempt. They are those of the vendor's own tool.
	callTimeout   = 15 * time.Second
	uploadTimeout = 60 * time.Second
	// maxResponse is how much of a response is read, in bytes.
	maxResponse = 16 << 20
)

// request is one call.
type request struct {
	method, path string
	// json or body is sent; neither for an empty body.
	json        any
	body        []byte
	contentType string
	timeout     time.Duration
	// idempotent reports that a POST may arrive twice.
	idempotent bool
}

// ask is call for a result of one type.
func ask[T any](ctx context.Context, c *Client, r request) (T, error) {
	var result T
	err := c.call(ctx, r, &result)
	return result, err
}

// call sends a request with a token, and once more with a new token when the API rejects the first.
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
		err = c.send(ctx, token, with, out)
		if renewed || !IsStatus(err, http.StatusUnauthorized) {
			return err
		}
		c.forget(token)
	}
}

// send sends a request with a token, or without one for "", and decodes the result into out (nil for none).
func (c *Client) send(ctx context.Context, token string, r request, out any) error {
	client := &apiclient.Client{
		BaseURL: c.base(), Header: http.Header{"User-Agent": {c.Agent}}, Do: c.Do, MaxResponse: maxResponse,
		Secrets:     []string{c.Key, token},
		Unreachable: func(f apiclient.Failure) error { return (*UnreachableError)(&f) },
		Retry:       &apiclient.Retry{Now: c.Now, Sleep: c.Sleep, Random: c.Random},
	}
	if token != "" {
		client.Header.Set("Authorization", "Bearer "+token)
	}
	sent := apiclient.Request{
		Method: r.method, Path: r.path, JSON: r.json, Body: r.body, ContentType: r.contentType,
		Timeout: cmp.Or(r.timeout, callTimeout), Repeatable: r.idempotent || r.method != http.MethodPost,
	}
	return client.Call(ctx, sent, func(response apiclient.Response) error {
		if response.Status >= http.StatusMultipleChoices {
			return c.rejection(client, sent, response)
		}
		switch out := out.(type) {
		case nil:
			return nil
		case *raw:
			*out = response.Body
			return nil
		}
		if err := json.Unmarshal(response.Body, out); err != nil {
			return &Error{
				Status: response.Status, Call: sent.Name(), Foreign: !json.Valid(response.Body),
				Message: "this version of svc does not know the form of the response",
			}
		}
		return nil
	})
}

// rejection decodes an error of the API. A proxy may have answered in HTML.
func (c *Client) rejection(client *apiclient.Client, r apiclient.Request, response apiclient.Response) *Error {
	var body struct {
		Message       string `json:"message"`
		CorrelationID string `json:"correlationId"`
		Category      string `json:"category"`
		SubCategory   any    `json:"subCategory"` // a string, or nothing
		Errors        []struct {
			Message string `json:"message"`
		} `json:"errors"`
	}
	e := &Error{
		Status: response.Status, Call: r.Name(), RetryAfter: apiclient.RetryAfter(response.Header, c.Now()),
	}
	if err := json.Unmarshal(response.Body, &body); err != nil {
		e.Message, e.Foreign = "the response is not from the API: a proxy has answered", response.IsForeign()
		return e
	}
	redact := func(text string) string { return client.Redact(r, text) }
	subCategory, _ := body.SubCategory.(string)
	e.Message = cmp.Or(redact(body.Message), "no reason given")
	e.Category, e.SubCategory, e.CorrelationID = redact(body.Category), redact(subCategory), redact(body.CorrelationID)
	for _, single := range body.Errors[:min(len(body.Errors), apiclient.MaxDetails)] {
		e.Details = append(e.Details, redact(single.Message))
	}
	return e
}
