package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// Past is one deploy or rollback of this folder.
type Past struct {
	ID          string     `json:"id"`
	Kind        string     `json:"kind"`
	Environment string     `json:"environment"`
	ProjectID   string     `json:"projectId"`
	Host        string     `json:"host,omitempty"`
	BeganAt     time.Time  `json:"beganAt"`
	EndedAt     *time.Time `json:"endedAt,omitempty"`
	// Outcome is succeeded, failed or interrupted.
	Outcome string   `json:"outcome"`
	Error   string   `json:"error,omitempty"`
	To      string   `json:"to,omitempty"`
	Changes []Change `json:"changes"`
	// Done lists finished steps, Open those that only started.
	Done []string `json:"done"`
	Open []string `json:"open"`

	// State and Build are digests, Details those of steps.
	State   string            `json:"-"`
	Build   string            `json:"-"`
	Details map[string]string `json:"-"`
	// lastBegan is when the deploy was begun or resumed last.
	lastBegan time.Time
}

// Unread is a file among the journals that cannot be read.
type Unread struct {
	// File is relative to the app's folder, with forward slashes.
	File string
	Err  error
}

// errDamaged is the error of a file that has none of a journal's entries, or not the first.
var errDamaged = errors.New("it is not a journal of svc, or it is damaged: no line of it says what was begun")

// Fix says what to do about it.
func (u Unread) Fix() string {
	if errors.Is(u.Err, errDamaged) {
		return fmt.Sprintf("restore %s from a copy, or remove it: the platforms know what is deployed", u.File)
	}
	return fmt.Sprintf("remove %s if it is not a journal of svc, or make it readable", u.File)
}

// History reads this folder's journals, newest first. It skips files with other names, and returns those that it cannot
// read: damaged ones, pipes, folders, links that lead out, and files of more than projectfs.MaxFile bytes. The error is
// about the folder.
func History(dir string) (all []Past, unread []Unread, err error) {
	entries, err := In(dir).ReadDir()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	for _, entry := range entries {
		id, is := strings.CutSuffix(entry.Name(), journalSuffix)
		if !is {
			continue
		}
		text, err := In(dir).ReadFile(entry.Name())
		if err != nil {
			unread = append(unread, Unread{Folder + "/" + entry.Name(), err})
		} else if past, ok := Read(id, text); ok {
			all = append(all, past)
		} else if !isUnbegun(text) {
			unread = append(unread, Unread{Folder + "/" + entry.Name(), errDamaged})
		}
	}
	slices.SortFunc(all, func(a, b Past) int { return strings.Compare(b.ID, a.ID) })
	return all, unread, nil
}

// HistoryOf reads the journals of one project, as History does. The folder may have others: of the folder that it was
// copied from, or of a project before the link was deleted.
func HistoryOf(dir, project string) ([]Past, []Unread, error) {
	all, unread, err := History(dir)
	return slices.DeleteFunc(all, func(past Past) bool { return past.ProjectID != project }), unread, err
}

// isUnbegun reports that a process was killed while it wrote the first entry of a journal, before its first step.
func isUnbegun(text []byte) bool {
	const entry = `{"at":`
	return !bytes.Contains(text, []byte("\n")) && strings.HasPrefix(string(text), entry[:min(len(entry), len(text))])
}

// Read parses a journal and skips torn lines. It returns false without a begin entry.
func Read(id string, text []byte) (Past, bool) {
	past := Past{
		ID: id, Outcome: Interrupted, Changes: []Change{}, Done: []string{}, Open: []string{}, Details: map[string]string{},
	}
	began := false
	for line := range bytes.Lines(text) {
		var e Entry
		if json.Unmarshal(line, &e) != nil {
			continue // torn: the platform knows the state of its step
		}
		switch e.Event {
		case EventBegin:
			if !began {
				past.BeganAt = e.At
			}
			began, past.lastBegan = true, e.At
			past.Kind, past.Environment, past.ProjectID, past.Host, past.To = e.Kind, e.Environment, e.ProjectID, e.Host, e.To
			past.State, past.Build = e.State, e.Build
			if len(past.Changes) == 0 && e.Changes != nil {
				past.Changes = e.Changes
			}
			past.Outcome, past.EndedAt, past.Error = Interrupted, nil, ""
		case EventStep:
			past.noteStep(e)
		case EventEnd:
			past.Outcome, past.Error, past.EndedAt = e.Outcome, e.Error, &e.At
		}
	}
	return past, began
}

func (p *Past) noteStep(e Entry) {
	p.Open = slices.DeleteFunc(p.Open, func(name string) bool { return name == e.Step })
	p.Details[e.Step] = e.Detail
	if e.Phase != PhaseDone {
		p.Open = append(p.Open, e.Step)
	} else if !slices.Contains(p.Done, e.Step) {
		p.Done = append(p.Done, e.Step)
	}
}

// HasBegun reports whether a step was begun. It may have taken effect.
func (p *Past) HasBegun(step string) bool {
	return slices.Contains(p.Done, step) || slices.Contains(p.Open, step)
}

// wasRolledBack reports a canary that has ended without success and without a promoted worker: nothing of it is left.
func (p *Past) wasRolledBack() bool {
	promotes := func(step string) bool { return strings.HasPrefix(step, StepPromote) }
	return p.Outcome == Failed && p.Details[StepWatchedSince] != "" && !slices.ContainsFunc(p.Done, promotes)
}

// Unfinished returns the newest deploy of an environment if it did not succeed, else nil. A removal of the environment
// ends what was unfinished before.
func Unfinished(all []Past, environment string) *Past {
	for i := range all {
		if all[i].Environment != environment || all[i].Kind == KindRollback || all[i].Kind == KindRotation {
			continue
		}
		if all[i].Outcome == Succeeded || all[i].Kind == KindDestroy || all[i].wasRolledBack() {
			return nil
		}
		return &all[i]
	}
	return nil
}

// IsLatest reports whether a deploy was the last change of the traffic of its environment: no rollback was begun after
// it.
func (p *Past) IsLatest(all []Past) bool {
	return !slices.ContainsFunc(all, func(other Past) bool {
		return other.Environment == p.Environment && other.Kind == KindRollback && other.BeganAt.After(p.lastBegan)
	})
}

// HasEnded reports whether a deploy from this folder has ended. A lock that it left is stale: the platform answered its
// release wrongly, or not at all. Only an interrupted deploy is resumed. What else was interrupted has ended, because
// the caller has the local lock.
func HasEnded(all []Past, environment, id string) bool {
	return slices.ContainsFunc(all, func(past Past) bool {
		return past.ID == id && past.Environment == environment &&
			(past.Outcome != Interrupted || past.Kind != KindDeploy)
	})
}
