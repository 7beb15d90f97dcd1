package deploy

import (
	"encoding/json"
	"errors"
	"os"
	"time"

	"github.com/appsvc/svc/internal/projectfs"
)

// Folder contains journals and locks, relative to the app's folder.
const Folder = projectfs.OwnFolder + "/" + folderName

const folderName = "deploys"

func folder(dir string) projectfs.Folder { return projectfs.Own(dir, folderName) }

// Kinds of deploys in the history.
const (
	KindDeploy   = "deploy"
	KindRollback = "rollback"
	KindDestroy  = "destroy"
)

// Entry is one line of a journal.
type Entry struct {
	At time.Time `json:"at"`
	// Event is begin, step or end.
	Event string `json:"event"`
	// Members of begin entries.
	Kind        string   `json:"kind,omitempty"`
	Environment string   `json:"environment,omitempty"`
	ProjectID   string   `json:"projectId,omitempty"`
	Host        string   `json:"host,omitempty"`
	State       string   `json:"stateDigest,omitempty"`
	Build       string   `json:"buildDigest,omitempty"`
	Changes     []Change `json:"changes,omitempty"`
	To          string   `json:"to,omitempty"` // of a rollback
	// Members of step entries. Phase is started or done. Detail is an id from the platform.
	Step   string `json:"step,omitempty"`
	Phase  string `json:"phase,omitempty"`
	Detail string `json:"detail,omitempty"`
	// Members of end entries. Outcome is succeeded or failed.
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

// journal writes .svc/deploys/<id>.jsonl: one line per phase of a step, synced to disk before the next request. It
// records what an interrupted deploy was doing. The deployed state is known only to the platforms.
type journal struct {
	id   string
	file *os.File
	now  func() time.Time
}

// openJournal creates a journal, or appends to that of an interrupted deploy.
func openJournal(dir, id string, now func() time.Time) (*journal, error) {
	file, err := folder(dir).OpenFile(id+journalSuffix, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	j := &journal{id: id, file: file, now: now}
	return j, errors.Join(j.endTornLine(), folder(dir).Sync())
}

const journalSuffix = ".jsonl"

// endTornLine ends an incomplete last line, so that the next line is intact.
func (j *journal) endTornLine() error {
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

// write appends an entry and syncs it to disk.
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
