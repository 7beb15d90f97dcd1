// Package link reads and writes .svc/project.json, which links a folder to its project and records what is
// deployed in each environment.
//
// The file is committed, so it contains names and origins but no secrets. Builds read script names and the
// history of actor classes from it, deploys write it, and other commands use it to find the app worker. An
// invalid file is an *Error and is never repaired automatically.
// Start at Project and Read. Validation is in validate.go.
package link

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
)

// File is the path of the link, relative to the app's folder, with forward slashes.
const File = projectfs.OwnFolder + "/" + fileName

const fileName = "project.json"

// Production is the default environment. Its scripts have no suffix.
const Production = "production"

// Project is the file's content.
type Project struct {
	// ProjectID identifies the project in requests signed with a control key. Created by the first deploy.
	ProjectID string `json:"projectId,omitempty"`
	// Slug is what the app is deployed as: the start of the names of new scripts and CRM projects.
	Slug string `json:"slug,omitempty"`
	// App is the app's name at the last deploy. Another one means that the app was renamed, or the folder copied.
	App string `json:"app,omitempty"`
	// Environments are keyed by name.
	Environments map[string]Environment `json:"environments,omitempty"`
}

// Environment records one deployed environment.
type Environment struct {
	// Account is the id of the edge account that owns the scripts.
	Account string `json:"account,omitempty"`
	// Origin and Script belong to the app worker. A script keeps its name when the app is renamed.
	Origin string `json:"origin,omitempty"`
	Script string `json:"script,omitempty"`
	// Origins and Scripts belong to the user workers, keyed by worker name.
	Origins map[string]string `json:"origins,omitempty"`
	Scripts map[string]string `json:"scripts,omitempty"`
	// Migrations are the deployed changes of the app worker's Durable Object classes, oldest first. The list
	// is append-only, because the platform remembers the last tag.
	Migrations []Migration `json:"migrations,omitempty"`
	// CRM is the deployed project on the CRM platform.
	CRM *CRM `json:"crm,omitempty"`
}

// Migration is one change of the Durable Object classes.
type Migration struct {
	Tag string `json:"tag"`
	// New lists created classes. Deleted lists classes that are removed with their state.
	New     []string `json:"new,omitempty"`
	Deleted []string `json:"deleted,omitempty"`
}

// CRM identifies a project on the CRM platform.
type CRM struct {
	// Account is the id of the developer account, in decimal.
	Account string `json:"account"`
	// Project is the project's name in that account.
	Project string `json:"project"`
}

// Error is an unreadable or invalid link.
type Error struct {
	Why string
	Err error
}

func (e *Error) Error() string { return "cannot use " + File + ": " + e.Why }

func (e *Error) Unwrap() error { return e.Err }

// Fix says what to do about it.
func (e *Error) Fix() string {
	const restore = "restore " + File + " from version control: svc deploy writes it, do not edit it"
	switch {
	case errors.Is(e.Err, fs.ErrPermission):
		return projectfs.Fix(e.Err)
	case e.Err != nil && strings.HasPrefix(e.Err.Error(), "json: unknown field "):
		return "update svc if a newer version has written it; otherwise " + restore
	}
	return restore
}

// Read returns the folder's link, or nil without an error if the folder has none.
func Read(dir string) (*Project, error) {
	text, err := projectfs.Own(dir, "").ReadFile(fileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // a folder without a link is valid
	}
	if err != nil {
		return nil, &Error{Why: projectfs.Reason(err), Err: err}
	}
	return decode(text)
}

// decode parses and validates a link.
func decode(text []byte) (*Project, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var p *Project
	if err := decoder.Decode(&p); err != nil {
		return nil, &Error{Why: describe(err), Err: err}
	}
	if p == nil {
		return nil, &Error{Why: "expected an object, got null"}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, &Error{Why: "unexpected text after the object"}
	}
	if err := p.validate(); err != nil {
		return nil, &Error{Why: err.Error(), Err: err}
	}
	return p, nil
}

// Encode returns the file's text. Equal links give equal bytes.
func (p *Project) Encode() ([]byte, error) {
	if err := p.validate(); err != nil {
		return nil, &Error{Why: err.Error(), Err: err}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(p)
	return text.Bytes(), err
}

// Write replaces the folder's link atomically: a concurrent reader sees the old file or the new one.
func Write(dir string, p *Project) error {
	text, err := p.Encode()
	if err != nil {
		return err
	}
	return projectfs.Own(dir, "").WriteDurable(fileName, text, 0o644)
}

// Names returns the sorted names of the environments.
func (p *Project) Names() []string {
	if p == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(p.Environments))
}

// OtherApp returns the name of the app that was deployed, if it is not this one. Links of earlier versions have only
// the name of the CRM project, which is the app's name at the first deploy and, except in production, the environment.
func (p *Project) OtherApp(name string) string {
	if p == nil {
		return ""
	}
	was := p.App
	for _, environment := range p.Names() {
		if crm := p.Environments[environment].CRM; crm != nil && was == "" {
			was = strings.TrimSuffix(crm.Project, " "+environment)
		}
	}
	if was == name {
		return ""
	}
	return was
}

// DeployedSlug returns what the app is deployed as, "" if it is not deployed. Links of earlier versions have only the
// names of scripts. p may be nil.
func (p *Project) DeployedSlug() string {
	if p == nil {
		return ""
	}
	if p.Slug != "" {
		return p.Slug
	}
	for _, environment := range p.Names() {
		if script := p.Environments[environment].Script; script != "" {
			return strings.TrimSuffix(script, Suffix(environment))
		}
	}
	return ""
}

// Suffix returns the end of the names of an environment's scripts and CRM project, which is empty for production.
func Suffix(environment string) string {
	if environment == Production {
		return ""
	}
	return "-" + environment
}

// Environment returns the named environment, or the zero value if it is not deployed. p may be nil.
func (p *Project) Environment(name string) Environment {
	if p == nil {
		return Environment{}
	}
	return p.Environments[name]
}

// Set stores an environment.
func (p *Project) Set(name string, e Environment) {
	if p.Environments == nil {
		p.Environments = map[string]Environment{}
	}
	p.Environments[name] = e
}

func describe(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "unexpected end of file"
	}
	return reasonOf(err)
}
