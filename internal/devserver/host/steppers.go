package host

import (
	"context"
	"encoding/json"
	"fmt"
)

// Stepper runs a step of a worker's code for an actor.
type Stepper func(ctx context.Context, request string) (string, error)

// step runs a step of a user worker's code. The request names the worker.
func (h *Host) step(ctx context.Context, request string) (string, error) {
	var call struct{ Worker string }
	if err := json.Unmarshal([]byte(request), &call); err != nil {
		return "", fmt.Errorf("the call of a worker is not valid JSON: %w", err)
	}
	h.mu.Lock()
	run := h.steppers[call.Worker]
	h.mu.Unlock()
	if run == nil {
		return "", fmt.Errorf("unknown worker %q", call.Worker)
	}
	var answer string
	err := h.faultHook(func() string { return "step " + call.Worker }, func() (err error) {
		answer, err = run(ctx, request)
		return err
	})
	return answer, err
}

// AddStepper lets actors run steps of a worker's code, unless they can already. It reports whether it did.
func (h *Host) AddStepper(worker string, run Stepper) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.steppers[worker] != nil {
		return false
	}
	h.steppers[worker] = run
	return true
}

// RemoveStepper removes a worker's code from what actors can run.
func (h *Host) RemoveStepper(worker string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.steppers, worker)
}
