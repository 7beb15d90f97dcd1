// This file compiles scripts. A Program belongs to no VM: any number of VMs may run it at once.

package jsvm

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// Program is a compiled script.
type Program struct{ program *goja.Program }

// Compile compiles a script. name is the file name in stack frames.
func Compile(name, source string) (*Program, error) {
	tree, err := ecma.Parse(name, []byte(source))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be parsed: %w", name, err)
	}
	if err := ecma.ExpandPatterns(tree, []byte(source)); err != nil {
		return nil, fmt.Errorf("%s cannot be compiled: %w", name, err)
	}
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be compiled: %w", name, err)
	}
	return &Program{program: program}, nil
}
