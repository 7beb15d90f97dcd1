package host

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
)

// offline is a network that is not there.
type offline struct{ asked []string }

var errOffline = errors.New("no network")

func (o *offline) RoundTrip(r *http.Request) (*http.Response, error) {
	o.asked = append(o.asked, r.URL.String())
	return nil, errOffline
}

func TestOnlyTheOriginOfTheCRMIsEmulated(t *testing.T) {
	origin, err := url.Parse("https://api.crm.example")
	if err != nil {
		t.Fatal(err)
	}
	network := &offline{}
	emulated := &transport{origin: origin, network: network, crm: func() (*crmsim.Sim, error) {
		return crmsim.New(crmsim.Options{Clock: crmsim.RealClock(time.Now), Token: "t"})
	}}
	r := newRequest(t, "POST", "https://API.crm.example/crm/v3/objects/deals/search", `{"limit":1}`)
	r.Header.Set("Authorization", "Bearer t")
	response, err := emulated.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != 200 || response.ContentLength != int64(len(body)) ||
		!strings.Contains(string(body), `"total":6`) || response.Header.Get("Content-Type") == "" {
		t.Errorf("%+v %s", response, body)
	}
	others := []string{"http://api.crm.example/", "https://api.crm.example:8443/", "https://api.crm.example.evil.example/"}
	for _, target := range others {
		if _, err := emulated.RoundTrip(newRequest(t, "GET", target, "")); !errors.Is(err, errOffline) {
			t.Errorf("%s: %v", target, err)
		}
	}
	live := &transport{origin: origin, network: network}
	if _, err := live.RoundTrip(r); !errors.Is(err, errOffline) {
		t.Errorf("live: %v", err)
	}
	if len(network.asked) != len(others)+1 {
		t.Errorf("the network was asked for %q", network.asked)
	}
}

func TestACutConnectionIsAnError(t *testing.T) {
	origin, err := url.Parse("https://api.crm.example")
	if err != nil {
		t.Fatal(err)
	}
	emulated := &transport{origin: origin, network: &offline{}, crm: func() (*crmsim.Sim, error) {
		return crmsim.New(crmsim.Options{Clock: crmsim.RealClock(time.Now), Token: "t", Faults: []crmsim.Fault{{Cut: true}}})
	}}
	if _, err := emulated.RoundTrip(
		newRequest(t, "GET", "https://api.crm.example/crm/v3/objects/deals", ""),
	); !errors.Is(err, errCut) || !strings.Contains(err.Error(), "cut") {
		t.Errorf("%v", err)
	}
}

func newRequest(t *testing.T, method, url, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return r
}
