package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// callback is the route to which the CRM redirects after an install.
const callback = "/oauth-callback"

// builtApp matches the files of the last build that may describe the app.
const builtApp = ".svc/build/crm/src/app/*.json"

func checkRedirects(ctx context.Context, w *World) Result {
	switch {
	case w.App == nil:
		return skipped("the app does not load")
	case w.App.Auth != "oauth":
		return skipped("none with static auth")
	}
	built := builtRedirects(w.Files)
	var good, others []string
	for _, name := range w.Link.Names() {
		origin := strings.TrimSuffix(w.Link.Environment(name).Origin, "/")
		if origin == "" {
			continue
		}
		want := origin + callback
		if sent := w.sentTo(ctx, origin); sent != "" && sent != want {
			return problem(
				fmt.Sprintf("the app worker of %s is at %s, and its redirect URL is %q", name, origin, sent),
				"the CRM rejects redirect URLs that are not registered: users cannot install the app",
				"run svc deploy --env "+name+", which registers "+want,
			)
		}
		good = append(good, want)
		if len(built) > 0 && !slices.Contains(built, want) {
			others = append(others, want)
		}
	}
	switch {
	case len(good) == 0:
		return skipped("the app worker has no address before the first deploy")
	case len(others) == len(good):
		return warning(
			"the last build has "+strings.Join(built, ", ")+", not "+strings.Join(others, ", "),
			"app.auth.redirectUrls of that build is not the address of the app worker",
			"run svc build again before you upload it",
		)
	}
	return ok(strings.Join(good, ", "))
}

// sentTo returns the redirect URL that the app worker sends to the CRM when an install starts; "" for unknown.
func (w *World) sentTo(ctx context.Context, origin string) string {
	if w.Offline {
		return ""
	}
	response, _, err := w.ask(ctx, http.MethodGet, origin+"/oauth-start")
	if err != nil {
		return ""
	}
	to, err := url.Parse(response.Header.Get("Location"))
	if err != nil {
		return ""
	}
	return to.Query().Get("redirect_uri")
}

// builtRedirects returns app.auth.redirectUrls of the last build.
func builtRedirects(files fs.FS) []string {
	names, err := fs.Glob(files, builtApp)
	if err != nil {
		return nil
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		var app struct {
			Config struct {
				Auth struct{ RedirectURLs []string }
			}
		}
		if err == nil && json.Unmarshal(text, &app) == nil && len(app.Config.Auth.RedirectURLs) > 0 {
			return app.Config.Auth.RedirectURLs
		}
	}
	return nil
}
