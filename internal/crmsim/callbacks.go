package crmsim

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// maxCompletions is the number of callbacks that one call completes. The platform publishes no figure.
const maxCompletions = 100

var executionStates = []string{"SUCCESS", "FAIL_CONTINUE", "BLOCK", "ASYNC"}

// completion is the result of one workflow action. The emulated account has no workflows, so it accepts any callback.
type completion struct {
	CallbackID string `json:"callbackId"`
	// OutputFields must be strings; one of them is the execution state.
	OutputFields map[string]json.RawMessage `json:"outputFields"`
	// TypedOutputs is required in batches.
	TypedOutputs map[string]json.RawMessage `json:"typedOutputs"`
}

// callbackRoutes are the routes through which an app completes workflow actions.
func (s *Sim) callbackRoutes() api.Routes {
	return api.Routes{
		"POST /automation/v4/actions/callbacks/complete":            s.completeBatch,
		"POST /automation/v4/actions/callbacks/{callback}/complete": s.complete,
		"/automation/v4/actions/callbacks/{rest...}":                api.RefuseMethod,
	}
}

func (s *Sim) complete(c *api.Call) (int, any, *api.Error) {
	var in completion
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if err := s.checkCompletion(in); err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, nil
}

// completeBatch completes all actions or none.
func (s *Sim) completeBatch(c *api.Call) (int, any, *api.Error) {
	var in struct {
		Inputs []completion `json:"inputs"`
	}
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if len(in.Inputs) == 0 || len(in.Inputs) > maxCompletions {
		return 0, nil, api.Invalid("Invalid input JSON: 'inputs' must have 1 to %d entries", maxCompletions)
	}
	for _, action := range in.Inputs {
		if action.CallbackID == "" {
			return 0, nil, api.Invalid("Invalid input JSON: required field 'callbackId' is missing")
		}
		if action.TypedOutputs == nil {
			return 0, nil, api.Invalid("Invalid input JSON: required field 'typedOutputs' is missing")
		}
		if err := s.checkCompletion(action); err != nil {
			return 0, nil, err
		}
	}
	return http.StatusNoContent, nil, nil
}

func (s *Sim) checkCompletion(in completion) *api.Error {
	if in.OutputFields == nil {
		return api.Invalid("Invalid input JSON: required field 'outputFields' is missing")
	}
	state := s.options.PropertyPrefix + "execution_state"
	for name, raw := range in.OutputFields {
		var text string
		if json.Unmarshal(raw, &text) != nil || string(raw) == "null" {
			return api.Invalid("Invalid input JSON: the output field '%s' must be a string", name)
		}
		if name == state && !slices.Contains(executionStates, text) {
			return api.Invalid("Invalid execution state '%s': it is one of %s", text, strings.Join(executionStates, ", "))
		}
	}
	return nil
}
