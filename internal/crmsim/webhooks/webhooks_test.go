package webhooks_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

const (
	contactPath = "/crm/v3/objects/contacts/101"
	webhookURL  = "https://app.example/webhooks/crm?a=1"
)

// received is a delivery at the target.
type received struct {
	after  time.Duration // since the beginning
	events []map[string]any
	raw    string
	header http.Header
}

func (r received) attempt() int { return int(r.events[0]["attemptNumber"].(float64)) }

// target is an emulated CRM whose deliveries the test answers.
type target struct {
	*crmsim.Sim
	t      *testing.T
	clock  simtest.Clock
	got    []received
	answer func(*http.Request) (*http.Response, error) // 200 when it is nil
}

func (w *target) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	got := received{after: w.clock.Now().Sub(simtest.At), raw: string(body), header: r.Header}
	if err := json.Unmarshal(body, &got.events); err != nil || len(got.events) == 0 || r.Method != "POST" ||
		r.URL.String() != webhookURL {
		w.t.Errorf("%s %s: %v %s", r.Method, r.URL, err, body)
	}
	w.got = append(w.got, got)
	if w.answer == nil {
		return answering(200), nil
	}
	return w.answer(r)
}

// deliver runs a test in virtual time. Deliveries in flight arrive before look is called.
func deliver(t *testing.T, options crmsim.Options, subscriptions []crmsim.Subscription, run, look func(*target)) {
	t.Helper()
	simtest.InVirtualTime(t, func(ctx context.Context, clock simtest.Clock) {
		w := &target{t: t, clock: clock}
		options.Clock, options.Token, options.Network = clock, simtest.Token, w
		options.Targets = []crmsim.Target{{URL: webhookURL, Secret: "secret", Subscriptions: subscriptions}}
		var err error
		if w.Sim, err = crmsim.New(options); err != nil {
			t.Error(err)
			return
		}
		run(w)
		if err := clock.Sleep(ctx, 48*time.Hour); err != nil {
			t.Error(err)
		}
		look(w)
	})
}

func (w *target) must(method, path, body string) string {
	w.t.Helper()
	status, answer := simtest.Send(w.Sim, method, path, body)
	if status >= 400 {
		w.t.Errorf("%s %s: %d %s", method, path, status, answer)
	}
	return answer
}

func (w *target) create(n int) {
	for range n {
		w.must("POST", "/crm/v3/objects/contacts", `{"properties":{}}`)
	}
}

var creations = []crmsim.Subscription{{Type: "contact.creation"}}

