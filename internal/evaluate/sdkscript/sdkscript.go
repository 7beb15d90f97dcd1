// Package sdkscript compiles the SDK's script, which every VM of an evaluation runs first.
package sdkscript

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm/ecma"
	"github.com/appsvc/svc/internal/stack"
)

// scriptName is the SDK's name in stack frames.
const scriptName = "@svc/sdk"

// Compiled is the compiled script. Every VM can run it.
type Compiled struct {
	Program *goja.Program
	// whole returns the script with every body, nil if this one has them.
	whole func() (*Compiled, error)
}

// Compile compiles a script of the SDK.
func Compile(code []byte) (*Compiled, error) {
	stack.Reserve()
	tree, err := ecma.Parse(scriptName, code)
	if err != nil {
		return nil, fmt.Errorf("cannot parse the SDK's script: %w", err)
	}
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, fmt.Errorf("cannot compile the SDK's script: %w", err)
	}
	return &Compiled{Program: program}, nil
}

// Declaring returns the embedded SDK without the bodies of the functions that only handlers and manifests need. If code
// calls one of those while it loads, its shard is evaluated again with the result of whole, which may be called often.
func Declaring(whole func() (*Compiled, error)) (*Compiled, error) {
	compiled, err := declaring()
	if err != nil {
		return nil, err
	}
	return &Compiled{Program: compiled.Program, whole: whole}, nil
}

// WithBodies returns the script with every body.
func (c *Compiled) WithBodies() (*Compiled, error) {
	if c.whole == nil {
		return c, nil
	}
	return c.whole()
}
