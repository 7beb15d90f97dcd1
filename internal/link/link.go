// Package link reads and writes .svc/project.json: what ties a folder to its project, and names for each
// environment what is deployed of it.
//
// The file is committed, so it holds names and origins, no secret. Build takes script names and the history
// of actor classes from it, deploy writes it, other commands find the app worker by it. A file that cannot
// be used is an *Error, which says why; it is never repaired by guessing.
// Start at Project and Read; what is accepted is in validate.go.
package link

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// File is the path of the link, relative to the app's folder, with forward slashes.
const File = ".svc/project.json"

// Production is the environment of a command that names none. Its scripts have no suffix.
const Production = "production"

// Project is the content of the file.
type Project struct {
	// ProjectID names the project on every request that a control key signs. Made at the first deploy.
	ProjectID string `json:"projectId,omitempty"`
	// Environments are by name.
	Environments map[string]Environment `json:"environments,omitempty"`
}

// Environment is what is deployed of a project under one name.
type Environment struct {
	// Account is the id of the account at the edge that holds the scripts.
	Account string `json:"account,omitempty"`
	// Origin and Script are those of the app worker. A script keeps its name when the app is renamed.
	Origin string `json:"origin,omitempty"`
	Script string `json:"script,omitempty"`
	// Origins and Scripts are those of the user workers, by the worker's name.
	Origins map[string]string `json:"origins,omitempty"`
	Scripts map[string]string `json:"scripts,omitempty"`
	// Migrations are the steps of the app worker's Durable Object classes that were deployed, oldest
	// first. Steps are appended, never changed: the platform remembers the last tag.
	Migrations []Migration `json:"migrations,omitempty"`
	// CRM is where the CRM's project went.
	CRM *CRM `json:"crm,omitempty"`
}

// Migration is one step of the history of Durable Object classes.
type Migration struct {
	Tag string `json:"tag"`
	// New are classes that the step makes, Deleted those that it removes with their state.
	New     []string `json:"new,omitempty"`
	Deleted []string `json:"deleted,omitempty"`
}

// CRM is a project on the CRM platform.
type CRM struct {
	// Account is the id of the developer account, in decimal.
	Account string `json:"account"`
	// Project is the project's name there.
	Project string `json:"project"`
}

// Error says why the file cannot be used.
type Error struct {
	Why string
	Err error
}

func (e *Error) Error() string { return File + " cannot be used: " + e.Why }

func (e *Error) Unwrap() error { return e.Err }

// Read reads the link of the folder; nil without an error when the folder has none.
func Read(dir string) (*Project, error) {
	text, err := os.ReadFile(path(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // a folder without a link is no mistake, and has nothing to give
	}
	if err != nil {
		return nil, &Error{Why: reason(err), Err: err}
	}
	return Decode(text)
}

// Decode reads the text of a link.
func Decode(text []byte) (*Project, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var p *Project
	if err := decoder.Decode(&p); err != nil {
		return nil, &Error{Why: describe(err), Err: err}
	}
	if p == nil {
		return nil, &Error{Why: "it holds null, not an object"}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, &Error{Why: "there is more text after its object"}
	}
	if err := p.Validate(); err != nil {
		return nil, &Error{Why: err.Error(), Err: err}
	}
	return p, nil
}

// Encode is the text of the file: the same link gives the same bytes.
func (p *Project) Encode() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, &Error{Why: err.Error(), Err: err}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(p)
	return text.Bytes(), err
}

// Write puts the link in the folder. Who reads at the same time, or after a crash, finds the old file or the
// new one, whole.
func Write(dir string, p *Project) error {
	text, err := p.Encode()
	if err != nil {
		return err
	}
	target := path(dir)
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(target), ".project-*.json")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // after the rename there is nothing left to remove
	_, err = file.Write(text)
	if err = errors.Join(err, file.Sync(), file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), target)
}

// Names are the names of the environments, sorted.
func (p *Project) Names() []string {
	if p == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(p.Environments))
}

// Environment is the environment called name; the zero value when nothing is deployed under it. It may be
// asked of a folder that has no link.
func (p *Project) Environment(name string) Environment {
	if p == nil {
		return Environment{}
	}
	return p.Environments[name]
}

// Set puts an environment in its place.
func (p *Project) Set(name string, e Environment) {
	if p.Environments == nil {
		p.Environments = map[string]Environment{}
	}
	p.Environments[name] = e
}

func path(dir string) string { return filepath.Join(dir, filepath.FromSlash(File)) }

func describe(err error) string {
	var mistyped *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends too early"
	case errors.As(err, &mistyped):
		return fmt.Sprintf("its %s cannot be a JSON %s", mistyped.Field, mistyped.Value)
	}
	return reason(err)
}
