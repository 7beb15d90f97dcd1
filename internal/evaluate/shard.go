package evaluate

import (
	"errors"
	"strconv"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/provenance"
	"github.com/appsvc/svc/internal/evaluate/region"
	"github.com/appsvc/svc/internal/evaluate/sdkscript"
	"github.com/appsvc/svc/internal/evaluate/syntax"
	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// prepared is a compiled shard, and the library that it needs.
type prepared struct {
	library    *sdkscript.Compiled
	program    *goja.Program
	places     *places
	provenance *provenance.Objects
	calls      []variants
	uses       []declared.Use
	// files are the sources of wrapped modules: see announce.
	files []string
}

// wanted says what a prepared shard has besides declarations.
type wanted struct {
	bodies     bool // of handlers
	properties bool // that calls to ctx.crm name
}

// bytesPerCall is the size of code with one call of interest, measured with the generated projects of test/bench.
const bytesPerCall = 400

// prepare parses, rewrites and compiles a shard. It uses no VM.
func prepare(index int, code []byte, want wanted) (*prepared, *Fault) {
	script := "shard " + strconv.Itoa(index)
	where := newPlaces(index, script, code)
	tree, err := ecma.Parse(script, code)
	if err != nil {
		return nil, where.fault(err)
	}
	body := syntax.BundleBody(tree)
	where.regions = region.OfModules(body)
	if err := ecma.Rewrite(tree, code); err != nil {
		return nil, where.fault(err)
	}
	w := &walker{
		facts: &factFinder{shard: int32(index), wantsProperties: want.properties}, keepBodies: want.bodies,
	}
	w.facts.names.Reserve(len(code))
	w.facts.found = make([]foundCall, 0, len(code)/bytesPerCall)
	rewrite(body, where, w)
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, where.fault(err)
	}
	where.calls = provenance.New(int32(index), w.literals, w.calls)
	w.facts.followContexts(where, len(code))
	return &prepared{
		program: program, places: where, provenance: where.calls, calls: w.facts.calls(), uses: w.facts.uses, files: w.files,
	}, nil
}

// rewrite walks the statements of the user's files. Packages declare nothing, and their code may be large.
func rewrite(body []ast.Statement, where *places, w *walker) {
	for i, statement := range body {
		if in := where.regions.At(int(statement.Idx0()) - 1); in.IsUserCode {
			w.facts.file = in.Source
			if w.wrapper(statement) {
				w.facts.mentions.Module(statement)
			} else {
				w.statement(statement)
			}
			continue
		}
		w.facts.mentions.Statement(statement)
		w.facts.functions.Import(statement)
		if i == len(body)-2 { // before the return statement
			syntax.ShareExports(statement)
		}
	}
}

// fault converts an error of the parser or the compiler.
func (p *places) fault(err error) *Fault {
	var parsing parser.ErrorList
	var pattern *ecma.PatternError
	var compiling *goja.CompilerSyntaxError
	switch {
	case errors.As(err, &parsing) && len(parsing) > 0:
		at := parsing[0].Position
		line := min(max(at.Line, 1), len(p.lines))
		return p.faultAt(parsing[0].Message, p.lines[line-1]+at.Column-1)
	case errors.As(err, &pattern):
		return p.faultAt(pattern.Message, int(pattern.At)-1)
	case errors.As(err, &compiling) && compiling.File != nil:
		return p.faultAt(compiling.Message, compiling.Offset)
	}
	return &Fault{Message: err.Error()}
}

func (p *places) faultAt(message string, offset int) *Fault {
	return &Fault{
		Message: message, At: declared.Mark{Shard: p.shard, Offset: int32(offset) + 1},
	}
}
