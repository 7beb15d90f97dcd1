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

	"github.com/appsvc/svc/internal/reason"
)

// checkCredentials reports which credentials this machine has. It never reads their values.
func checkCredentials(_ context.Context, w *World) Result {
	if w.Credentials == nil {
		return skipped("unknown")
	}
	var has, lacks, fixes []string
	for _, c := range w.Credentials() {
		switch {
		case c.Err != nil:
			return problem("cannot read the "+c.Title, reason.Of(c.Err), c.Fix)
		case c.Place == "":
			lacks, fixes = append(lacks, c.Title), append(fixes, c.Fix)
		default:
			has = append(has, c.Title+" in the "+c.Place)
		}
	}
	if len(lacks) > 0 {
		found := "missing: " + strings.Join(lacks, ", ")
		if len(has) > 0 {
			found = strings.Join(has, ", ") + "; " + found
		}
		return warning(found, "deploys and remote commands need them", strings.Join(fixes, "; "))
	}
	return ok(strings.Join(has, ", "))
}

func checkReach(ctx context.Context, w *World) Result {
	var good, bad []string
	for _, name := range w.Link.Names() {
		origin := w.Link.Environment(name).Origin
		switch {
		case origin == "":
		case healthy(ctx, w, origin):
			good = append(good, name)
		default:
			bad = append(bad, name+" at "+origin)
		}
	}
	switch {
	case len(bad) > 0:
		return problem(
			"no response: "+strings.Join(bad, ", "), "no svc worker responds there",
			"run 'svc deploy' for it again, or see 'svc logs'; behind a proxy set HTTPS_PROXY",
		)
	case len(good) == 0:
		return skipped("nothing is deployed from here")
	}
	return ok(strings.Join(good, ", "))
}

func healthy(ctx context.Context, w *World, origin string) bool {
	response, text, err := w.ask(ctx, http.MethodGet, origin+"/_svc/health")
	var health struct{ OK bool }
	return err == nil && response.StatusCode == http.StatusOK && json.Unmarshal(text, &health) == nil && health.OK
}

func checkSecrets(ctx context.Context, w *World) Result {
	if w.App == nil || w.Errors > 0 {
		return skipped("the app does not load, or has errors")
	}
	var missing, unknown, good []string
	var why error
	for _, name := range w.Link.Names() {
		if w.Link.Environment(name).Script == "" {
			continue
		}
		names, err := w.Secrets(ctx, name)
		switch {
		case err != nil:
			unknown, why = append(unknown, name), err
		case len(names) > 0:
			missing = append(missing, name+": "+strings.Join(names, ", "))
		default:
			good = append(good, name)
		}
	}
	switch {
	case len(missing) > 0:
		return problem(
			"missing in "+strings.Join(missing, "; "), "handlers that need them fail",
			"run 'svc secrets set NAME --env ENVIRONMENT' for each",
		)
	case len(unknown) > 0:
		return warning(
			"unknown for "+strings.Join(unknown, ", "), reason.Of(why), "run 'svc login edge', then 'svc secrets check'",
		)
	case len(good) == 0:
		return skipped("nothing is deployed from here")
	}
	return ok(strings.Join(good, ", "))
}

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
				"run 'svc deploy --env "+name+"', which registers "+want,
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
			"run 'svc build' again before you upload it",
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
