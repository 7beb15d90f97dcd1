package doctor

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

const (
	// stale is how old a signed request may be. Signatures and grants that are older are rejected.
	stale = 5 * time.Minute
	// ahead is how far the time of a signature may be in the future.
	ahead = time.Minute
	// wait limits the request of a check, maxText the bytes that are read of its response.
	wait    = 10 * time.Second
	maxText = 4 << 10
)

func checkClock(ctx context.Context, w *World) Result {
	at := w.EdgeAPI
	for _, name := range w.Link.Names() {
		if origin := w.Link.Environment(name).Origin; origin != "" {
			at = origin + "/_svc/health"
			break
		}
	}
	server, err := url.Parse(at)
	if err != nil {
		return skipped("no server to compare with")
	}
	sent := w.Now()
	response, _, err := w.ask(ctx, http.MethodHead, at)
	if err != nil {
		return warning(
			"not compared: no response from "+server.Host, "every signature contains the time of this machine",
			"check the network, or run svc doctor --offline",
		)
	}
	took := w.Now().Sub(sent)
	theirs, err := http.ParseTime(response.Header.Get("Date"))
	if err != nil {
		return skipped("no Date header from " + server.Host)
	}
	// The header has whole seconds, of a moment between the request and the response.
	off := sent.Add(took / 2).Sub(theirs.Add(500 * time.Millisecond))
	return skewed(off, took/2+500*time.Millisecond, server.Host)
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
