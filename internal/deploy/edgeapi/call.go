package edgeapi

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

const (
	// callTimeout limits one attempt, uploadTimeout that of an upload, which has megabytes.
	callTimeout   = 60 * time.Second
	uploadTimeout = 5 * time.Minute
	// maxResponse is how much of a response is read, in bytes.
	maxResponse = 16 << 20
	// maxPages is how many pages of a list are read, of 50 entries each.
	maxPages = 100
)

// request is one call.
type request struct {
	method, path string
	// json or body is sent; neither for an empty body.
	json        any
	body        []byte
	contentType string
	apiDate     string
	timeout     time.Duration
	// idempotent reports that a POST or PATCH may arrive twice. GET, PUT and DELETE may, unless once is set.
	idempotent, once bool
	// secrets are texts that errors never contain.
	secrets []string
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

// call sends a request and decodes the result into out (nil for none).
func (c *Client) call(ctx context.Context, r request, out any) error {
	_, err := c.exchange(ctx, r, out)
	return err
}

func (c *Client) exchange(ctx context.Context, r request, out any) (info pageInfo, err error) {
	sent := apiclient.Request{
		Method: r.method, Path: r.path, JSON: r.json, Body: r.body, ContentType: r.contentType,
		Timeout: cmp.Or(r.timeout, callTimeout), Repeatable: r.repeatable(), Secrets: r.secrets,
	}
	if r.apiDate != "" {
		sent.Header = http.Header{"Cloudflare-Workers-Script-Api-Date": {r.apiDate}}
	}
	client := c.client()
	err = client.Call(ctx, sent, func(response apiclient.Response) (err error) {
		c.noteLimit(response.Header)
		d := decoder{client: client, request: sent, response: response, now: c.Now()}
		info, err = d.decode(out)
		return err
	})
	return info, err
}

// client returns what sends the requests.
func (c *Client) client() *apiclient.Client {
	return &apiclient.Client{
		BaseURL: c.base(), Header: http.Header{"Authorization": {"Bearer " + c.Token}}, Do: c.Do,
		MaxResponse: maxResponse, Secrets: []string{c.Token},
		Unreachable: func(f apiclient.Failure) error { return (*UnreachableError)(&f) },
		Retry:       &apiclient.Retry{Now: c.Now, Sleep: c.Sleep, Random: c.Random, Before: c.waitForLimit},
	}
}

// pages reads all pages of a list. It trusts no total: a list that goes on after maxPages is an error.
func pages[T any](ctx context.Context, c *Client, path string) ([]T, error) {
	var all []T
	for page := 1; page <= maxPages; page++ {
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
	return nil, &Error{
		Status: http.StatusOK, Message: "the pages of the list do not end", Call: http.MethodGet + " " + path,
	}
}
