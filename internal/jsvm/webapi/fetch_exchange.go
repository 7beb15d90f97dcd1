package webapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// run sends requests until a response is not a redirect to follow.
func (x *exchange) run(ctx context.Context) (*http.Response, error) {
	for hops := 0; ; hops++ {
		response, err := x.once(ctx)
		if err != nil {
			return nil, err
		}
		location := response.Header.Get("Location")
		if !isRedirect(response.StatusCode) || location == "" || x.redirect == "manual" {
			return response, nil
		}
		_ = response.Body.Close() // the body of a redirect is not used
		if hops == maxRedirects {
			return nil, errors.New("redirect count exceeded")
		}
		if err := x.follow(response.StatusCode, location); err != nil {
			return nil, err
		}
	}
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect,
		http.StatusPermanentRedirect:
		return true
	}
	return false
}

func (x *exchange) once(ctx context.Context) (*http.Response, error) {
	target := *x.url
	target.Fragment, target.RawFragment = "", ""
	request := (&http.Request{
		Method: x.method, URL: &target, Host: target.Host, Header: x.header.Clone(),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}).WithContext(ctx)
	request.Header.Del("Content-Length") // the transport sets it
	request.Header.Del("Host")           // as above
	if _, given := request.Header["User-Agent"]; !given {
		request.Header.Set("User-Agent", "") // the edge sends none, but Go would
	}
	switch {
	case x.upload != nil:
		request.Body, request.ContentLength = x.upload, -1
	case x.body != nil:
		request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(x.body)), int64(len(x.body))
		if len(x.body) == 0 {
			request.Body = http.NoBody
		}
	}
	response, err := x.transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	if response.Body == nil {
		response.Body = http.NoBody
	}
	if response.StatusCode < http.StatusOK {
		_ = response.Body.Close() // it is not used
		return nil, fmt.Errorf("the server answered with the status %d: expected 200 or above", response.StatusCode)
	}
	if decode := decoders[response.Header.Get("Content-Encoding")]; decode != nil && x.method != http.MethodHead {
		response.Body = &decoded{body: response.Body, decode: decode}
	}
	return response, nil
}

// follow changes the request for a redirect, by the rules of the Fetch standard.
func (x *exchange) follow(status int, location string) error {
	target, err := x.url.Parse(location)
	if err != nil {
		return fmt.Errorf("%s redirects to an invalid URL: %w", x.url, err)
	}
	if target.Scheme != "http" && target.Scheme != "https" {
		return fmt.Errorf("%s redirects to %s, which is not HTTP", x.url, target)
	}
	toGet := (status == http.StatusMovedPermanently || status == http.StatusFound) && x.method == http.MethodPost ||
		status == http.StatusSeeOther && x.method != http.MethodGet && x.method != http.MethodHead
	if toGet {
		x.method, x.body, x.upload = http.MethodGet, nil, nil
		for _, name := range []string{"Content-Encoding", "Content-Language", "Content-Location", "Content-Type"} {
			x.header.Del(name)
		}
	} else if x.upload != nil {
		return errors.New("the redirect requires sending the body again, but it was a stream")
	}
	if target.Scheme != x.url.Scheme || target.Host != x.url.Host {
		for _, name := range []string{"Authorization", "Cookie", "Proxy-Authorization"} {
			x.header.Del(name)
		}
	}
	if target.Fragment == "" {
		target.Fragment = x.url.Fragment
	}
	x.url, x.redirected = target, true
	return nil
}
