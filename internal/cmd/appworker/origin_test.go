package appworker

import (
	"testing"
)

func TestParseOriginRequiresHTTPSExceptOnLoopback(t *testing.T) {
	for text, ok := range map[string]bool{
		"https://app.example": true, "https://app.example/": true, "https://app.example:8443": true,
		"http://localhost:8787": true,
		"http://app.localhost":  true, "http://127.0.0.1:1": true, "http://[::1]:1": true,
		"http://app.example": false, "http://localhost.example": false, "https://u:p@app.example": false,
		"https://app.example/x": false,
		"https://app.example?x": false, "https://app.example/#x": false, "ftp://app.example": false,
		"app.example": false, "": false, "https://": false,
	} {
		if _, err := parseOrigin(text, "--url"); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}
