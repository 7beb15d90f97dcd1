package doctor

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
)

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
			"run svc deploy for it again, or see svc logs; behind a proxy set HTTPS_PROXY",
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
