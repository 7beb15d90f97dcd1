package cmdutil

import "testing"

func TestErrorsShowNoPasswordOfAURL(t *testing.T) {
	for text, want := range map[string]string{
		"ftp://example.com/@x":         "ftp://example.com/@x",
		"http://user:s3cret@host/path": "[redacted]@host/path",
		"http://user:s3/cr%et@host":    "[redacted]@host",
		"http:user:s3cret@host":        "[redacted]@host",
		"user:s3cret@host":             "[redacted]@host",
		"://x":                         "://x",
		"":                             "",
	} {
		if got := WithoutUser(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
