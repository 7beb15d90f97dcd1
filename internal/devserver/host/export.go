package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/store"
)

// exportVersion is the version of the form of an Export that this build reads and writes.
const exportVersion = 1

// Export is the state of a project and of its emulated CRM.
type Export struct {
	SchemaVersion int `json:"schemaVersion"`
	// AheadMs is how far the clock is ahead of the machine's, in milliseconds. The state has times of that clock.
	AheadMs int64 `json:"aheadMs"`
	store.Snapshot
	// CRM is the installs in the emulated CRM.
	CRM keptCRM `json:"crm"`
	// Records are those of the emulated CRM by portal and object type. They exist only while a server runs.
	Records map[string]map[string][]crmsim.Given `json:"records,omitempty"`
}

// Export returns the state of the host, and the records of its emulated CRM.
func (h *Host) Export(ctx context.Context) (*Export, error) {
	e := &Export{SchemaVersion: exportVersion, AheadMs: h.Ahead().Milliseconds()}
	err := h.withStore(ctx, func(db *store.DB) error {
		s, err := db.Snapshot()
		if err == nil {
			e.Snapshot = *s
		}
		return err
	})
	if err != nil || h.options.CRM != CRMEmulated {
		return e, err
	}
	crm, err := h.CRM()
	if err != nil {
		return nil, err
	}
	e.CRM = h.keptOf(crm.Grants())
	e.Records = map[string]map[string][]crmsim.Given{}
	for _, id := range crm.OpenPortals() {
		e.Records[strconv.FormatInt(id, 10)] = crm.Export(id)
	}
	return e, nil
}

// importRecords puts the records of Options.Import into a new emulated CRM.
func (h *Host) importRecords(crm *crmsim.Sim) error {
	if h.options.Import == nil {
		return nil
	}
	for portal, records := range h.options.Import.Records {
		id, err := strconv.ParseInt(portal, 10, 64)
		if err == nil {
			err = crm.Import(id, records)
		}
		if err != nil {
			return fmt.Errorf("cannot import the records of portal %q: %w", portal, err)
		}
	}
	return nil
}

// ReadState returns the state in the folder of a project that no process holds. Without state it is empty.
func ReadState(dir string) (*Export, error) {
	e := &Export{SchemaVersion: exportVersion, Snapshot: store.Snapshot{Actors: []store.ActorState{}}}
	found, err := store.Examine(StateDir(dir))
	if err != nil || !found {
		return e, err
	}
	db, err := store.Open(StateDir(dir), lockWait)
	if err != nil {
		return nil, err
	}
	s, err := db.Snapshot()
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	e.Snapshot = *s
	ahead, err := readAhead(dir)
	if err != nil {
		return nil, err
	}
	e.AheadMs = ahead.Milliseconds()
	e.CRM, err = readKeptCRM(dir)
	return e, err
}

// HasState reports whether the folder of a project has state.
func HasState(dir string) (bool, error) {
	e, err := ReadState(dir)
	return err == nil && (len(e.Actors) > 0 || len(e.CRM.Grants) > 0), err
}

// ReplaceState replaces the state in the folder of a project that no process holds. Records are not state. It renames
// what cannot be read, and returns the new names, relative to the project's folder.
func ReplaceState(dir string, e *Export) (kept []string, err error) {
	if kept, err = ResetState(dir); err != nil {
		return kept, err
	}
	return kept, restoreState(dir, e)
}

// restoreState writes an export to a folder without state.
func restoreState(dir string, e *Export) error {
	db, err := store.Open(StateDir(dir), lockWait)
	if err != nil {
		return err
	}
	if err := errors.Join(db.Restore(&e.Snapshot), db.Close()); err != nil {
		return err
	}
	if e.AheadMs > 0 {
		if err := saveAhead(dir, time.Duration(e.AheadMs)*time.Millisecond); err != nil {
			return err
		}
	}
	if len(e.CRM.Grants) == 0 && e.CRM.ClientSecret == "" {
		return nil
	}
	text, err := json.Marshal(e.CRM)
	if err != nil {
		return err
	}
	return StateDir(dir).WriteFile(keptFile, append(text, '\n'), 0o600)
}

// ResetState removes the state in the folder of a project that no process holds. It renames what cannot be read, and
// returns the new names, relative to the project's folder.
func ResetState(dir string) (kept []string, err error) {
	setAside := func(in projectfs.Folder, folder, name string) error {
		name, err := store.SetAside(in, name)
		if err == nil {
			kept = append(kept, path.Join(folder, name))
		}
		return err
	}
	own := projectfs.Own(dir, "")
	parent, name := path.Split(StateFolder)
	if info, err := own.Stat(name); err == nil && !info.IsDir() {
		if _, err := StateDir(dir).ReadDir(); err != nil { // a file, or a link that leads out of the project
			return kept, setAside(own, parent, name)
		}
	}
	names, err := store.Reset(StateDir(dir))
	for _, name := range names {
		kept = append(kept, path.Join(StateFolder, name))
	}
	if err != nil {
		return kept, err
	}
	_, aheadErr := readAhead(dir)
	_, crmErr := readKeptCRM(dir)
	for name, unreadable := range map[string]error{aheadFile: aheadErr, keptFile: crmErr} {
		if _, err := StateDir(dir).Stat(name); err != nil {
			continue // missing
		}
		if unreadable == nil {
			err = StateDir(dir).Remove(name)
		} else {
			err = setAside(StateDir(dir), StateFolder, name)
		}
		if err != nil {
			return kept, err
		}
	}
	slices.Sort(kept)
	return kept, nil
}

// Check rejects an export that this build cannot read.
func (e *Export) Check() error {
	switch {
	case e.SchemaVersion != exportVersion:
		return fmt.Errorf("it has schema version %d and this svc supports %d", e.SchemaVersion, exportVersion)
	case e.AheadMs < 0:
		return errors.New("invalid aheadMs: expected 0 or more")
	}
	return nil
}