func TestChangesAreDelivered(t *testing.T) {
	subscriptions := []crmsim.Subscription{
		{ID: 71, Type: "object.creation", ObjectType: "contact"},
		{ID: 72, Type: "contact.propertyChange", Property: "city"},
		{ID: 73, Type: "object.propertyChange", ObjectType: "0-1", Property: "phone"},
		{ID: 74, Type: "object.deletion", ObjectType: "contacts"},
		{ID: 75, Type: "object.merge", ObjectType: "contact"},
		{ID: 76, Type: "object.associationChange", ObjectType: "contact"},
		{ID: 77, Type: "company.creation"},
	}
	common := func(id, subscription int, kind string) string {
		return fmt.Sprintf(
			`"eventId":%d,"subscriptionId":%d,"portalId":1000001,"appId":5001,"occurredAt":1795167000250,"subscriptionType":"%s","attemptNumber":0`,
			id, subscription, kind,
		)
	}
	const source = `"changeSource":"INTEGRATION","sourceId":"5001"`
	for _, c := range []struct {
		name   string
		change func(*target)
		want   []string
	}{
		{"creation", func(
			w *target,
		) {
			w.must("POST", "/crm/v3/objects/contacts", `{"properties":{"city":"Porto"}}`)
		}, []string{
			"{" + common(1, 71, "object.creation") + `,"objectId":90000000001,"objectTypeId":"0-1","changeFlag":"CREATED",` +
				source + "}",
		}},
		{"changes", func(w *target) {
			w.must("PATCH", contactPath, `{"properties":{"phone":"+1","city":"Bonn","firstname":"M"}}`)
			w.must("PATCH", contactPath, `{"properties":{"phone":"+1","city":""}}`)
		}, []string{
			"{" + common(1, 72, "contact.propertyChange") + `,"objectId":101,"propertyName":"city","propertyValue":"Bonn",` +
				source + "}",
			"{" + common(2, 73, "object.propertyChange") +
				`,"objectId":101,"objectTypeId":"0-1","propertyName":"phone","propertyValue":"+1",` + source + "}",
			"{" + common(3, 72, "contact.propertyChange") + `,"objectId":101,"propertyName":"city","propertyValue":"",` +
				source + "}",
		}},
		{"deletion", func(w *target) {
			w.must("DELETE", contactPath, "")
			w.must("DELETE", contactPath, "")
		}, []string{
			"{" + common(1, 74, "object.deletion") + `,"objectId":101,"objectTypeId":"0-1","changeFlag":"DELETED",` + source +
				"}",
		}},
		{"batch", func(w *target) {
			w.must(
				"POST", "/crm/v3/objects/companies/batch/create",
				`{"inputs":[{"properties":{"name":"a"}},{"properties":{"name":"b"}}]}`,
			)
		}, []string{
			"{" + common(1, 77, "company.creation") + `,"objectId":90000000001,"changeFlag":"CREATED",` + source + "}",
			"{" + common(2, 77, "company.creation") + `,"objectId":90000000002,"changeFlag":"CREATED",` + source + "}",
		}},
		{"nothing", func(w *target) {
			w.must("GET", contactPath, "")
			w.must("PATCH", "/crm/v3/objects/deals/301", `{"properties":{"amount":"1"}}`)
			if _, err := w.Multiply("contact", 30); err != nil {
				t.Error(err)
			}
		}, nil},
	} {
		deliver(t, crmsim.Options{}, subscriptions, c.change, func(w *target) {
			var events []string
			for _, delivery := range w.got {
				var list []json.RawMessage
				if err := json.Unmarshal([]byte(delivery.raw), &list); err != nil {
					t.Error(err)
				}
				for _, e := range list {
					events = append(events, string(e))
				}
			}
			if !slices.Equal(events, c.want) {
				t.Errorf("%s:\n got %s\nwant %s", c.name, strings.Join(events, "\n     "), strings.Join(c.want, "\n     "))
			}
		})
	}
}

func TestMergesAndAssociationsAreDelivered(t *testing.T) {
	deliver(t, crmsim.Options{}, []crmsim.Subscription{
		{Type: "object.merge", ObjectType: "contact"}, {Type: "object.associationChange", ObjectType: "contact"},
	},
		func(w *target) {
			w.must("PUT", "/crm/v4/objects/contacts/105/associations/default/companies/203", "")
			w.must("DELETE", "/crm/v4/objects/contacts/105/associations/companies/203", "")
			w.must("POST", "/crm/v3/objects/contacts/merge", `{"primaryObjectId":"101","objectIdToMerge":"105"}`)
		},
		func(w *target) {
			var seen []string
			for _, e := range w.got[0].events {
				switch e["subscriptionType"] {
				case "object.associationChange":
					if e["fromObjectId"] == 105.0 && e["toObjectId"] == 203.0 {
						seen = append(
							seen, fmt.Sprint(e["associationType"], " ", e["associationRemoved"], " ", e["isPrimaryAssociation"]),
						)
					}
				case "object.merge":
					seen = append(
						seen,
						fmt.Sprint(
							"merge ", e["primaryObjectId"], e["mergedObjectIds"], e["newObjectId"], " ", e["numberOfPropertiesMoved"] != nil,
						),
					)
				}
			}
			want := []string{"CONTACT_TO_COMPANY false false", "CONTACT_TO_COMPANY true false", "merge 101 [105] 101 true"}
			if !slices.Equal(seen, want) {
				t.Errorf("%q\nin %s", seen, w.got[0].raw)
			}
		})
}

func TestDeliveryHasAtMostAHundredEvents(t *testing.T) {
	deliver(t, crmsim.Options{}, creations, func(w *target) { w.create(250) }, func(w *target) {
		var sizes []int
		ids := map[any]bool{}
		for _, delivery := range w.got {
			sizes = append(sizes, len(delivery.events))
			for _, e := range delivery.events {
				ids[e["eventId"]] = true
			}
			if delivery.after != time.Second {
				t.Errorf("delivered after %v", delivery.after)
			}
		}
		slices.Sort(sizes)
		if !slices.Equal(sizes, []int{50, 100, 100}) || len(ids) != 250 {
			t.Errorf("deliveries of %v with %d events", sizes, len(ids))
		}
	})
}

