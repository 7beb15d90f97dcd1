package devserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/project"
)

// WorkerError is a response that only a defect of the tool explains, such as an unknown route.
type WorkerError struct {
	Status        int
	Code, Message string
	// Cause is the error that the runtime did not expect; "" for none.
	Cause string
}

func (e *WorkerError) Error() string {
	if e.Cause != "" {
		return fmt.Sprintf("the worker answered %d %s: %s", e.Status, e.Code, e.Cause)
	}
	return fmt.Sprintf("the worker answered %d %s: %s", e.Status, e.Code, e.Message)
}

// ended is how a request to a worker ended.
type ended struct {
	response *jsvm.Response
	err      error // why the response is missing
	seen     observed
	worker   *project.Worker
}

// finish fills in how the invocation ended.
func finish(h *host.Host, result *Result, e ended) error {
	result.Logs, result.CRMCalls = e.seen.logs, e.seen.calls
	var stopped *jsvm.PoisonedError
	var thrown *jsvm.Exception
	switch {
	case e.err == nil:
		result.take(e.response, h.Options().Profile.ExecutionStateKey)
		if result.Status = result.status(e.seen.ending); result.Status == "" {
			return workerError(e.response, e.seen.thrown)
		}
		result.Error = e.seen.uncaught(e.worker)
	case errors.As(e.err, &stopped) && stopped.TooDeep:
		result.Status = StatusError
		result.Error = &Thrown{Name: "RangeError", Message: stopped.Reason, Stack: frames(e.worker, stopped.Stack)}
	case errors.As(e.err, &stopped):
		result.Status = StatusTimeout
		result.Error = &Thrown{Name: "TimeoutError", Message: stopped.Reason, Stack: frames(e.worker, stopped.Stack)}
	case errors.As(e.err, &thrown): // by a module of the worker, while it was loaded
		result.Status = StatusError
		result.Error = &Thrown{Name: thrown.Name, Message: thrown.Message, Stack: frames(e.worker, thrown.Stack)}
	case errors.Is(e.err, errMemory):
		result.Status = StatusError
		result.Error = &Thrown{Name: "RangeError", Message: e.err.Error(), Stack: []Frame{}}
	case errors.Is(e.err, context.DeadlineExceeded):
		result.Status = StatusTimeout
	default:
		return fmt.Errorf("no response from the worker: %w", e.err)
	}
	result.OK = result.Status == StatusOK
	result.Effect = result.effect(!h.Options().InMemory, retryAfterOf(h, result))
	return nil
}

// retryAfterOf returns the number of seconds after which the response asks for a retry; negative for none.
func retryAfterOf(h *host.Host, r *Result) float64 {
	isAction := r.Surface == SurfaceAction || r.Surface == SurfaceAgent
	inMs := isAction && h.Options().Profile.RetryAfterUnit == "milliseconds"
	return retryAfter(r.Body, r.Headers["retry-after"], inMs)
}

// rejectsInput reports whether a response status rejects the caller's input. The host's own part of a request (route,
// signature, encoding) never causes these.
func rejectsInput(status int) bool {
	return slices.Contains([]int{http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge}, status)
}

// workerError returns the error of a response that is not the result of an invocation.
func workerError(response *jsvm.Response, thrown []thrown) error {
	e := &WorkerError{Status: response.Status}
	for _, t := range thrown {
		e.Cause = fmt.Sprintf("%s: %s\n%s", t.Name, t.Message, t.Stack)
	}
	var body struct{ Error, Message string }
	if json.Unmarshal(response.Body, &body) == nil {
		e.Code, e.Message = body.Error, body.Message
	}
	return e
}
