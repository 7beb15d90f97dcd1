package manifest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/appsvc/svc/internal/reason"
)

// Decode reads a project manifest. Unknown and missing members, members of another type, data after the manifest and an
// unknown schemaVersion are errors.
func Decode(text []byte) (*Project, error) {
	var head struct {
		SchemaVersion *int `json:"schemaVersion"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("cannot read the manifest: %w", describe(err))
	}
	switch {
	case head.SchemaVersion == nil:
		return nil, errors.New("the manifest has no schemaVersion")
	case *head.SchemaVersion != schemaVersion:
		return nil, fmt.Errorf(
			"invalid schemaVersion %d of the manifest: expected %d; use the same release of svc and @svc/sdk",
			*head.SchemaVersion, schemaVersion)
	}
	var project Project
	if err := strict(text, &project); err != nil {
		return nil, fmt.Errorf("cannot read the manifest: %w", err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, fmt.Errorf("cannot read the manifest: %w", describe(err))
	}
	if err := require(reflect.TypeFor[Project](), tree, ""); err != nil {
		return nil, fmt.Errorf("the manifest is incomplete: %w", err)
	}
	if err := project.validate(); err != nil {
		return nil, fmt.Errorf("the manifest is not valid: %w", err)
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
		return errors.New("unexpected data after it")
	}
	return nil
}

// describe rewords a JSON error for readers who do not know the decoder.
func describe(err error) error {
	var mistyped *json.UnmarshalTypeError
	var malformed *json.SyntaxError
	switch {
	case errors.As(err, &mistyped):
		place := cmp.Or(mistyped.Field, "top-level value")
		return fmt.Errorf("invalid %s: expected %s, got %s", place, reason.Expected(mistyped), reason.Kind(mistyped))
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("unexpected end")
	case errors.As(err, &malformed):
		return fmt.Errorf("not valid JSON: %s at byte %d", reason.Of(malformed), malformed.Offset)
	}
	return err
}

// validate checks what the types do not express.
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
