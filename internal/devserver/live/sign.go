package live

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/appsvc/svc/internal/devserver"
)

// SignRequest is the body of a request to SignPath. It describes a delivery to a trigger, or a post to a push source.
type SignRequest struct {
	Worker string `json:"worker"`
	Kind   string `json:"kind"`
	ID     string `json:"id"`
	// Input is the events, completed from a sample, or what is posted to the source.
	Input json.RawMessage `json:"input,omitempty"`
	// EventType is the type of the sample. Default: that of the trigger.
	EventType string `json:"eventType,omitempty"`
	Portal    int64  `json:"portal"`
	// URL is where the caller sends the request. Without a path it gets that of the route. So does one whose path only
	// names the worker, for callers that cannot choose the host.
	URL string `json:"url"`
	// SkewMs is how far the signature's time is ahead of the server's clock, in milliseconds.
	SkewMs int64 `json:"skewMs,omitempty"`
	// WrongKey makes a signature that the receiver rejects.
	WrongKey bool `json:"wrongKey,omitempty"`
	// Again adds the same delivery once more, as the platform repeats it.
	Again bool `json:"again,omitempty"`
}

// SignAnswer is the response of SignPath: the request, and its repetition if that was asked for.
type SignAnswer struct {
	Requests []*devserver.SignedRequest `json:"requests"`
}

// sign signs a request for its caller, which sends it.
func (s *Session) sign(w http.ResponseWriter, r *http.Request) {
	var request SignRequest
	server, release := s.asked(w, r, &request)
	defer release()
	if server == nil {
		return
	}
	signed, err := s.signed(server, request)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, "cannot_sign", err.Error())
		return
	}
	answer(w, http.StatusOK, SignAnswer{signed})
}

func (s *Session) signed(server *devserver.Server, request SignRequest) ([]*devserver.SignedRequest, error) {
	to, err := url.Parse(request.URL)
	if err != nil {
		return nil, fmt.Errorf("invalid URL %q: expected an address of http or https", request.URL)
	}
	i, err := s.invocation(server, request)
	if err != nil {
		return nil, err
	}
	o := devserver.SigningOptions{
		Invocation: i, URL: to, Skew: time.Duration(request.SkewMs) * time.Millisecond, UsesWrongKey: request.WrongKey,
	}
	if byPath := workerPath + request.Worker; to.Path == byPath {
		o.URL, o.Prefix = &url.URL{Scheme: to.Scheme, Host: to.Host}, byPath
	}
	first, err := devserver.Sign(server.Host(), o)
	if err != nil || !request.Again {
		return []*devserver.SignedRequest{first}, err
	}
	if i.Surface == devserver.SurfaceEvents {
		if o.Invocation.Input, err = devserver.Redelivery(i.Input); err != nil {
			return nil, err
		}
	}
	again, err := devserver.Sign(server.Host(), o)
	return []*devserver.SignedRequest{first, again}, err
}

// invocation returns what the request asks for. Its events have ids that no other has.
func (s *Session) invocation(server *devserver.Server, request SignRequest) (i devserver.Invocation, err error) {
	c, found := s.capability(request.Worker, request.Kind, request.ID)
	if !found {
		return i, fmt.Errorf("unknown %s %q in the worker %q", request.Kind, request.ID, request.Worker)
	}
	i = devserver.Invocation{
		Capability: c, Surface: devserver.SurfacePost, Input: request.Input,
		Install: &devserver.Install{PortalID: &request.Portal},
	}
	if c.Kind == devserver.KindSource {
		return i, nil
	}
	if c.Kind != devserver.KindTrigger {
		return i, fmt.Errorf("%q is neither a trigger nor a push source", c.Name())
	}
	i.Surface = devserver.SurfaceEvents
	if request.EventType != "" {
		c.EventType = request.EventType
	}
	i.Input, err = devserver.EventsFrom(s.nextEvents(), server.Host(), c, request.Input, i.Install)
	return i, err
}

// eventsPerDelivery is how many ids one delivery takes. The platform sends at most 100 events in one (crmsim/webhooks).
const eventsPerDelivery = 1_000

// nextEvents returns the id of the first event of a new delivery. The ids of an earlier run of the server are lower:
// they begin with the time, in microseconds.
func (s *Session) nextEvents() int64 {
	s.firstEvent.Do(func() { s.lastEvent.Store(s.options.Now().UnixMicro()) })
	return s.lastEvent.Add(eventsPerDelivery)
}
