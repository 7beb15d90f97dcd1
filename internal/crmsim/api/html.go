package api

import "net/http"

// Page is the HTML of a page for browsers.
type Page string

// SetHeader sets the headers of the page. Other sites cannot embed it, and it runs no scripts.
func (Page) SetHeader(header http.Header) {
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	header.Set("Cache-Control", "no-store")
}
