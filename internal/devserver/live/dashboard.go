package live

import (
	"io/fs"
	"net/http"
	"path"

	"github.com/appsvc/svc/dashboard"
	"github.com/appsvc/svc/internal/devserver/access"
	"github.com/appsvc/svc/internal/reason"
)

// dashboardPath is the path of the dashboard's page.
const dashboardPath = ToolPath

// dashboardPolicy lets the page load its own files, and show the previews of cards. It connects to its own origin only.
const dashboardPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// dashboardFiles are the files of the page. They contain no data of the app: the page asks for them with the token,
// which the link to the page has in its fragment.
var dashboardFiles = map[string]string{
	"index.html":    "text/html; charset=utf-8",
	"dashboard.js":  "text/javascript; charset=utf-8",
	"dashboard.css": "text/css; charset=utf-8",
}

// dashboardFile returns the name of the file of the page that a request asks for; "" for none.
func dashboardFile(r *http.Request) string {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return ""
	}
	if r.URL.Path == dashboardPath {
		return "index.html"
	}
	dir, name := path.Split(r.URL.Path)
	if _, found := dashboardFiles[name]; dir != dashboardPath || !found {
		return ""
	}
	return name
}

// serveDashboard answers with a file of the page. A link on any page may open it.
func serveDashboard(name string) http.Handler {
	return access.SameOrigin(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, err := fs.ReadFile(dashboard.Files, path.Join("dist", name))
		if err != nil {
			refuse(w, http.StatusInternalServerError, "internal_error", reason.Of(err))
			return
		}
		header := w.Header()
		header.Set("Content-Type", dashboardFiles[name])
		header.Set("Content-Security-Policy", dashboardPolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cache-Control", "no-store")
		_, _ = w.Write(file) // fails when the client has left
	}), true)
}
