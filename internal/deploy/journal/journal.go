// Package journal records deploys, rollbacks, removals of environments and rotations of keys in a folder, and reads
// them as its history.
//
// A journal says what an interrupted deploy was doing. What is deployed is known only to the platforms.
// Start at Open and History.
package journal

import (
	"encoding/json"
	"errors"
	"os"
	"time"

	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// Folder contains journals and locks, relative to the app's folder.
const Folder = projectfs.OwnFolder + "/" + folderName

const folderName = "deploys"

// In returns the folder of journals and locks of an app.
func In(dir string) projectfs.Folder { return projectfs.Own(dir, folderName) }

// Kinds of deploys in the history.
const (
	KindDeploy   = "deploy"
	KindRollback = "rollback"
	KindDestroy  = "destroy"
	KindRotation = "rotation"
)

// Change is one line of a plan, as a journal has it.
type Change struct {
	Kind   string `json:"kind"`
	Target string `json:"target"`
	Risk   string `json:"risk"`
	What   string `json:"what"`
	Impact string `json:"impact,omitempty"`
}

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
	EventBegin = "begin"
	EventStep  = "step"
	EventEnd   = "end"

	PhaseStarted = "started"
	PhaseDone    = "done"

	Succeeded   = "succeeded"
	Failed      = "failed"
	Interrupted = "interrupted"
)

// Journal writes .svc/deploys/<id>.jsonl: one line per phase of a step, synced to disk before the next request. It
// records what an interrupted deploy was doing. The deployed state is known only to the platforms.
type Journal struct {
	id   string
	file *os.File
	now  func() time.Time
}

// Open creates a journal, or appends to that of an interrupted deploy.
func Open(dir, id string, now func() time.Time) (*Journal, error) {
	file, err := In(dir).OpenFile(id+journalSuffix, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	j := &Journal{id: id, file: file, now: now}
	return j, errors.Join(j.endTornLine(), In(dir).Sync())
}

const journalSuffix = ".jsonl"

// endTornLine ends an incomplete last line, so that the next line is intact.
func (j *Journal) endTornLine() error {
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

// Write appends an entry and syncs it to disk.
func (j *Journal) Write(e Entry) error {
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

// End notes how the deploy ended: it succeeded if err is nil.
func (j *Journal) End(err error) error {
	end := Entry{Event: EventEnd, Outcome: Succeeded}
	if err != nil {
		end.Outcome, end.Error = Failed, reason.Of(err)
	}
	return j.Write(end)
}

// Step notes a phase of a step.
func (j *Journal) Step(name, phase, detail string) error {
	return j.Write(Entry{Event: EventStep, Step: name, Phase: phase, Detail: detail})
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// Path returns the path of a deploy's journal, relative to the app's folder.
func Path(id string) string { return Folder + "/" + id + journalSuffix }

// StepWatchedSince is the step of a gradual deploy whose detail is the time from which invocations count.
const StepWatchedSince = "watch-since"

// StepPromote precedes the script in the names of the steps that promote a canary.
const StepPromote = "promote:"
