package host

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

const (
	// maxBody is the most that a worker receives of a body, in bytes: the limit of the runtime's routes (MAX_BODY_BYTES in
	// sdk/src/platform/body.ts).
	maxBody = 1 << 20
	// maxBodies is how many requests may send or have a body at the same time. Browsers and load tests use far fewer.
	maxBodies = 512
	// maxBodyBytes bounds the bytes of all bodies in flight: 64 of the longest ones.
	maxBodyBytes = 64 * maxBody
	// bodyTime is how long a body may take to arrive. A megabyte at 300 kbit/s takes as long.
	bodyTime = 30 * time.Second
	// busyRetrySeconds is the Retry-After of a refused request. Bodies in flight end within seconds.
	busyRetrySeconds = "1"
)

var errBusy = errors.New("too many requests are in flight: send the request again later")

var errSlowBody = errors.New("the body did not arrive within " + bodyTime.String())

// intake reads the bodies of requests within limits of size, number and time.
type intake struct {
	// timer calls expire after bodyTime, unless it is stopped.
	timer func(expire func()) (stop func() bool)

	mu     sync.Mutex // guards what follows
	bodies int
	bytes  int64
}

func newIntake(hooks Hooks) *intake {
	in := &intake{timer: hooks.BodyTimer}
	if in.timer == nil {
		in.timer = func(expire func()) func() bool { return time.AfterFunc(bodyTime, expire).Stop }
	}
	return in
}

// ReadBody reads the body of a request that no worker answers, within the limits that all requests share. It returns up
// to one byte more than limit. It reads nothing of a body whose Content-Length exceeds limit: the caller refuses both.
// The caller calls release when the request has ended, and RefuseRequest with an error.
func (h *Host) ReadBody(
	w http.ResponseWriter, r *http.Request, limit int64,
) (body []byte, release func(), err error) {
	return h.intake.read(w, r, limit)
}

// read returns up to one byte more than limit of the body. It reads nothing of a body that declares to be longer: the
// runtime refuses that by its Content-Length. The caller calls release when the request has ended.
func (in *intake) read(
	w http.ResponseWriter, r *http.Request, limit int64,
) (body []byte, release func(), err error) {
	if r.ContentLength == 0 || r.ContentLength > limit {
		return nil, func() {}, nil
	}
	if !in.take(1, 0) {
		return nil, func() {}, errBusy
	}
	counted := &countedBody{Reader: io.LimitReader(r.Body, limit+1), in: in}
	release = func() { in.take(-1, -counted.n) }
	connection := http.NewResponseController(w)
	endReads := func() { _ = connection.SetReadDeadline(time.Unix(1, 0)) } // requests in memory have no deadline
	stop := in.timer(endReads)
	body, err = io.ReadAll(counted)
	if !stop() && err == nil {
		err = connection.SetReadDeadline(time.Time{}) // the connection serves further requests
	}
	if int64(len(body)) > limit {
		endReads() // net/http would wait for the rest before it sends the response
	}
	switch {
	case errors.Is(err, errBusy):
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = errSlowBody
	case err != nil && !errors.Is(err, http.ErrNotSupported):
		err = errors.New("cannot read the body")
	default:
		return body, release, nil
	}
	release()
	return nil, func() {}, err
}

// take adds to what is in flight, and reports false without adding if that exceeds a limit.
func (in *intake) take(bodies int, bytes int64) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if bodies > 0 && in.bodies >= maxBodies || bytes > 0 && in.bytes+bytes > maxBodyBytes {
		return false
	}
	in.bodies, in.bytes = in.bodies+bodies, in.bytes+bytes
	return true
}

// countedBody takes the bytes of a body from the intake as they arrive.
type countedBody struct {
	io.Reader
	in *intake
	n  int64
}

// Read implements io.Reader.
func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if !b.in.take(0, int64(n)) {
		return 0, errBusy
	}
	b.n += int64(n)
	return n, err
}

// RefuseRequest answers a request whose target or body is refused.
func RefuseRequest(w http.ResponseWriter, err error) {
	status := http.StatusBadRequest
	switch {
	case errors.Is(err, errBusy):
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", busyRetrySeconds)
	case errors.Is(err, errSlowBody):
		status = http.StatusRequestTimeout
	}
	w.Header().Set("Connection", "close") // the rest of the body is not read
	http.Error(w, err.Error(), status)
}
