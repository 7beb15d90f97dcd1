package crash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
)

// runHeader has the account of an outbound request, which identifies its run.
const runHeader = "X-Crash-Run"

// world is the outside of one run: its ledger and its CRM, which survive every crash.
type world struct {
	crm *crmsim.Sim
	// at is called before each response, and its result after it. It may be nil.
	at func(what string) (answered func())

	mu sync.Mutex // guards the fields below
	// calls counts upserts, sent the upserts of each key.
	calls int
	sent  map[string]int
}

// accessToken returns the access token of an account.
func accessToken(portal int64) string { return fmt.Sprintf("access-%d", portal) }

func newWorld(portal int64) (*world, error) {
	crm, err := crmsim.New(crmsim.Options{
		Clock: crmsim.RealClock(time.Now), Token: accessToken(portal), TokenByOAuth: true, PortalID: portal,
	})
	return &world{crm: crm, sent: map[string]int{}}, err
}

// asked returns the name of an outbound request as a point.
func asked(r *http.Request) string {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	return "request " + r.Method + " " + host + r.URL.Path
}

func (w *world) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	answered := func() {}
	if w.at != nil {
		answered = w.at(asked(r))
	}
	answer := httptest.NewRecorder()
	if r.Host == ledgerHost {
		serveLedger(answer, r)
	} else {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the process died before it sent the whole request
		}
		w.note(r.URL.Path, body)
		inner := r.Clone(r.Context())
		inner.Body, inner.URL.Scheme, inner.URL.Host = io.NopCloser(bytes.NewReader(body)), "https", r.Host
		w.crm.ServeHTTP(answer, inner)
	}
	answered()
	for name, values := range answer.Header() {
		out.Header()[name] = values
	}
	out.WriteHeader(answer.Code)
	_, _ = out.Write(answer.Body.Bytes()) // fails only when the client disconnected
}

// note counts an upsert.
func (w *world) note(path string, body []byte) {
	if !strings.HasSuffix(path, "/batch/upsert") {
		return
	}
	var upsert struct{ Inputs []struct{ ID string } }
	if json.Unmarshal(body, &upsert) != nil {
		return // the CRM rejects it
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	for _, input := range upsert.Inputs {
		w.sent[input.ID]++
	}
}

// sends returns the number of upserts and of rows that were sent again.
func (w *world) sends() (calls, again int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, times := range w.sent {
		again += times - 1
	}
	return w.calls, again
}

// contact has the compared properties of a record.
type contact struct{ Email, FirstName string }

// contacts lists the records that came from the ledger.
func (w *world) contacts(portal int64) ([]contact, error) {
	var all []contact
	for after := ""; ; {
		r := httptest.NewRequest(
			http.MethodGet, "https://api.crm.example/crm/v3/objects/contacts?limit=100&properties=email,firstname&after="+after,
			nil,
		)
		r.Header.Set("Authorization", "Bearer "+accessToken(portal))
		answer := httptest.NewRecorder()
		w.crm.ServeHTTP(answer, r)
		var page struct {
			Results []struct {
				Properties struct{ Email, Firstname string }
			}
			Paging struct{ Next struct{ After string } }
		}
		if err := json.Unmarshal(answer.Body.Bytes(), &page); err != nil || answer.Code != http.StatusOK {
			return nil, fmt.Errorf("cannot list contacts: %d %s", answer.Code, answer.Body)
		}
		for _, one := range page.Results {
			if strings.HasSuffix(one.Properties.Email, "@"+ledgerHost) {
				all = append(all, contact{one.Properties.Email, one.Properties.Firstname})
			}
		}
		if after = page.Paging.Next.After; after == "" {
			return all, nil
		}
	}
}

// worldsOfRuns are the outsides of all runs, behind one address.
type worldsOfRuns struct {
	mu   sync.Mutex
	last int64
	all  map[int64]*world
}

// open creates the world of a run with the account localPortal. It returns the number of the run.
func (s *worldsOfRuns) open() (*world, int64, error) {
	w, err := newWorld(localPortal)
	if err != nil {
		return nil, 0, err
	}
	s.mu.Lock()
	s.last++
	run := s.last
	s.mu.Unlock()
	s.add(run, w)
	return w, run, nil
}

// add adds the world of a run.
func (s *worldsOfRuns) add(run int64, w *world) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[int64]*world{}
	}
	s.all[run] = w
}

func (s *worldsOfRuns) close(run int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.all[run]; w != nil {
		w.crm.Close()
		delete(s.all, run)
	}
}

// ServeHTTP implements http.Handler.
func (s *worldsOfRuns) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	run, err := strconv.ParseInt(r.Header.Get(runHeader), 10, 64)
	s.mu.Lock()
	w := s.all[run]
	s.mu.Unlock()
	if err != nil || w == nil {
		http.Error(out, "unknown run", http.StatusBadGateway)
		return
	}
	r.Header.Del(runHeader)
	w.ServeHTTP(out, r)
}
