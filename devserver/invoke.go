// This file runs one invocation: sign, dispatch, and make a result of what comes back.

package devserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/project"
)

// workerOrigin is where workers believe to be served. Nothing listens there.
const workerOrigin = "https://worker.invalid"

// grace is what code that is stuck in a loop gets beyond the time-out: the engine's own limit, which
// knows where the code was, may have begun a little later.
const grace = 500 * time.Millisecond

// errMemory ends an invocation that takes too much memory.
var errMemory = fmt.Errorf("the invocation took more than %d MB of memory", memoryLimit>>20)

// WorkerError is an answer that only a mistake of the tool explains: a signature of its own that is
// refused, a route that is not there.
type WorkerError struct {
	Status        int
	Code, Message string
	// Cause is the error that the runtime did not expect; "" when there was none.
	Cause string
}

func (e *WorkerError) Error() string {
	if e.Cause != "" {
		return fmt.Sprintf("the worker answered %d %s: %s", e.Status, e.Code, e.Cause)
	}
	return fmt.Sprintf("the worker answered %d %s: %s", e.Status, e.Code, e.Message)
}

// Invoke runs the capability in a new VM and waits for at most timeout. An error means that it could
// not be run; how it ended is in the result.
func (h *Host) Invoke(
	ctx context.Context, worker *project.Worker, i Invocation, timeout time.Duration,
) (*Result, error) {
	r, body, err := i.request(workerOrigin)
	if err != nil {
		return nil, err
	}
	if err := h.sign(r, body, i); err != nil {
		return nil, err
	}
	run := &invocationRun{h: h, install: i.Install, seen: &recorder{}, spools: true}
	w, err := h.startWorker(ctx, workerOptions{
		worker: worker, report: &reporter{h: h, worker: worker, keep: run.collect}, actor: run.actor, turn: timeout,
	})
	var stopped *jsvm.PoisonedError
	var thrown *jsvm.Exception
	if errors.As(err, &stopped) || errors.As(err, &thrown) {
		result := newResult(i)
		return result, h.finish(result, nil, err, observed{logs: []LogLine{}, calls: []CRMCall{}}, worker)
	}
	if err != nil {
		return nil, fmt.Errorf("the worker does not start: %w", err)
	}
	defer w.close()
	if h.addStepperOnce(i.Capability.Worker, w.step) {
		defer h.addStepper(i.Capability.Worker, nil)
	}
	limited, exceed := context.WithCancelCause(ctx)
	defer exceed(nil)
	defer guardMemory(func() { exceed(errMemory) })()
	defer time.AfterFunc(timeout, func() { exceed(w.patience()) }).Stop()
	start := h.options.Now()
	response, err := w.vm.Fetch(limited, &jsvm.Request{
		Method: r.Method, URL: r.URL.String(), Header: r.Header, Body: body,
	})
	elapsed := h.options.Now().Sub(start)
	h.phase("run the capability", start)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if errors.Is(err, context.Canceled) {
		err = context.Cause(limited)
	}
	if stateErr := run.stateFailure(); stateErr != nil {
		return nil, stateErr
	}
	result := newResult(i)
	result.DurationMs = float64(elapsed.Microseconds()) / 1000
	seen := run.seen.seen()
	if err := h.finish(result, response, err, seen, worker); err != nil {
		return nil, err
	}
	h.spool(seen, result, start)
	if h.serves {
		return result, h.takeSpool(ctx)
	}
	return result, nil
}

// finish decides how the invocation ended, by the answer or by why there is none.
func (h *Host) finish(result *Result, response *jsvm.Response, err error, seen observed, worker *project.Worker) error {
	result.Logs, result.CRMCalls = seen.logs, seen.calls
	var stopped *jsvm.PoisonedError
	var thrown *jsvm.Exception
	switch {
	case err == nil:
		result.take(answer{response.Status, response.Header, response.Body}, h.options.Profile.ExecutionStateKey)
		if seen.ending == nil && !refusedInput(response.Status) {
			return workerError(response, seen.thrown)
		}
		result.Status = status(seen.ending)
		result.Error = seen.uncaught(worker)
	case errors.As(err, &stopped) && stopped.TooDeep:
		result.Status = StatusError
		result.Error = &Thrown{Name: "RangeError", Message: stopped.Reason, Stack: frames(worker, stopped.Stack)}
	case errors.As(err, &stopped):
		result.Status = StatusTimeout
		result.Error = &Thrown{Name: "TimeoutError", Message: stopped.Reason, Stack: frames(worker, stopped.Stack)}
	case errors.As(err, &thrown): // by a module of the worker, while it was loaded
		result.Status = StatusError
		result.Error = &Thrown{Name: thrown.Name, Message: thrown.Message, Stack: frames(worker, thrown.Stack)}
	case errors.Is(err, errMemory):
		result.Status = StatusError
		result.Error = &Thrown{Name: "RangeError", Message: err.Error(), Stack: []Frame{}}
	case errors.Is(err, context.DeadlineExceeded):
		result.Status = StatusTimeout
	default:
		return fmt.Errorf("the worker gave no answer: %w", err)
	}
	result.OK = result.Status == StatusOK
	result.Effect = result.effect(!h.options.InMemory, h.waitOf(result))
	return nil
}

// patience waits for code that is stuck to be interrupted; when nothing is, it returns at once. It gives
// the error that ends the invocation otherwise.
func (w *workerVM) patience() error {
	idle := make(chan struct{})
	w.vm.Enqueue(func() error {
		close(idle)
		return nil
	})
	select {
	case <-idle:
	case <-time.After(grace):
	}
	return context.DeadlineExceeded
}

func (h *Host) waitOf(r *Result) float64 {
	inMs := h.options.Profile.RetryAfterUnit == "milliseconds" && (r.Surface == SurfaceAction || r.Surface == SurfaceAgent)
	return retryAfter(r.Body, r.Headers["retry-after"], inMs)
}

// sign proves to the route that its real sender sends.
func (h *Host) sign(r *http.Request, body []byte, i Invocation) error {
	now := h.options.Now()
	switch i.Surface {
	case SurfaceInvoke, SurfaceSync:
		return h.ControlKey().Sign(r, body, now, h.options.Random)
	case SurfacePost:
		secret, err := h.sourceSecret(i.Capability.Auth)
		if err != nil {
			return err
		}
		signSource(r, body, i.Capability.Auth, secret, now)
	default:
		crmsim.SignV3(r, body, h.options.Profile.HeaderPrefix, h.bindings.all[clientSecretName], now)
	}
	return nil
}

// ErrNoSourceAuth says that nobody can post to a push source: it declares no hmac with the name of a secret.
var ErrNoSourceAuth = errors.New("the source declares no hmac auth with a secret, so nobody may post to it")

// sourceSecret is the key that a push source shares with its sender, made up when .dev.vars has none.
func (h *Host) sourceSecret(auth *SourceAuth) (string, error) {
	if auth == nil {
		return "", ErrNoSourceAuth
	}
	return h.bindings.secret(auth.Secret, h.options.Random)
}

// refusedInput reports whether the status is that of a request whose sender gave the wrong things.
// The host's own part of a request (route, signature, encoding) is never at fault then.
func refusedInput(status int) bool {
	return slices.Contains([]int{http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge}, status)
}

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
