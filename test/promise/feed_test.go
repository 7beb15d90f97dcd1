package promise

import (
	"errors"
	"io"
	"net/http"
	"strings"
)

// feed is the external system of pull sources: it issues tokens, and has one page of rows for requests with any auth.
type feed struct{}

func (feed) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "feed.example.com" {
		return nil, errors.New("no such host")
	}
	body := `{"rows":[{"key":"a@example.com","data":{"email":"a@example.com","first":"A"}}]}`
	if r.URL.Path == "/token" {
		body = `{"access_token":"t","token_type":"bearer","expires_in":3600}`
	}
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)),
		ContentLength: int64(len(body)),
	}, nil
}
