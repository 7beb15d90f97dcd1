package deploy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/appsvc/svc/internal/deploy/port"
)

// Encode returns the text of a saved plan.
func (p *Plan) Encode() ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(p)
	return text.Bytes(), err
}

// DecodePlan parses a saved plan.
func DecodePlan(text []byte) (*Plan, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var p Plan
	if err := decoder.Decode(&p); err != nil {
		return nil, fmt.Errorf("not a plan of svc deploy: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a plan of svc deploy: unexpected text after it")
	}
	switch {
	case p.SchemaVersion != planVersion:
		return nil, fmt.Errorf("unsupported schemaVersion %d: expected %d", p.SchemaVersion, planVersion)
	case p.Environment == "" || p.ProjectID == "" || p.State == "" || p.Build == "":
		return nil, errors.New("incomplete plan")
	}
	return &p, nil
}

// holds returns a port.StaleError if a saved plan differs from the current one.
func (p *Plan) holds(now *Plan) error {
	switch {
	case p.Environment != now.Environment || p.ProjectID != now.ProjectID:
		return &port.StaleError{Why: fmt.Sprintf(
			"it is for %s of project %s, not for %s of %s", p.Environment, p.ProjectID, now.Environment, now.ProjectID,
		)}
	case p.Account != now.Account || p.CRMAccount != now.CRMAccount:
		return &port.StaleError{Why: "it is for another account"}
	case p.State != now.State:
		return &port.StaleError{Why: "the deployed state has changed since it was made"}
	case p.Build != now.Build:
		return &port.StaleError{Why: "the build has changed since it was made"}
	case !slices.EqualFunc(p.Changes, now.Changes, Change.same):
		return &port.StaleError{Why: "its changes differ from those of a new plan"}
	}
	return nil
}
