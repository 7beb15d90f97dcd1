// This file compares the clock of this machine with that of a server.

package doctor

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	// stale is how old a signed request may be: beyond, every one is refused (signatures and grants).
	stale = 5 * time.Minute
	// ahead is how far a signature's time may lie in the future.
	ahead = time.Minute
	// wait is how long a server may take to answer a check.
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
			"not compared: "+r.URL.Host+" does not answer", "the time of this machine is part of every signature",
			"check the way to the network, or run svc doctor --offline",
		)
	}
	_ = response.Body.Close() // only its head is read
	took := w.Now().Sub(sent)
	theirs, err := http.ParseTime(response.Header.Get("Date"))
	if err != nil {
		return skipped(r.URL.Host + " does not tell its time")
	}
	// The header is in whole seconds, of some moment between the request and the answer.
	off := sent.Add(took / 2).Sub(theirs.Add(500 * time.Millisecond))
	return skewed(off, took/2+500*time.Millisecond, r.URL.Host)
}

// skewed judges how far this machine is ahead of a server.
func skewed(off, within time.Duration, host string) Result {
	found := fmt.Sprintf("%v behind %s", (-off).Truncate(time.Second), host)
	if off > 0 {
		found = fmt.Sprintf("%v ahead of %s", off.Truncate(time.Second), host)
	}
	const fix = "set the clock of this machine by a time server (NTP)"
	switch {
	case off.Abs() <= within+time.Second:
		return ok("as that of " + host)
	case off > ahead:
		return problem(found, "requests that are signed here have a time in the future, and are refused", fix)
	case off < -stale+ahead: // the way there takes time, too
		return problem(found, "requests that are signed here are refused as older than five minutes", fix)
	case off.Abs() > 20*time.Second:
		return warning(found, "signatures allow five minutes into the past and one into the future", fix)
	}
	return ok(found)
}
