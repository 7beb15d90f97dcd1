// This file keeps the records of single invocations: each leaves a line beside the state, which is not
// opened for it, and whoever opens the state next takes the lines in.

package devserver

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/store"
)

// noPortal names the actor that takes records of no known portal.
const noPortal = "none"

// entry is what an actor is told of one invocation: the twin of Entry in sdk/src/checkpoints/row.ts.
type entry struct {
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
}

// spooledEntry is a line of the spool.
type spooledEntry struct {
	Portal string `json:"portal"`
	Entry  entry  `json:"entry"`
}

// invocationRecord is the runtime's record of an invocation, as far as an entry needs it.
type invocationRecord struct {
	entry
	Invocation   string
	PortalID     *int64
	Backpressure bool
}

func (r invocationRecord) spooled(crm429 int) spooledEntry {
	s := spooledEntry{Portal: noPortal, Entry: r.entry}
	if r.PortalID != nil {
		s.Portal = strconv.FormatInt(*r.PortalID, 10)
	}
	if r.Backpressure {
		s.Entry.Outcome = StatusBackpressure
	}
	s.Entry.CRM429 = crm429
	return s
}

// spool leaves the records of an invocation that has ended. A folder that cannot be written is no reason to
// fail an invocation that has run.
func (h *Host) spool(seen observed, result *Result, began time.Time) {
	if h.options.InMemory {
		return
	}
	entries := seen.entries()
	if seen.ending == nil && (result.Status == StatusTimeout || result.Status == StatusError) {
		entries = append(entries, h.unrecorded(result, began)) // its VM was stopped before it could write one
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

func (h *Host) unrecorded(r *Result, began time.Time) spooledEntry {
	return spooledEntry{Portal: noPortal, Entry: entry{
		DeployID: h.bindings.all[deployIDName], Worker: r.Worker, CapabilityID: r.CapabilityID, Kind: r.Kind, Surface: string(
			r.Surface,
		),
		Outcome: r.Status, At: float64(began.UnixMilli()), DurationMs: r.DurationMs, CRMCalls: len(r.CRMCalls),
	}}
}

// entries are those of all invocations that were recorded.
func (o observed) entries() []spooledEntry {
	all := make([]spooledEntry, len(o.records))
	for i, r := range o.records {
		all[i] = r.spooled(o.limited[r.Invocation])
	}
	return all
}

// entriesAtOnce is how many entries an actor is told of in one call.
const entriesAtOnce = 200

// TakeRecords brings the checkpoints of this machine up to date: what single invocations have left, and what
// actors would hand up within the next minute. It starts the app worker.
func (h *Host) TakeRecords(ctx context.Context) error {
	if err := h.startApp(ctx); err != nil {
		return err
	}
	if err := h.takeSpool(ctx); err != nil {
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

// takeSpool hands what single invocations have left to the actors of their portals.
func (h *Host) takeSpool(ctx context.Context) error {
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
	entries := map[string][]entry{}
	var portals []string // in the order in which they come
	for _, line := range spooled.Lines {
		var e spooledEntry
		if json.Unmarshal(line, &e) != nil || e.Portal == "" {
			continue // left by another version, or damaged: no reason to lose the others
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

// waitingPortals are the actors that may have records to hand up: they have asked to be woken.
func (h *Host) waitingPortals(ctx context.Context) (names []string, err error) {
	err = h.withState(ctx, func(ctx context.Context, s *stateVM) error {
		return s.vm.Do(ctx, func() error {
			return s.state.use(s.vm, func(db *store.DB) error {
				all, err := db.Alarms()
				for _, alarm := range all {
					if alarm.Actor.Class == portalActor {
						names = append(names, alarm.Actor.Name)
					}
				}
				return err
			})
		})
	})
	return names, err
}

// portalActor is the class of the actors that take records.
const portalActor = "PortalActor"

// actorProtocol is the version of the actors' protocol (sdk/src/actors/actor.ts).
const actorProtocol = 1

func (h *Host) callPortal(ctx context.Context, name, method string, args any) error {
	request, err := json.Marshal(map[string]any{
		"protocol": actorProtocol, "class": portalActor, "name": name, "method": method, "args": args,
	})
	if err != nil {
		return err
	}
	answer, err := h.actor(ctx, string(request))
	if err != nil {
		return err
	}
	if err := answered(answer); err != nil {
		return fmt.Errorf("%s.%s: %w", portalActor, method, err)
	}
	return nil
}
