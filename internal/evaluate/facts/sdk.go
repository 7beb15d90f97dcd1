package facts

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// sdkCall is what to report of a call if no function of the project has the name of the SDK's.
type sdkCall struct {
	callee ast.Expression
	scope  constant.Scope
	use    declared.Use
}

// ofSDK checks a call of a handler that can be one of the SDK's functions.
func (f *finder) ofSDK(e *ast.CallExpression, path []string) {
	if source := handled.Source(path, e.ArgumentList); source.Options != nil {
		f.source = source
	}
	if source := handled.Source(path, e.ArgumentList); source.Name != "" {
		call := declared.Call{Path: path, File: f.file}
		f.sources = append(f.sources, foundCall{call, e.Callee, unwrapped(e.ArgumentList), f.names.Current()})
	}
	f.report(handled.Message(path, e, f.functions))
	f.report(handled.LackingContext(e, f.functions))
	f.report(f.in.handlerOf.ParsedInput(f.path, path, e.ArgumentList))
	f.report(handled.ComputedRequire(path, e.ArgumentList, e.Idx0()))
	if !f.in.inHandler || len(path) > 1 {
		return
	}
	if path[0] == "handOff" {
		call := foundCall{callee: e.Callee, args: unwrapped(e.ArgumentList), scope: f.names.Current()}
		call.call.File = f.file
		f.handOffs = append(f.handOffs, call)
	}
	for _, found := range f.in.handlerOf.Call(path[0], e.ArgumentList) {
		f.sdkCalls = append(f.sdkCalls, sdkCall{e.Callee, f.names.Current(), f.placed(found)})
	}
}

// returned checks a value that a handler returns.
func (f *finder) returned(e ast.Expression) {
	if !f.in.isHandler {
		return
	}
	if function := f.functions.OfResult(e); function != "" {
		f.lost(function, declared.Uncalled, e.Idx0())
	}
	f.outputs.Return(f.in.handlerOf, e, f.functions)
	f.made.Return(f.in.handlerOf, e, f.functions, f.names.Current(), f.file)
	f.report(f.in.handlerOf.Result(e))
}

func (f *finder) report(all []handled.Finding) {
	for _, found := range all {
		f.uses = append(f.uses, f.placed(found))
	}
}

func (f *finder) placed(found handled.Finding) declared.Use {
	found.Use.File, found.Use.At = f.file, f.mark(found.At)
	if found.Of != 0 {
		found.Use.Of = f.mark(found.Of)
	}
	return found.Use
}

// readSDKCalls keeps the findings about calls of the SDK's functions.
func (f *finder) readSDKCalls() {
	for _, c := range f.sdkCalls {
		if len(f.names.Functions(c.callee, c.scope, nil)) == 0 {
			f.uses = append(f.uses, c.use)
		}
	}
	for _, c := range f.sources {
		if len(f.names.Functions(c.callee, c.scope, nil)) > 0 {
			continue
		}
		f.file = c.call.File
		for _, found := range handled.SourcePages(&f.names, c.call.Path, c.args, c.scope) {
			found.Of = syntax.CalleeName(c.callee)
			f.report([]handled.Finding{found})
		}
	}
	for _, c := range f.handOffs {
		if len(f.names.Functions(c.callee, c.scope, nil)) == 0 {
			call := &handled.ContextCall{File: c.call.File, Args: c.args, Scope: c.scope, Mark: f.mark}
			f.uses = append(f.uses, handled.HandOff(&f.names, call)...)
		}
	}
}
