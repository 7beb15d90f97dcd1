package jsvm

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// Program is a compiled script. Several VMs may run it at once.
type Program struct{ program *goja.Program }

// Compile compiles a script. name is its file name in stack frames.
func Compile(name, source string) (*Program, error) {
	tree, err := ecma.Parse(name, []byte(source))
	if err != nil {
		return nil, fmt.Errorf("cannot parse %s: %w", name, err)
	}
	if err := ecma.Rewrite(tree, []byte(source)); err != nil {
		return nil, fmt.Errorf("cannot compile %s: %w", name, err)
	}
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, fmt.Errorf("cannot compile %s: %w", name, err)
	}
	return &Program{program: program}, nil
}
