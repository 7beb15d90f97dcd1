// Package statedir reads and writes exports of the local state: a folder with a file of the state and one of the
// records of the emulated CRM. 'svc dev' and 'svc dev state' share it.
package statedir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/projectfs"
)

// Files of an export.
const (
	stateFile   = "state.json"
	recordsFile = "records.json"
)

// maxFile is the size of the largest file of an export, in bytes. The state of a long test has a few megabytes.
const maxFile = 256 << 20

// records is the content of recordsFile.
type records struct {
	SchemaVersion int             `json:"schemaVersion"`
	Records       json.RawMessage `json:"records"`
}

// Write writes an export to a folder, which it creates. Only the user may read the files: they have what the app has
// stored. No link in the project leads them out of it. Write replaces files of an export, and no others.
func Write(dir, project string, e *host.Export) error {
	if err := CheckTarget(dir, project); err != nil {
		return err
	}
	state := *e
	state.Records = nil
	if err := write(dir, project, stateFile, state); err != nil {
		return err
	}
	if e.Records == nil {
		return nil
	}
	text, err := json.Marshal(e.Records)
	if err != nil {
		return err
	}
	return write(dir, project, recordsFile, records{e.SchemaVersion, text})
}

// CheckTarget returns an error if Write refuses the folder because of the files in it.
func CheckTarget(dir, project string) error {
	for _, name := range []string{stateFile, recordsFile} {
		if err := refuseForeign(dir, project, name); err != nil {
			return err
		}
	}
	return nil
}

// refuseForeign returns an error if a file of this name exists that is not one of an export.
func refuseForeign(dir, project, name string) error {
	text, err := projectfs.ReadNamed(filepath.Join(dir, name), project, maxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return writeError(dir, err)
	}
	var content struct {
		SchemaVersion int             `json:"schemaVersion"`
		Actors        json.RawMessage `json:"actors"`
		Records       json.RawMessage `json:"records"`
	}
	err = json.Unmarshal(text, &content)
	if err == nil && content.SchemaVersion > 0 && (content.Actors != nil || content.Records != nil) {
		return nil
	}
	return &cli.Error{
		Code: cli.ExitUsage, What: fmt.Sprintf("cannot write the export to %q", dir),
		Why: "its " + name + " is not a file of an export", Fix: "choose another folder, or remove that file",
	}
}

func write(dir, project, name string, content any) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(content); err != nil {
		return err
	}
	tree, at, err := projectfs.OpenOutput(filepath.Join(dir, name), project)
	if err != nil {
		return writeError(dir, err)
	}
	target, err := tree.Target(at)
	if err == nil {
		err = tree.WritePrivate(target, text.Bytes())
	}
	if err = errors.Join(err, tree.Close()); err != nil {
		return writeError(dir, err)
	}
	return nil
}

func writeError(dir string, err error) error {
	fix := "choose a folder with write permission"
	if errors.Is(err, projectfs.ErrOutside) {
		fix = "choose another folder, or remove the link"
	}
	return &cli.Error{
		Code: cli.ExitUsage, What: fmt.Sprintf("cannot write the export to %q", dir), Why: cli.Reason(err), Err: err,
		Fix: fix,
	}
}

// Read reads an export.
func Read(dir, project string) (*host.Export, error) {
	e := &host.Export{}
	if err := read(dir, project, stateFile, e); err != nil {
		return nil, err
	}
	if err := e.Check(); err != nil {
		return nil, readError(dir, stateFile, err)
	}
	var r records
	err := read(dir, project, recordsFile, &r)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e, nil
	case err != nil:
		return nil, err
	}
	if err := json.Unmarshal(r.Records, &e.Records); err != nil {
		return nil, readError(dir, recordsFile, err)
	}
	return e, nil
}

func read(dir, project, name string, into any) error {
	text, err := projectfs.ReadNamed(filepath.Join(dir, name), project, maxFile)
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		err = decoder.Decode(into)
		if _, more := decoder.Token(); err == nil && !errors.Is(more, io.EOF) {
			err = errors.New("unexpected text after the JSON value")
		}
	}
	if err != nil {
		return readError(dir, name, err)
	}
	return nil
}

func readError(dir, name string, err error) error {
	return &cli.Error{
		Code: cli.ExitUsage, What: fmt.Sprintf("cannot import %q", filepath.Join(dir, name)), Why: cli.Reason(err), Err: err,
		Fix: "name a folder that 'svc dev state export' or 'svc dev --export-on-exit' wrote",
	}
}
