package cmdutil

import "net/http"

// NoRedirects makes an http.Client return redirects as responses. A credential or grant is for one host only.
func NoRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
