// This file is the outside of one run: its ledger and its CRM, which outlive every crash, and what it is told.

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

// runHeader tells which run a request to the outside belongs to: the account that it is for.
const runHeader = "X-Crash-Run"

// world is the outside of one run.
type world struct {
	crm *crmsim.Sim
	// at is told of each request before it is answered, and what it gives after that. It may be nil.
	at func(what string) (answered func())

	mu sync.Mutex // guards what follows
	// calls counts upserts, sent the times that each key was sent in one.
	calls int
	sent  map[string]int
}

// accessToken is that of an account.
func accessToken(portal int64) string { return fmt.Sprintf("access-%d", portal) }

func newWorld(portal int64) (*world, error) {
	crm, err := crmsim.New(crmsim.Options{
		Clock: crmsim.RealClock(time.Now), Token: accessToken(portal), TokenByOAuth: true, PortalID: portal,
	})
	return &world{crm: crm, sent: map[string]int{}}, err
}

// asked names a request to the outside as a point.
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
			return // the process that sent it has died meanwhile: it was not sent
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
	_, _ = out.Write(answer.Body.Bytes()) // a client that has gone cannot be told
}

// note counts an upsert.
func (w *world) note(path string, body []byte) {
	if !strings.HasSuffix(path, "/batch/upsert") {
		return
	}
	var upsert struct{ Inputs []struct{ ID string } }
	if json.Unmarshal(body, &upsert) != nil {
		return // the CRM refuses it
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	for _, input := range upsert.Inputs {
		w.sent[input.ID]++
	}
}

// sends gives how many upserts there were, and how many rows were sent again.
func (w *world) sends() (calls, again int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, times := range w.sent {
		again += times - 1
	}
	return w.calls, again
}

// contact is a record of the CRM as it is compared.
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
			return nil, fmt.Errorf("the CRM lists no contacts: %d %s", answer.Code, answer.Body)
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

// open makes the world of a run with the account localPortal, and gives the number of the run.
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
		http.Error(out, "no run has sent this", http.StatusBadGateway)
		return
	}
	r.Header.Del(runHeader)
	w.ServeHTTP(out, r)
}
