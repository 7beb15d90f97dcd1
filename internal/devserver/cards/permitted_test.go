package cards

import (
	"net/url"
	"testing"
)

func TestAllowListsPermitOriginsAndPathPrefixes(t *testing.T) {
	list := []string{"https://api.example.com/v1", "https://maps.example.com", "https://odd.example.com:8443/a/", "%"}
	for text, want := range map[string]bool{
		"https://api.example.com/v1":                true,
		"https://api.example.com/v1/orders?a":       true,
		"https://API.example.com:443/v1":            true,
		"https://maps.example.com":                  true,
		"https://maps.example.com/any/path":         true,
		"https://odd.example.com:8443/a":            true,
		"https://odd.example.com:8443/a/b":          true,
		"https://api.example.com/":                  false,
		"https://api.example.com/v10":               false,
		"https://api.example.com/V1":                false,
		"http://api.example.com/v1":                 false,
		"https://api.example.com:8443/v1":           false,
		"https://sub.maps.example.com":              false,
		"https://maps.example.com.evil.net":         false,
		"https://odd.example.com/a":                 false,
		"https://evil.net/https://maps.example.com": false,
	} {
		asked, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := permits(list, asked); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
	if permits(nil, &url.URL{Scheme: "https", Host: "api.example.com"}) {
		t.Error("an empty list permits a URL")
	}
}

func TestURLsThatServersReadDifferentlyAreInvalid(t *testing.T) {
	for _, text := range []string{
		"", "/v1", "//api.example.com", "ftp://api.example.com", "https://user@api.example.com", "https://", "https:v1",
		"https://api.example.com/v1/../v2", "https://api.example.com/v1/%2e%2e/v2", "https://api.example.com/v1/..%2fv2",
		`https://api.example.com/v1/..%5cv2`, "https://api.example.com/v1/./v2", "https://api.example.com\n", "%",
	} {
		if u, err := parseURL(text); err == nil {
			t.Errorf("%q is read as %s", text, u)
		}
	}
	for _, text := range []string{
		"https://api.example.com", "https://api.example.com/", "https://api.example.com/a.json",
		"http://a.localhost:1/b/?c=..",
		"https://api.example.com/v1/...", "https://api.example.com/v1//a.json",
	} {
		if _, err := parseURL(text); err != nil {
			t.Error(err)
		}
	}
}
