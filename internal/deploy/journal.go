// This file keeps the journal of a deploy: one line a step in .svc/deploys/<id>.jsonl, each on the disk before the
// next request is sent. It says what was going on when a deploy was cut short; what is deployed, only the platforms
// know.

package deploy

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// Folder is where journals and the lock are, relative to the app's folder.
const Folder = ".svc/deploys"

// Kinds of deploys in the history.
const (
	KindDeploy   = "deploy"
	KindRollback = "rollback"
)

// Entry is one line of a journal.
type Entry struct {
	At time.Time `json:"at"`
	// Event is begin, step or end.
	Event string `json:"event"`
	// Of begin.
	Kind        string   `json:"kind,omitempty"`
	Environment string   `json:"environment,omitempty"`
	ProjectID   string   `json:"projectId,omitempty"`
	Host        string   `json:"host,omitempty"`
	State       string   `json:"stateDigest,omitempty"`
	Build       string   `json:"buildDigest,omitempty"`
	Changes     []Change `json:"changes,omitempty"`
	To          string   `json:"to,omitempty"` // of a rollback
	// Of step: its name, and how far it is: started or done. Detail is an id that the platform gave.
	Step   string `json:"step,omitempty"`
	Phase  string `json:"phase,omitempty"`
	Detail string `json:"detail,omitempty"`
	// Of end: succeeded or failed, and why.
	Outcome string `json:"outcome,omitempty"`
	Error   string `json:"error,omitempty"`
}

// Events, phases and outcomes.
const (
	eventBegin = "begin"
	eventStep  = "step"
	eventEnd   = "end"

	phaseStarted = "started"
	phaseDone    = "done"

	Succeeded   = "succeeded"
	Failed      = "failed"
	Interrupted = "interrupted"
)

// journal writes one.
type journal struct {
	id   string
	file *os.File
	now  func() time.Time
}

// openJournal begins a journal, or goes on with that of an interrupted deploy.
func openJournal(dir, id string, now func() time.Time) (*journal, error) {
	folder := filepath.Join(dir, filepath.FromSlash(Folder))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(folder, id+journalSuffix), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	j := &journal{id: id, file: file, now: now}
	return j, errors.Join(j.mendTail(), syncFolder(folder))
}

const journalSuffix = ".jsonl"

// mendTail ends a line that was torn, so that the next one is whole.
func (j *journal) mendTail() error {
	info, err := j.file.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := j.file.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = j.file.WriteString("\n")
	return err
}

// write puts a line on the disk.
func (j *journal) write(e Entry) error {
	e.At = j.now().UTC()
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(text, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

func (j *journal) step(name, phase, detail string) error {
	return j.write(Entry{Event: eventStep, Step: name, Phase: phase, Detail: detail})
}

func (j *journal) close() error { return j.file.Close() }

// syncFolder makes a new file's name last.
func syncFolder(folder string) error {
	opened, err := os.Open(folder)
	if err != nil {
		return err
	}
	_ = opened.Sync() // not every system can
	return opened.Close()
}
