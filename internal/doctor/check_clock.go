package doctor

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	// stale is how old a signed request may be. Signatures and grants that are older are rejected.
	stale = 5 * time.Minute
	// ahead is how far the time of a signature may be in the future.
	ahead = time.Minute
	// wait limits the request of a check.
	wait = 10 * time.Second
)

func checkClock(ctx context.Context, w *World) Result {
	at := w.EdgeAPI
	for _, name := range w.Link.Names() {
		if origin := w.Link.Environment(name).Origin; origin != "" {
			at = origin + "/_svc/health"
			break
		}
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, at, http.NoBody)
	if err != nil {
		return skipped("no server to compare with")
	}
	sent := w.Now()
	response, err := w.Do(r)
	if err != nil {
		return warning(
			"not compared: no response from "+r.URL.Host, "every signature contains the time of this machine",
			"check the network, or run svc doctor --offline",
		)
	}
	_ = response.Body.Close() // only the headers matter
	took := w.Now().Sub(sent)
	theirs, err := http.ParseTime(response.Header.Get("Date"))
	if err != nil {
		return skipped("no Date header from " + r.URL.Host)
	}
	// The header has whole seconds, of a moment between the request and the response.
	off := sent.Add(took / 2).Sub(theirs.Add(500 * time.Millisecond))
	return skewed(off, took/2+500*time.Millisecond, r.URL.Host)
}

// skewed returns the result for how far this machine is ahead of a server. within is the error of the measurement.
func skewed(off, within time.Duration, host string) Result {
	found := fmt.Sprintf("%v behind %s", (-off).Truncate(time.Second), host)
	if off > 0 {
		found = fmt.Sprintf("%v ahead of %s", off.Truncate(time.Second), host)
	}
	const fix = "synchronize the clock of this machine (NTP)"
	switch {
	case off.Abs() <= within+time.Second:
		return ok("same as " + host)
	case off > ahead:
		return problem(found, "servers reject requests that are signed in the future", fix)
	case off < -stale+ahead: // requests take time, too
		return problem(found, "servers reject requests that were signed more than five minutes ago", fix)
	case off.Abs() > 20*time.Second:
		return warning(found, "servers accept signatures from five minutes ago to one minute ahead", fix)
	}
	return ok(found)
}
