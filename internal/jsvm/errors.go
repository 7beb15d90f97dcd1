// This file holds the errors that a VM gives to its host.

package jsvm

import (
	"errors"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// ErrClosed says that the VM was closed.
var ErrClosed = errors.New("the VM is closed")

// Exception is a value that code has thrown and nobody has caught.
type Exception struct {
	// Name and Message are those of an Error; of any other value Name is "" and Message describes it.
	Name, Message string
	// Stack is the engine's text, frames in positions of the script; "" when what was thrown is no Error.
	Stack string
	// Rejection says that it was the reason of a promise that nobody handles.
	Rejection bool
}

func (e *Exception) Error() string { return ecma.Headline(e.Name, e.Message) }

// PoisonedError says that a VM had to be given up: what was in flight is lost, and it takes no more work.
type PoisonedError struct {
	// Reason is why: "calls nest too deep", "code ran for 5s without giving way", ...
	Reason string
	// Stack is where it happened, when that is known.
	Stack string
	// TooDeep says that calls nested too deep; else code ran for too long.
	TooDeep bool
}

func (e *PoisonedError) Error() string { return "the VM was stopped: " + e.Reason }

// limitReason is the value that a turn is interrupted with.
type limitReason struct{ limit time.Duration }

func (l limitReason) String() string {
	return fmt.Sprintf("code ran for %v without giving way", l.limit)
}

// poison turns an error of the engine that leaves the VM in an unknown state into a PoisonedError; nil
// for any other error.
func poison(err error) *PoisonedError {
	var overflow *goja.StackOverflowError
	if errors.As(err, &overflow) {
		return &PoisonedError{Reason: "calls nest too deep", Stack: overflow.String(), TooDeep: true}
	}
	var interrupted *goja.InterruptedError
	if errors.As(err, &interrupted) {
		return &PoisonedError{Reason: fmt.Sprint(interrupted.Value()), Stack: interrupted.String()}
	}
	return nil
}

// exception turns an error that a call into the engine has returned into one for the host.
func (vm *VM) exception(err error) error {
	var thrown *goja.Exception
	if !errors.As(err, &thrown) {
		return err
	}
	return vm.describe(thrown.Value())
}

// describe reads a thrown value.
func (vm *VM) describe(value goja.Value) *Exception {
	e := &Exception{}
	e.Name, e.Message, e.Stack = vm.Describe(value)
	return e
}