func TestDeliveryIsSigned(t *testing.T) {
	deliver(t, crmsim.Options{HeaderPrefix: "X-Other"}, creations, func(w *target) { w.create(1) }, func(w *target) {
		got := w.got[0]
		r, err := http.NewRequest("POST", webhookURL, nil)
		if err != nil {
			t.Error(err)
		}
		crmsim.SignV3(r, []byte(got.raw), "X-Other", "secret", simtest.At.Add(got.after))
		for _, name := range []string{"X-Other-Signature-V3", "X-Other-Request-Timestamp"} {
			if have, want := got.header.Get(name), r.Header.Get(name); have != want || have == "" {
				t.Errorf("%s: %q, want %q", name, have, want)
			}
		}
	})
}

func TestSignaturesMatchTheContract(t *testing.T) {
	var vectors struct {
		Accepted []struct {
			Name, Secret, Method, URL, Body, Signature string
			Timestamp                                  int64
		}
	}
	text, err := os.ReadFile("../../../contract/signatures/v3.json")
	if err == nil {
		err = json.Unmarshal(text, &vectors)
	}
	if err != nil || len(vectors.Accepted) == 0 {
		t.Fatal(err)
	}
	for _, v := range vectors.Accepted {
		r, err := http.NewRequest(v.Method, v.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		crmsim.SignV3(r, []byte(v.Body), "X-Crm", v.Secret, time.UnixMilli(v.Timestamp))
		if got := r.Header.Get("X-Crm-Signature-V3"); got != v.Signature {
			t.Errorf("%s: %s, want %s", v.Name, got, v.Signature)
		}
	}
}

func TestCloseEndsDeliveries(t *testing.T) {
	deliver(t, crmsim.Options{}, creations, func(w *target) {
		w.create(1)
		w.Close()
	}, func(w *target) {
		if len(w.got) != 0 {
			t.Errorf("%d deliveries", len(w.got))
		}
	})
}

func TestDeliveryOverARealNetwork(t *testing.T) {
	arrived := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		arrived <- string(body)
	}))
	defer server.Close()
	s, err := crmsim.New(crmsim.Options{Clock: crmsim.RealClock(
		time.Now,
	), Token: simtest.Token, Network: http.DefaultTransport, Targets: []crmsim.Target{{
		URL: server.URL, Secret: "s", Subscriptions: creations, Gather: time.Millisecond,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	simtest.Send(s, "POST", "/crm/v3/objects/contacts", `{"properties":{}}`)
	if body := <-arrived; !strings.Contains(body, `"subscriptionType":"contact.creation"`) {
		t.Error(body)
	}
}

func TestInvalidTargetsAreRejected(t *testing.T) {
	targetOf := func(of crmsim.Subscription) crmsim.Target {
		return crmsim.Target{URL: webhookURL, Secret: "s", Subscriptions: []crmsim.Subscription{of}}
	}
	for name, targets := range map[string][]crmsim.Target{
		"kind":                {targetOf(crmsim.Subscription{Type: "contact.explosion"})},
		"type":                {targetOf(crmsim.Subscription{Type: "object.creation", ObjectType: "nothing"})},
		"no type":             {targetOf(crmsim.Subscription{Type: "object.creation"})},
		"no property":         {targetOf(crmsim.Subscription{Type: "contact.propertyChange"})},
		"property":            {targetOf(crmsim.Subscription{Type: "contact.creation", Property: "city"})},
		"time of last change": {targetOf(crmsim.Subscription{Type: "deal.propertyChange", Property: "crm_lastmodifieddate"})},
		"no secret":           {{URL: webhookURL}},
		"no URL":              {{Secret: "s"}},
	} {
		if _, err := crmsim.New(crmsim.Options{
			Clock: crmsim.RealClock(time.Now), Network: netFunc(nil), Targets: targets,
		}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := crmsim.New(crmsim.Options{
		Clock: crmsim.RealClock(time.Now), Targets: []crmsim.Target{targetOf(creations[0])},
	}); err == nil {
		t.Error("targets without a network are accepted")
	}
}

// netFunc is a network that one function answers.
type netFunc func(*http.Request) (*http.Response, error)

func (f netFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

var errNetwork = errors.New("the network is down")

func answering(status int) *http.Response {
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader("{}"))}
}
