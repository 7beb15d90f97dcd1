package jsvm

import (
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// EngineFailed describes a panic of the engine. What the panic says is about the engine's own code, not about the
// user's.
const EngineFailed = "svc's JavaScript engine failed on this code, which is a defect of svc"

// errClosed is the error of calls into a closed VM.
var errClosed = errors.New("the VM is closed")

// Exception is an uncaught value that code threw.
type Exception struct {
	// Name and Message are those of an Error. For another value Name is "" and Message describes it.
	Name, Message string
	// Stack is the engine's text, with positions in the script. It is "" if the value is not an Error.
	Stack string
	// Rejection reports whether the value is the reason of an unhandled promise rejection.
	Rejection bool
}

func (e *Exception) Error() string { return ecma.Headline(e.Name, e.Message) }

// PoisonedError reports that a VM ended because its state is unknown. Calls in flight fail, and it accepts no more.
type PoisonedError struct {
	// Reason is the cause, such as "calls nest too deep".
	Reason string
	// Stack is the position of the cause, if known.
	Stack string
	// TooDeep reports that calls nested too deep. Otherwise code blocked for too long, or the engine failed.
	TooDeep bool
}

func (e *PoisonedError) Error() string { return "the VM was stopped: " + e.Reason }

// poison converts an error of the engine that leaves the VM in an unknown state. It returns nil for other errors.
func poison(err error) *PoisonedError {
	if overflow, ok := ecma.As[*goja.StackOverflowError](err); ok {
		return &PoisonedError{Reason: "calls nest too deep", Stack: overflow.String(), TooDeep: true}
	}
	if interrupted, ok := ecma.As[*goja.InterruptedError](err); ok {
		return &PoisonedError{Reason: fmt.Sprint(interrupted.Value()), Stack: interrupted.String()}
	}
	return nil
}

// exception converts an error of the engine for the host: a thrown value becomes an *Exception.
func (vm *VM) exception(err error) error {
	thrown, ok := ecma.As[*goja.Exception](err)
	if !ok {
		return err
	}
	return vm.describe(thrown.Value())
}

func (vm *VM) describe(value goja.Value) *Exception {
	e := &Exception{}
	e.Name, e.Message, e.Stack = vm.Describe(value)
	return e
}
