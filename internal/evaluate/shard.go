package evaluate

import (
	"errors"
	"strconv"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/facts"
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
	calls      []facts.Call
	uses       []declared.Use
	// files are the sources of wrapped modules: see facts.Read.
	files []string
}

// prepare parses, rewrites and compiles a shard. It uses no VM.
func prepare(index int, code []byte, want facts.Wanted) (*prepared, *Fault) {
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
	read := facts.Read(facts.Tree{Shard: index, Code: code, Body: body, Regions: where.regions}, want)
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, where.fault(err)
	}
	where.calls = provenance.New(int32(index), read.Literals, read.Calls)
	calls, uses := read.Facts()
	return &prepared{
		program: program, places: where, provenance: where.calls, calls: calls, uses: uses, files: read.Files,
	}, nil
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
