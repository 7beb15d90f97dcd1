// Package stack grows the stacks of goroutines that are about to need them. Parsers and compilers recurse deeply. The
// Go runtime doubles a stack that is full, and copies all frames to the new one: up to a tenth of the time of a check.
package stack

// reserved is how many bytes Reserve makes room for. It fits a stack of 64 KB, which the parser of a source file of
// usual size needs, also where the callers use 20 KB: the frames of esbuild's loader do. One byte more than fits would
// double the stack. A project may have thousands of such goroutines.
const reserved = 40 << 10

// Reserve grows the stack of this goroutine at once. Call it before the stack is in use, when there is little to copy.
func Reserve() { frame(false) }

// frame makes the runtime provide its frame, and touches none of it.
//
//go:noinline
func frame(touch bool) {
	if touch {
		var space [reserved]byte
		write(&space)
	}
}

//go:noinline
func write(space *[reserved]byte) { space[0] = 1 }
