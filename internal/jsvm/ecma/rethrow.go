package ecma

import "github.com/dop251/goja"

// Rethrow panics with what the engine threw, so that the code that called this function receives it: an exception as
// its value, and the end of a turn or a stack overflow as such, which no script can catch. err may wrap it. The engine
// knows its own errors alone: it would take a wrapped one for a failure of the host.
func Rethrow(err error) {
	if thrown, ok := As[*goja.Exception](err); ok {
		panic(thrown)
	}
	if interrupted, ok := As[*goja.InterruptedError](err); ok {
		panic(interrupted)
	}
	if overflow, ok := As[*goja.StackOverflowError](err); ok {
		panic(overflow)
	}
	panic(err)
}
