// This file compiles scripts. A Program belongs to no VM: any number of VMs may run it at once.

package jsvm

import (
	"fmt"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

// Program is a compiled script.
type Program struct{ program *goja.Program }

// Compile compiles a script. name is the file name in stack frames.
func Compile(name, source string) (*Program, error) {
	setMatchLimit()
	tree, err := parser.ParseFile(nil, name, source, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be parsed: %w", name, err)
	}
	if err := expandLiterals(tree, []byte(source)); err != nil {
		return nil, fmt.Errorf("%s cannot be compiled: %w", name, err)
	}
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be compiled: %w", name, err)
	}
	return &Program{program: program}, nil
}
