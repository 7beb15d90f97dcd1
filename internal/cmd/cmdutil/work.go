package cmdutil

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/disposable/process"
)

// Work is what a command has a disposable process do, so that the command itself does not run the app's code. cmd/svc
// has a table of all.
type Work[Q, A any] struct {
	Name string
	Do   func(context.Context, *cli.Env, *Q) (*A, error)
	// Largest is the size of the largest response that is read, in bytes; 0 for no limit of its own.
	Largest int
	// Silent means that the output stream of the command carries a protocol, which the process must not write to.
	Silent bool
	// Spare, if not nil, has the process for the next request.
	Spare *disposable.Spare
}

// order is a request to a disposable process.
type order struct {
	Work string `json:"work"`
	// JSON means that the command answers in JSON.
	JSON bool            `json:"json,omitempty"`
	Body json.RawMessage `json:"body"`
}

// Ask does the work in a disposable process, if the system has them. The process prints its own errors; the result has
// their exit code. It ran the app's code, so its answer may be hostile.
func (w Work[Q, A]) Ask(ctx context.Context, env *cli.Env, wanted *Q) (*A, error) {
	if !HasDisposable(env) {
		return w.Do(ctx, env, wanted)
	}
	body, err := json.Marshal(wanted)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(order{w.Name, env.AnswersJSON(), body})
	if err != nil {
		return nil, err
	}
	text, err = runDisposable(ctx, env, disposable.Options{
		Env: process.Environment(env.Getenv), Request: text, Silent: w.Silent, Spare: w.Spare,
	})
	if err != nil {
		return nil, err
	}
	if w.Largest > 0 && len(text) > w.Largest {
		return nil, InternalError(fmt.Sprintf("cannot read the %s: more than %d MB", w.Name, w.Largest>>20), nil)
	}
	answer := new(A)
	if err := json.Unmarshal(text, answer); err != nil {
		return nil, InternalError(fmt.Sprintf("cannot read the %s: %v", w.Name, err), err)
	}
	return answer, nil
}

// Serve does the work if this process was asked for it.
func (w Work[Q, A]) Serve(ctx context.Context, env *cli.Env) (asked bool, err error) {
	var wanted order
	if json.Unmarshal(disposable.Request(), &wanted) != nil || wanted.Work != w.Name {
		return false, nil
	}
	if wanted.JSON {
		env.AnswerJSON()
	}
	question := new(Q)
	if err := json.Unmarshal(wanted.Body, question); err != nil {
		return true, err
	}
	answer, err := w.Do(ctx, env, question)
	if err != nil {
		return true, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return true, err
	}
	return true, disposable.Respond(text)
}
