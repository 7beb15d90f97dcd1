package build

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/manifest"
)

// Encode writes what a deploy uploads as JSON, for a process that must not run the app's code. Files and the bundles
// for the local engine are left out.
func (o *Output) Encode() ([]byte, error) {
	uploaded := *o
	uploaded.Files = nil
	return json.Marshal(&uploaded)
}

// Decode reads the result of Encode. It accepts only scripts with the names that a build with the environment and the
// link gives them, and local paths: the process that built the app ran its code.
func Decode(text []byte, environment string, linked *link.Project) (*Output, error) {
	o := &Output{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(o); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("unexpected text after the output")
	}
	described, err := manifest.Decode(o.Manifest)
	if err != nil {
		return nil, err
	}
	workers := make([]string, len(described.Workers))
	for i := range described.Workers {
		workers[i] = described.Workers[i].Name
	}
	names, err := scriptNames(o.Report.Slug, workers, environment, linked)
	if err != nil {
		return nil, err
	}
	if len(o.Scripts) != len(names) {
		return nil, fmt.Errorf("expected %d scripts, got %d", len(names), len(o.Scripts))
	}
	for i := range o.Scripts {
		script := &o.Scripts[i]
		if name, known := names[script.Worker]; !known || name != script.Name {
			return nil, fmt.Errorf("unexpected script %q of worker %q", script.Name, script.Worker)
		}
		delete(names, script.Worker)
	}
	for _, file := range o.CRM.Files {
		if !filepath.IsLocal(filepath.FromSlash(file.Path)) {
			return nil, fmt.Errorf("unexpected path %q", file.Path)
		}
	}
	return o, nil
}
