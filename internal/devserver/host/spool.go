package host

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/store"
)

// NoPortal names the portal actor that takes the records of unknown portals.
const NoPortal = "none"

// Entry is what a portal actor records of one invocation: the twin of Entry in sdk/src/checkpoints/row.ts.
type Entry struct {
	DeployID         string  `json:"deployId"`
	Worker           string  `json:"worker"`
	CapabilityID     string  `json:"capabilityId"`
	Kind             string  `json:"kind"`
	Surface          string  `json:"surface"`
	Outcome          string  `json:"outcome"`
	At               float64 `json:"at"` // Unix milliseconds
	DurationMs       float64 `json:"durationMs"`
	CRMCalls         int     `json:"crmCalls"`
	CRMWaitMs        float64 `json:"crmWaitMs"`
	CRM429           int     `json:"crm429"`
	ErrorFingerprint string  `json:"errorFingerprint,omitempty"`
	// Failure is the uncaught error that has the fingerprint; nil for none.
	Failure *Failure `json:"failure,omitempty"`
}

// Failure is the redacted error of an invocation.
type Failure struct {
	Invocation string `json:"invocation"`
	Name       string `json:"name"`
	Message    string `json:"message"`
	Stack      string `json:"stack"`
	// Sources are digests of the project's files in Stack, by path.
	Sources map[string]string `json:"sources,omitempty"`
	// Input is redacted JSON, or its start.
	Input string `json:"input,omitempty"`
}

// SpooledEntry is a line of the spool.
type SpooledEntry struct {
	Portal string `json:"portal"`
	Entry  Entry  `json:"entry"`
}

// Spool writes records of invocations beside the state, which is not opened for it: the next host that opens the state
// takes them. A folder that cannot be written does not fail an invocation that has run.
func (h *Host) Spool(entries []SpooledEntry) {
	if h.options.InMemory {
		return
	}
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err == nil {
			err = store.AppendSpool(StateDir(h.options.Dir), line)
		}
		if err != nil {
			return
		}
	}
}

// TakeSpoolNow passes spooled records to the actors of their portals, if actors are being woken. A host without them
// leaves the records to the next one.
func (h *Host) TakeSpoolNow(ctx context.Context) error {
	if !h.alarms.started() {
		return nil
	}
	return h.TakeSpool(ctx)
}

// entriesAtOnce is how many entries one call of an actor carries.
const entriesAtOnce = 200

// TakeRecords updates the checkpoints of this machine: with the spooled records, and with what actors would report
// within the next minute. It starts the app worker.
func (h *Host) TakeRecords(ctx context.Context) error {
	if err := h.StartApp(ctx); err != nil {
		return err
	}
	if err := h.TakeSpool(ctx); err != nil {
		return err
	}
	portals, err := h.waitingPortals(ctx)
	if err != nil {
		return err
	}
	for _, portal := range portals {
		if err := h.callPortal(ctx, portal, "handUpNow", nil); err != nil {
			return err
		}
	}
	return nil
}

// TakeSpool passes spooled records to the actors of their portals.
func (h *Host) TakeSpool(ctx context.Context) error {
	if h.options.InMemory {
		return nil
	}
	all, err := store.TakeSpool(StateDir(h.options.Dir))
	if err != nil {
		return err
	}
	for _, spooled := range all {
		if err := h.takeSpooled(ctx, spooled); err != nil {
			return err
		}
		if err := spooled.Done(); err != nil {
			return err
		}
	}
	return nil
}

func (h *Host) takeSpooled(ctx context.Context, spooled store.Spooled) error {
	entries := map[string][]Entry{}
	var portals []string // in the order of their first entries
	for _, line := range spooled.Lines {
		var e SpooledEntry
		if json.Unmarshal(line, &e) != nil || e.Portal == "" {
			continue // written by another version, or damaged: keep the others
		}
		if entries[e.Portal] == nil {
			portals = append(portals, e.Portal)
		}
		entries[e.Portal] = append(entries[e.Portal], e.Entry)
	}
	for _, portal := range portals {
		part := 0
		for some := range slices.Chunk(entries[portal], entriesAtOnce) {
			batch := fmt.Sprintf("%s/%d", spooled.ID, part)
			if err := h.callPortal(ctx, portal, "record", map[string]any{"batch": batch, "entries": some}); err != nil {
				return err
			}
			part++
		}
	}
	return nil
}

// waitingPortals returns the portal actors that may have records to report: they have set an alarm.
func (h *Host) waitingPortals(ctx context.Context) (names []string, err error) {
	err = h.withStore(ctx, func(db *store.DB) error {
		all, err := db.Alarms()
		for _, alarm := range all {
			if alarm.Actor.Class == PortalActor {
				names = append(names, alarm.Actor.Name)
			}
		}
		return err
	})
	return names, err
}

// PortalActor is the class of the actors that take records.
const PortalActor = "PortalActor"

func (h *Host) callPortal(ctx context.Context, name, method string, args any) error {
	return h.AskActor(ctx, ActorCall{Class: PortalActor, Name: name, Method: method, Args: args}, nil)
}
