package conformance

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/devserver"
)

// serveControl calls an actor or fires a schedule, as the control worker of workerd does. The Host header selects
// which.
func (h *gojaHost) serveControl(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client disconnected
	}
	server := h.servers[r.Header.Get(appHeader)]
	switch {
	case server == nil:
		http.Error(w, "unknown variant", http.StatusBadRequest)
	case strings.HasPrefix(r.Host, schedulesWorker+"."):
		fireSchedule(w, r, server, body)
	default:
		callActor(w, r, server, body)
	}
}

// fireSchedule fires a schedule of a worker.
func fireSchedule(w http.ResponseWriter, r *http.Request, server *devserver.Server, body []byte) {
	var due struct {
		Cron string
		Time int64
	}
	if err := json.Unmarshal(body, &due); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	outcome := "ok"
	if err := server.Scheduled(
		r.Context(), strings.TrimPrefix(r.URL.Path, "/"), due.Cron, time.UnixMilli(due.Time),
	); err != nil {
		outcome = "exception"
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]string{"outcome": outcome}) // fails only when the client disconnected
}

// callActor calls a method of an actor, as a worker does.
func callActor(w http.ResponseWriter, r *http.Request, server *devserver.Server, args []byte) {
	if len(args) == 0 {
		args = []byte("null")
	}
	protocol, err := strconv.Atoi(cmp.Or(r.Header.Get(protocolHeader), "1"))
	part := actorPath.FindStringSubmatch(r.URL.EscapedPath()) // the name of a project's actor has a slash
	if err != nil || part == nil {
		http.Error(w, "invalid path: expected POST /<class>/<name>/<method>", http.StatusBadRequest)
		return
	}
	name, err := url.PathUnescape(part[2])
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	request, err := json.Marshal(map[string]any{
		"protocol": protocol, "class": part[1], "name": name, "method": part[3], "args": json.RawMessage(args),
	})
	if err == nil {
		var answer string
		if answer, err = server.Host().CallActor(r.Context(), string(request)); err == nil {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, answer) // fails only when the client disconnected
			return
		}
	}
	http.Error(w, err.Error(), http.StatusInternalServerError)
}
