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

// findUnserved returns the files of workers that do not load now, and of which no version is served.
func (s *Session) findUnserved(round *Round) []string {
	if round.Err != nil {
		return s.Unserved()
	}
	var lost []string
	served := slices.Collect(maps.Values(s.files))
	for _, file := range round.loads.Workers {
		loads := file.Worker != nil && round.Failed[file.Worker.ID] == nil
		if !loads && !slices.Contains(served, file.Path) {
			lost = append(lost, file.Path)
		}
	}
	slices.Sort(lost)
	return lost
}

// Unserved returns the files of workers that have not loaded since the app started, sorted.
func (s *Session) Unserved() []string {
	lost := s.lost.Load()
	if lost == nil {
		return nil
	}
	return *lost
}

// markStale sets StaleHeader if an earlier version answers the request, or if its worker may be one that has none.
func (s *Session) markStale(server *devserver.Server, w http.ResponseWriter, r *http.Request) {
	name, byPath := workerInPath(r)
	if !byPath {
		name = devserver.WorkerOf(r.Host)
	}
	if lost := s.Unserved(); len(lost) > 0 && name != "" && !server.Has(name) {
		setStale(w, lost...)
		return
	}
	stale := s.stale.Load()
	if stale == nil || len(*stale) == 0 {
		return
	}
	for _, name := range []string{name, ""} {
		if file, isStale := (*stale)[name]; isStale {
			setStale(w, file)
			return
		}
	}
}

func setStale(w http.ResponseWriter, files ...string) {
	for _, file := range files {
		w.Header().Add(StaleHeader, (&url.URL{Path: file}).EscapedPath())
	}
}
