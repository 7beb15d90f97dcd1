package webhooks_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/webhooks"
)

func TestFailedDeliveryIsRetriedTenTimesWithin24Hours(t *testing.T) {
	for name, answer := range map[string]func(*http.Request) (*http.Response, error){
		"400":             func(*http.Request) (*http.Response, error) { return answering(400), nil },
		"401":             func(*http.Request) (*http.Response, error) { return answering(401), nil },
		"503":             func(*http.Request) (*http.Response, error) { return answering(503), nil },
		"no connection":   func(*http.Request) (*http.Response, error) { return nil, errNetwork },
		"no answer in 5s": nil,
	} {
		deliver(t, crmsim.Options{}, creations, func(w *target) {
			w.answer = answer
			if answer == nil {
				w.answer = func(r *http.Request) (*http.Response, error) { return nil, w.clock.Sleep(r.Context(), time.Minute) }
			}
			w.create(3)
		}, func(w *target) {
			if len(w.got) != 11 {
				t.Errorf("%s: %d attempts", name, len(w.got))
				return
			}
			for i, delivery := range w.got {
				if delivery.attempt() != i || len(delivery.events) != 3 || delivery.events[0]["eventId"] != 1.0 {
					t.Errorf("%s: attempt %d is %s", name, i, delivery.raw)
				}
				if i > 0 && delivery.after <= w.got[i-1].after {
					t.Errorf("%s: attempt %d after %v", name, i, delivery.after)
				}
			}
			first, last := w.got[0], w.got[10]
			if spent := last.after - first.after; spent > 24*time.Hour || spent < 12*time.Hour {
				t.Errorf("%s: the last attempt is after %v", name, spent)
			}
			if first.header.Get("X-Crm-Signature-V3") == last.header.Get("X-Crm-Signature-V3") {
				t.Errorf("%s: an attempt has an old signature", name)
			}
		})
	}
}

func TestSuccessfulDeliveryIsNotRetried(t *testing.T) {
	for _, status := range []int{200, 204, 302} {
		deliver(t, crmsim.Options{}, creations, func(w *target) {
			w.answer = func(*http.Request) (*http.Response, error) {
				if len(w.got) == 1 {
					return answering(500), nil
				}
				return answering(status), nil
			}
			w.create(1)
		}, func(w *target) {
			if len(w.got) != 2 {
				t.Errorf("%d: %d attempts", status, len(w.got))
			}
		})
	}
}

func TestPausesDependOnTheSeed(t *testing.T) {
	times := func(seed uint64) (all []time.Duration) {
		deliver(t, crmsim.Options{Seed: seed}, creations, func(w *target) {
			w.answer = func(*http.Request) (*http.Response, error) { return answering(500), nil }
			w.create(1)
		}, func(w *target) {
			for _, delivery := range w.got {
				all = append(all, delivery.after)
			}
		})
		return all
	}
	first := times(1)
	if !slices.Equal(first, times(1)) || slices.Equal(first, times(2)) {
		t.Errorf("%v and %v", first, times(2))
	}
}

func TestConcurrentDeliveriesAreLimited(t *testing.T) {
	now, most := 0, 0
	deliver(t, crmsim.Options{}, creations, func(w *target) {
		w.answer = func(r *http.Request) (*http.Response, error) {
			now++
			most = max(most, now)
			err := w.clock.Sleep(r.Context(), 2*time.Second)
			now--
			return answering(200), err
		}
		w.create(2500)
	}, func(w *target) {
		if most != webhooks.DefaultConcurrent || len(w.got) != 25 {
			t.Errorf("%d at once, %d in all", most, len(w.got))
		}
	})
}
