package live

import (
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/appsvc/svc/internal/devserver"
)

// StaleHeader is the header of a response by a version that is older than the file that it names, since that file does
// not load now.
const StaleHeader = "X-Svc-Stale"

// findStale returns the files that do not load now, by the worker whose last version that did load is served. The name
// "" is that of the whole app.
func (s *Session) findStale(round *Round) map[string]string {
	switch {
	case round.Err == nil:
	case round.Project != nil && round.Project.ConfigFile != "":
		return map[string]string{"": round.Project.ConfigFile}
	default:
		return map[string]string{"": "the project"}
	}
	stale := map[string]string{}
	for name, file := range s.files {
		if round.Failed[name] != nil || exists(round.loads, file) {
			stale[name] = file
		}
	}
	return stale
}

// Stale returns the files that do not load now, and of which an earlier version is served, sorted.
func (s *Session) Stale() []string {
	stale := s.stale.Load()
	if stale == nil {
		return nil
	}
	return slices.Compact(slices.Sorted(maps.Values(*stale)))
}

// markStale sets StaleHeader if an earlier version answers the request.
func (s *Session) markStale(server *devserver.Server, w http.ResponseWriter, r *http.Request) {
	stale := s.stale.Load()
	if stale == nil || len(*stale) == 0 {
		return
	}
	name, byPath := workerInPath(r)
	if !byPath {
		name = server.WorkerAt(r)
	}
	for _, name := range []string{name, ""} {
		if file, isStale := (*stale)[name]; isStale {
			w.Header().Set(StaleHeader, (&url.URL{Path: file}).EscapedPath())
			return
		}
	}
}
