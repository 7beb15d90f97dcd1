// This file writes plans to files and reads them back. A saved plan is applied as it stands or not at all.

package deploy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Encode is the text of a saved plan.
func (p *Plan) Encode() ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(p)
	return text.Bytes(), err
}

// DecodePlan reads a saved plan.
func DecodePlan(text []byte) (*Plan, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var p Plan
	if err := decoder.Decode(&p); err != nil {
		return nil, fmt.Errorf("it is no plan of svc deploy: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("it is no plan of svc deploy: there is more text after it")
	}
	switch {
	case p.SchemaVersion != planVersion:
		return nil, fmt.Errorf("it has schemaVersion %d, and this svc knows %d", p.SchemaVersion, planVersion)
	case p.Environment == "" || p.ProjectID == "" || p.State == "" || p.Build == "":
		return nil, errors.New("it is not complete")
	}
	return &p, nil
}

// StaleError says that a saved plan does not fit any more.
type StaleError struct{ Why string }

func (e *StaleError) Error() string { return "the plan is stale: " + e.Why }

// holds compares a saved plan with the one that would be made now.
func (p *Plan) holds(now *Plan) error {
	switch {
	case p.Environment != now.Environment || p.ProjectID != now.ProjectID:
		return &StaleError{fmt.Sprintf(
			"it is for %s of project %s, not for %s of %s", p.Environment, p.ProjectID, now.Environment, now.ProjectID,
		)}
	case p.Account != now.Account || p.CRMAccount != now.CRMAccount:
		return &StaleError{"it is for another account"}
	case p.State != now.State:
		return &StaleError{"what is deployed has changed since it was made"}
	case p.Build != now.Build:
		return &StaleError{"the app builds to something else than when it was made"}
	case !slices.Equal(p.Changes, now.Changes):
		return &StaleError{"its changes are not those that would be made now"}
	}
	return nil
}
