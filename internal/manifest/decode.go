// This file decodes manifests strictly: what is unknown, missing or of another type is an error that names its place.

package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Decode reads a project manifest. A member that this version does not know, a text that goes on after
// the manifest, and a schemaVersion of another form are errors.
func Decode(text []byte) (*Project, error) {
	var head struct {
		SchemaVersion *int `json:"schemaVersion"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("the manifest cannot be read: %w", describe(err))
	}
	switch {
	case head.SchemaVersion == nil:
		return nil, errors.New("the manifest has no schemaVersion: it was not made by projectManifest")
	case *head.SchemaVersion != SchemaVersion:
		return nil, fmt.Errorf(
			"the manifest has schemaVersion %d and this svc reads %d: use an svc and an @svc/sdk of one release",
			*head.SchemaVersion, SchemaVersion,
		)
	}
	var project Project
	if err := strict(text, &project); err != nil {
		return nil, fmt.Errorf("the manifest cannot be read: %w", err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, fmt.Errorf("the manifest cannot be read: %w", describe(err))
	}
	if err := require(reflect.TypeFor[Project](), tree, ""); err != nil {
		return nil, fmt.Errorf("the manifest is not complete: %w", err)
	}
	if err := project.validate(); err != nil {
		return nil, fmt.Errorf("the manifest cannot be used: %w", err)
	}
	return &project, nil
}

// strict decodes one JSON value and nothing after it.
func strict(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return describe(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more text after it")
	}
	return nil
}

// describe says what a JSON error means to somebody who did not write the decoder.
func describe(err error) error {
	var mistyped *json.UnmarshalTypeError
	var malformed *json.SyntaxError
	switch {
	case errors.As(err, &mistyped):
		place := mistyped.Field
		if place == "" {
			place = "it"
		}
		return fmt.Errorf("%s holds %s where %s is expected", place, withArticle(mistyped.Value), typeWord(mistyped))
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it ends too early")
	case errors.As(err, &malformed):
		return fmt.Errorf("it is no JSON: %w at byte %d", malformed, malformed.Offset)
	}
	return err
}

func withArticle(noun string) string {
	if strings.HasPrefix(noun, "array") || strings.HasPrefix(noun, "object") {
		return "an " + noun
	}
	return "a " + noun
}

// validate looks at what the types alone do not hold.
func (p *Project) validate() error {
	seen := map[string]bool{}
	for i := range p.Workers {
		worker := &p.Workers[i]
		if worker.Name == "" {
			return fmt.Errorf("workers[%d].name is empty", i)
		}
		if seen[worker.Name] {
			return fmt.Errorf("two workers have the name %q", worker.Name)
		}
		seen[worker.Name] = true
		if err := worker.validate(); err != nil {
			return fmt.Errorf("worker %q: %w", worker.Name, err)
		}
	}
	return nil
}

func (w *Worker) validate() error {
	seen := map[string]bool{}
	for i := range w.Capabilities {
		c := &w.Capabilities[i]
		if c.ID() == "" {
			return fmt.Errorf("capabilities[%d].id is empty", i)
		}
		key := string(c.Kind) + " " + c.ID()
		if seen[key] {
			return fmt.Errorf("two capabilities of kind %s have the id %q", c.Kind, c.ID())
		}
		seen[key] = true
	}
	return nil
}
