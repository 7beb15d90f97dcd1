package doctor

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// maxHealth is how much of a response is read, in bytes.
const maxHealth = 4 << 10

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
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+"/_svc/health", http.NoBody)
	if err != nil {
		return false
	}
	response, err := w.Do(r)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxHealth))
	var health struct{ OK bool }
	return err == nil && response.StatusCode == http.StatusOK && json.Unmarshal(text, &health) == nil && health.OK
}
