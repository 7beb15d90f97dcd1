package simulate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// Round trips of all calls have a log-normal distribution, as those of real calls.
const (
	latencyMedian = 80 * time.Millisecond
	latencyP99    = 400 * time.Millisecond
	// z99 is the 99th percentile of the standard normal distribution.
	z99 = 2.3263
)

// passed is one request that reached the CRM.
type passed struct {
	at     time.Duration // of arrival, since the start
	search bool
	// batch marks a request with many records; rows is their number.
	batch  bool
	rows   int
	status int // 0 without a response
	policy string
}

// network carries the requests of all VMs. Its users take turns, so it needs no lock.
type network struct {
	clock   *jsvm.Lockstep
	origin  *url.URL
	random  *rand.Rand
	answer  []byte
	pages   *pages // of the rows of a sync; nil without rows
	trace   []passed
	outside map[string]int // number of requests to other hosts, by host
}

func newNetwork(o Options, clock *jsvm.Lockstep) *network {
	n := &network{clock: clock, random: rand.New(rand.NewPCG(o.Seed, 1)), answer: o.Outside, outside: map[string]int{}}
	n.origin, _ = url.Parse(o.Profile.APIOrigin) // host.New rejected invalid origins
	if n.answer == nil {
		n.answer = []byte("{}")
	}
	if o.Capability.Kind == devserver.KindSync && o.Rows > 0 {
		n.pages = newPages(n.answer, o.Rows)
	}
	return n
}

// wrap puts the network between a VM and a transport.
func (n *network) wrap(next http.RoundTripper) http.RoundTripper { return link{n, next} }

type link struct {
	*network
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (l link) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.ContentLength < 0 {
		_ = r.Body.Close() // cannot fail
		return nil, errors.New("cannot send a stream in a simulation: send the whole body")
	}
	oneWay := l.latency() / 2
	if err := l.sleep(r, oneWay); err != nil {
		return nil, err
	}
	var response *http.Response
	var err error
	if l.origin == nil || !strings.EqualFold(r.URL.Host, l.origin.Host) {
		if response, err = l.toOutside(r); err != nil {
			return nil, err
		}
	} else if response, err = l.toCRM(r); err != nil {
		return nil, err
	}
	if err := l.sleep(r, oneWay); err != nil {
		return nil, err
	}
	return response, nil
}

func (l link) sleep(r *http.Request, d time.Duration) error {
	return jsvm.Sleep(r.Context(), l.clock, d)
}

// toOutside answers for every host except the CRM.
func (l link) toOutside(r *http.Request) (*http.Response, error) {
	l.outside[r.URL.Host]++
	answer := l.answer
	if l.pages != nil {
		var err error
		if answer, err = l.pages.page(r); err != nil {
			return nil, err
		}
	}
	return answered(r, http.StatusOK, answer), nil
}

// toCRM sends a request to the CRM and records it.
func (l link) toCRM(r *http.Request) (*http.Response, error) {
	entry := passed{at: l.clock.Now().Sub(start), search: isSearch(r)}
	if err := entry.readBatch(r); err != nil {
		return nil, err
	}
	index := len(l.trace)
	l.trace = append(l.trace, entry)
	response, err := l.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	l.trace[index].status = response.StatusCode
	if response.StatusCode == http.StatusTooManyRequests {
		l.trace[index].policy = policyOf(response)
	}
	return response, nil
}

// latency draws the time of a round trip.
func (n *network) latency() time.Duration {
	sigma := math.Log(float64(latencyP99)/float64(latencyMedian)) / z99
	return time.Duration(float64(latencyMedian) * math.Exp(sigma*n.random.NormFloat64())).Round(time.Microsecond)
}

// searchPath matches the paths of calls that count against the search limit, as in the runtime.
var searchPath = lazyregexp.New(`^/crm/(?:[\w-]+/)?objects/(?:[^/]+/)+search$`)

func isSearch(r *http.Request) bool {
	return r.Method == http.MethodPost && searchPath().MatchString(r.URL.Path)
}

// readBatch counts the records of a batch and restores the body.
func (p *passed) readBatch(r *http.Request) error {
	p.batch = r.Body != nil && slices.Contains(strings.Split(r.URL.Path, "/"), "batch")
	if !p.batch {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	_ = r.Body.Close() // cannot fail: in memory
	r.Body = io.NopCloser(bytes.NewReader(body))
	var batch struct{ Inputs []json.RawMessage }
	if json.Unmarshal(body, &batch) == nil {
		p.rows = len(batch.Inputs)
	}
	return nil
}

// policyOf returns the limit that a 429 names and restores the body.
func policyOf(response *http.Response) string {
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return ""
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	var refused struct{ PolicyName string }
	_ = json.Unmarshal(body, &refused) // a body in another form names no limit
	return refused.PolicyName
}

// answered returns a complete response.
func answered(r *http.Request, status int, body []byte) *http.Response {
	return &http.Response{
		StatusCode: status, Status: fmt.Sprint(status, " ", http.StatusText(status)),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)), Request: r,
	}
}
