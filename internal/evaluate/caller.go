package evaluate

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// callPlace is the position of a call.
type callPlace struct {
	mark   declared.Mark
	file   string
	module string
	node   *ast.CallExpression
	shard  int32
	// via is the call, at the top level of the module, of the function that the call is in; zero for a call that is at the
	// top level itself.
	via declared.Mark
}

// end returns the end of the call, zero if it is unknown.
func (c callPlace) end() declared.Mark {
	if c.node == nil {
		return declared.Mark{}
	}
	return declared.Mark{Shard: c.shard, Offset: int32(c.node.Idx1())}
}

// argument returns the position of the i-th argument, or else of the call.
func (c callPlace) argument(i int) declared.Mark {
	if c.node == nil || i >= len(c.node.ArgumentList) {
		return c.mark
	}
	for _, argument := range c.node.ArgumentList[:i+1] {
		if _, isSpread := argument.(*ast.SpreadElement); isSpread {
			return declared.Mark{Shard: c.shard, Offset: int32(argument.Idx0())}
		}
	}
	return declared.Mark{Shard: c.shard, Offset: int32(c.node.ArgumentList[i].Idx0())}
}

// callerDepth is how many frames are searched for the user's call. The SDK's own are few.
const callerDepth = 48

// caller finds the user's call that led to the running host function: the innermost frame in a file of the project.
func (p *places) caller(rt *goja.Runtime) callPlace {
	place := callPlace{shard: p.shard}
	frames := rt.CaptureCallStack(callerDepth, make([]goja.StackFrame, 0, 16))
	for i := range frames {
		offset := p.offsetOf(&frames[i])
		if offset < 0 {
			continue // the SDK, or the engine
		}
		in := p.regions.At(offset)
		switch {
		case !in.IsUserCode:
		case place.file == "":
			place.file = in.Source
			place.node = p.calls.CallAt(offset)
			place.mark = p.callee(place.node, offset)
		default:
			place.via = p.callee(p.calls.CallAt(offset), offset)
		}
		if name := frames[i].FuncName(); place.file != "" && name == in.Source {
			place.module = name
			break
		}
	}
	return place
}

// callee returns the position of the name of the function that a call at an offset calls. The call is nil if it has no
// arguments.
func (p *places) callee(call *ast.CallExpression, offset int) declared.Mark {
	at := declared.Mark{Shard: p.shard, Offset: int32(offset) + 1}
	if call != nil {
		at.Offset = int32(syntax.CalleeName(call.Callee))
	}
	return at
}
