package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// pathOf returns the absolute path of a file: URI, "" for any other one, such as that of a file without a name.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || strings.ContainsRune(u.Path, 0) {
		return ""
	}
	path := filepath.FromSlash(slashPath(u, runtime.GOOS == "windows"))
	if !filepath.IsAbs(path) {
		return ""
	}
	return filepath.Clean(path)
}

// slashPath returns the path of a file: URI with forward slashes, "" if it is on another machine and the system has no
// paths for that.
func slashPath(u *url.URL, windows bool) string {
	isLocal := u.Host == "" || u.Host == "localhost"
	switch {
	case isLocal && windows && !strings.HasPrefix(u.Path, "//"):
		return strings.TrimPrefix(u.Path, "/") // file:///c%3A/app is c:\app
	case isLocal:
		return u.Path // file:////server/share is \\server\share on Windows
	case windows:
		return "//" + u.Host + u.Path // file://server/share is \\server\share
	}
	return ""
}

// uriOf returns the URI of an absolute path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if share, isShare := strings.CutPrefix(path, "//"); isShare {
		server, rest, _ := strings.Cut(share, "/")
		return (&url.URL{Scheme: "file", Host: server, Path: "/" + rest}).String()
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
