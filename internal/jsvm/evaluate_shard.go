// This file evaluates one shard: parse, rewrite, compile, run module by module.

package jsvm

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"

	"github.com/appsvc/svc/internal/declared"
)

// libraryScript is the SDK's name in stack frames.
const libraryScript = "@svc/sdk"

// CompileLibrary compiles the SDK's script.
func CompileLibrary(code []byte) (*Library, error) {
	tree, err := parser.ParseFile(nil, libraryScript, code, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil, fmt.Errorf("the SDK's script cannot be parsed: %w", err)
	}
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, fmt.Errorf("the SDK's script cannot be compiled: %w", err)
	}
	return &Library{program: program}, nil
}

// prepared is a shard that is ready to run.
type prepared struct {
	program    *goja.Program
	places     *places
	provenance *provenance
	calls      []declared.Call
}

// prepare parses and rewrites a shard. It touches no VM.
func prepare(index int, code []byte, keepBodies bool) (*prepared, *ScriptFault) {
	setMatchLimit()
	script := "shard " + strconv.Itoa(index)
	where := newPlaces(index, script, code)
	tree, err := parser.ParseFile(nil, script, code, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil, where.parseFault(err)
	}
	if err := expandLiterals(tree, code); err != nil {
		return nil, where.patternFault(err)
	}
	body := bundleBody(tree)
	where.readRegions(code, body)
	if err := expandLiterals(tree, code); err != nil {
		return nil, where.literalFault(err)
	}
	w := &walker{facts: &factFinder{shard: int32(index)}, keepBodies: keepBodies}
	rewrite(body, where, w)
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, where.compileFault(err)
	}
	where.calls = newProvenance(index, w)
	return &prepared{program: program, places: where, provenance: where.calls, calls: w.facts.found}, nil
}

// rewrite walks the statements of the bundle that come from the user's files, and no others: a
// package's literals declare nothing, and there may be a lot of them.
func rewrite(body []ast.Statement, where *places, w *walker) {
	for i, statement := range body {
		if in := where.regionAt(int(statement.Idx0()) - 1); in.user {
			w.facts.file = in.source
			if !w.wrapper(statement) {
				w.statement(statement)
			}
		} else if i == len(body)-2 { // before the return
			shareExports(statement)
		}
	}
}

func (p *places) parseFault(err error) *ScriptFault {
	var list parser.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return &ScriptFault{Message: err.Error(), Shard: int(p.shard)}
	}
	first := list[0]
	line := min(max(first.Position.Line, 1), len(p.lines))
	return p.fault(first.Message, p.lines[line-1]+first.Position.Column-1)
}

func (p *places) literalFault(err error) *ScriptFault {
	var literal *literalError
	if !errors.As(err, &literal) {
		return &ScriptFault{Message: err.Error(), Shard: int(p.shard)}
	}
	return p.fault(literal.message, int(literal.at)-1)
}

func (p *places) compileFault(err error) *ScriptFault {
	var syntax *goja.CompilerSyntaxError
	if !errors.As(err, &syntax) || syntax.File == nil {
		return &ScriptFault{Message: err.Error(), Shard: int(p.shard)}
	}
	return p.fault(syntax.Message, syntax.Offset)
}

func (p *places) patternFault(err error) *ScriptFault {
	var pattern *literalError
	if !errors.As(err, &pattern) {
		return &ScriptFault{Message: err.Error(), Shard: int(p.shard)}
	}
	return p.fault(pattern.message, int(pattern.at)-1)
}

func (p *places) fault(message string, offset int) *ScriptFault {
	return &ScriptFault{
		Message: message, Shard: int(p.shard), File: p.regionAt(offset).source,
		At: declared.Mark{Shard: p.shard, Offset: int32(file.Idx(offset)) + 1},
	}
}
