// This file answers completions of workflow actions: an app that was given a callback says how it ended.

package crmsim

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// maxCompletions is how many callbacks one call may complete; the platform's own figure is not published.
const maxCompletions = 100

// completion says how one action ended. The emulated account has no workflows, so any callback can be completed.
type completion struct {
	CallbackID string `json:"callbackId"`
	// OutputFields must be texts; the execution state is one of them.
	OutputFields map[string]json.RawMessage `json:"outputFields"`
}

var executionStates = []string{"SUCCESS", "FAIL_CONTINUE", "BLOCK", "ASYNC"}

// complete ends one callback.
func (c *call) complete() (int, any, *apiError) {
	var in completion
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	if err := c.checkCompletion(in); err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, nil
}

// completeBatch ends several, or none of them.
func (c *call) completeBatch() (int, any, *apiError) {
	var in struct {
		Inputs []completion `json:"inputs"`
	}
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	if len(in.Inputs) == 0 || len(in.Inputs) > maxCompletions {
		return 0, nil, invalid("Invalid input JSON: 'inputs' must have 1 to %d entries", maxCompletions)
	}
	for _, one := range in.Inputs {
		if one.CallbackID == "" {
			return 0, nil, invalid("Invalid input JSON: required field 'callbackId' is missing")
		}
		if err := c.checkCompletion(one); err != nil {
			return 0, nil, err
		}
	}
	return http.StatusNoContent, nil, nil
}

func (c *call) checkCompletion(in completion) *apiError {
	if in.OutputFields == nil {
		return invalid("Invalid input JSON: required field 'outputFields' is missing")
	}
	state := c.options.PropertyPrefix + "execution_state"
	for name, raw := range in.OutputFields {
		var text string
		if json.Unmarshal(raw, &text) != nil || string(raw) == "null" {
			return invalid("Invalid input JSON: the output field '%s' must be a string", name)
		}
		if name == state && !slices.Contains(executionStates, text) {
			return invalid("Invalid execution state '%s': it is one of %s", text, strings.Join(executionStates, ", "))
		}
	}
	return nil
}
