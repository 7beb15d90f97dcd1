package host

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/store"
)

// Hooks let tests and simulations observe or replace parts of a host. Each member may be zero.
type Hooks struct {
	// Clock wakes timers and alarms. The default is the machine's clock, plus what 'svc dev tick' has advanced it.
	Clock jsvm.Clock
	// TurnLimit is how long code may block without yielding. The default is jsvm.DefaultTurnLimit.
	TurnLimit time.Duration
	// Outbound carries every request that a worker sends, to the CRM and elsewhere. It replaces the emulated CRM and
	// Options.Network.
	Outbound http.RoundTripper
	// WrapTransport wraps what carries the requests of every VM.
	WrapTransport func(http.RoundTripper) http.RoundTripper
	// FaultHook runs each effect of the host: "call InstallActor.syncBegin", "step main", "alarm ProjectActor",
	// "commit". It may fail or end the process before or after do. Outbound requests are in WrapTransport.
	FaultHook func(effect string, do func() error) error
	// BodyTimer calls expire when the body of a request has taken too long, unless stop is called before. The default is
	// a timer of 30 s.
	BodyTimer func(expire func()) (stop func() bool)
	// EmulatedCRM changes the options of the emulated CRM before it is created.
	EmulatedCRM func(*crmsim.Options)
	// ExactBindings passes Options.Bindings to the workers unchanged: none are generated and none removed.
	ExactBindings bool
	// ExtraActors adds actors to those of the SDK. It is JavaScript: "Name: [(state) => ({ methods })],".
	ExtraActors string
}

// faultHook runs an effect of the host through the fault hook, if there is one.
func (h *Host) faultHook(effect func() string, do func() error) error {
	if h.hooks.FaultHook == nil {
		return do()
	}
	return h.hooks.FaultHook(effect(), do)
}

// commit makes the writes of a turn durable.
func (h *Host) commit(db *store.DB) error {
	if !db.Dirty() {
		return db.Flush()
	}
	return h.faultHook(func() string { return "commit" }, db.Flush)
}

// methodOf returns the class and method of an actor call.
func methodOf(request string) string {
	var call struct{ Class, Method string }
	_ = json.Unmarshal([]byte(request), &call) // its receiver rejects invalid JSON
	return call.Class + "." + call.Method
}
