package ecma

import (
	"errors"

	"github.com/dop251/goja"
)

// As returns the error of type T that err is or wraps. Unlike errors.As, it runs no code: to unwrap an exception, the
// engine asks the thrown value for its prototype, and a proxy answers with a trap.
func As[T error](err error) (found T, ok bool) {
	for err != nil {
		if found, ok = err.(T); ok {
			return found, true
		}
		if _, isThrown := err.(*goja.Exception); isThrown {
			break
		}
		err = errors.Unwrap(err)
	}
	return found, false
}
