package facts

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

const contextMark = handled.ContextMark

var handlerReceives = [][]string{{contextMark}}

// handler declares the contexts that a function receives whose parameters are being walked.
func (f *finder) handler(fn ast.Expression, parameters *ast.ParameterList) {
	if !f.flow.follows {
		f.members.Parameters(fn, parameters, f.names.Current(), f.file)
	}
	if fn != f.handles || fn == nil || parameters == nil {
		return
	}
	f.handles = nil
	f.in.inHandler, f.in.isHandler, f.in.handlerOf, f.in.fields = true, true, f.capability, f.flow.fields
	if f.source.IsFunction(fn) {
		f.in.isHandler, f.in.handlerOf = false, f.source
	}
	f.report(f.in.handlerOf.Parameters(parameters))
	f.report(f.in.handlerOf.MissingResult(fn, f.functions))
	for i, path := range f.receives {
		switch {
		case path == nil:
		case i < len(parameters.List):
			f.parameter(parameters.List[i].Target, path)
		case i == len(parameters.List):
			if rest, ok := parameters.Rest.(*ast.Identifier); ok {
				f.set(rest.Name.String(), append(slices.Clip(path), restMark))
			}
		}
	}
}

func (f *finder) parameter(target ast.BindingTarget, path []string) {
	switch target := target.(type) {
	case *ast.Identifier:
		f.set(target.Name.String(), path)
		if len(path) == 1 && path[0] == contextMark {
			f.context = declared.TextAt{Text: target.Name.String(), At: f.mark(target.Idx)}
		}
	case *ast.ObjectPattern:
		f.pattern(target, path)
	}
}

// contextHere returns the parameter that is the context at the present place. It is empty if another variable hides it.
func (f *finder) contextHere() declared.TextAt {
	if !f.in.inHandler || f.in.handlerOf.IsSource() || len(f.context.Text) == 0 {
		return declared.TextAt{}
	}
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if path, known := f.scopes[i][f.context.Text]; known {
			if slices.Equal(path, handlerReceives[0]) {
				return f.context
			}
			break
		}
	}
	return declared.TextAt{}
}

// mention records the use of a name whose value is read.
func (f *finder) mention(name *ast.Identifier) {
	if !f.flow.follows {
		f.mentions.Read(name, f.file, f.mark(name.Idx), f.names.Current())
	}
}

// codeFromText reports a call of eval, or of the constructor of functions.
func (f *finder) codeFromText(callee ast.Expression) {
	if name, ok := callee.(*ast.Identifier); ok && (name.Name == "eval" || name.Name == "Function") {
		f.use(declared.CodeFromText, []string{name.Name.String()}, name.Idx)
	}
}

// dot checks a member of a context, of the promise of a call, and process.env.
func (f *finder) dot(e *ast.DotExpression) {
	f.mentions.Ask(e)
	f.readMember(e, e.Left, e.Identifier.Name.String(), e.Identifier.Idx)
	if inner, ok := e.Left.(*ast.DotExpression); ok && syntax.IsProcessEnv(inner) {
		f.checked = inner
		f.use(declared.ProcessEnv, []string{e.Identifier.Name.String()}, inner.Left.Idx0())
		last := &f.uses[len(f.uses)-1]
		last.Context, last.Text = f.contextHere(), f.in.handlerOf.Name
	} else if syntax.IsProcessEnv(e) && e != f.checked {
		f.use(declared.ProcessEnv, nil, e.Left.Idx0())
	}
	if f.in.inHandler && f.isOfContext(e) {
		if path, ok := f.path(e); ok {
			f.contextMember(path, e.Identifier.Idx)
			f.syncMember(path, e.Left)
			f.members.Typed(e, path, f.in.handlerOf)
		}
	}
}

// syncMember reports a member of ctx.sync in a handler that has none: it is undefined but in syncs.
func (f *finder) syncMember(path []string, sync ast.Expression) {
	_, isGuarded := sync.(*ast.Optional)
	of := f.in.handlerOf
	if len(path) == 3 && path[1] == syncName && of.LacksSync() && !isGuarded {
		f.use(declared.UnknownMember, path[1:2], syntax.CalleeName(sync))
		f.uses[len(f.uses)-1].Text = of.Name
	}
}

// readMember checks a member of a promise, of import.meta, and of an object whose members are known.
func (f *finder) readMember(e, of ast.Expression, name string, at file.Idx) {
	f.memberOfPromise(of, "."+name)
	f.report(f.metas.Member(e, of, name))
	if !f.flow.follows && !(f.in.inHandler && f.isOfContext(of)) {
		f.members.Read(of, name, f.names.Current(), f.file, at)
		f.keys.Read(of, name, f.names.Current(), declared.Use{File: f.file, At: f.mark(at)})
	}
}

// bracket checks a member of the promise of a call, and of a context whose name is a string: ctx.env['X'].
func (f *finder) bracket(e *ast.BracketExpression) {
	text, isText := e.Member.(*ast.StringLiteral)
	if !isText {
		f.memberOfPromise(e.Left, "[…]")
		return
	}
	f.readMember(e, e.Left, text.Value.String(), text.Idx)
	if f.in.inHandler && f.isOfContext(e.Left) {
		if path, ok := f.path(e); ok {
			f.contextMember(path, e.Member.Idx0())
		}
	}
}

// contextMember reports the last member of a path from a context if there is none of that name.
func (f *finder) contextMember(path []string, at file.Idx) {
	last := len(path) - 1
	if last < 1 || path[0] != contextMark || syntax.IsObjectMember(path[1]) {
		return
	}
	if isDecided, found := f.in.handlerOf.SourceMember(path[1:], at); isDecided {
		f.report(found)
		return
	}
	if isBelow := last == 2 && !syntax.IsObjectMember(path[2]); isBelow && path[1] == handled.InputName {
		f.report(f.in.handlerOf.Field(handled.InputName, path[2], at))
	} else if isBelow && path[1] == envName {
		f.use(declared.EnvRead, path[2:], at)
	}
	if found := f.in.handlerOf.EmptyMember(path[1:], at, &f.tests); found != nil {
		f.report(found)
		return
	}
	members := declared.KnownMembers(strings.Join(path[1:last], "."))
	if members != nil && !slices.Contains(members, path[last]) && !syntax.IsObjectMember(path[last]) {
		f.use(declared.UnknownMember, path[1:], at)
	}
}

// isContext reports whether a name leads to the context of a handler.
func (f *finder) isContext(name string) bool {
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if path, known := f.scopes[i][name]; known {
			return len(path) > 0 && path[0] == contextMark
		}
	}
	return false
}

func (f *finder) use(kind declared.UseKind, path []string, at file.Idx) {
	f.uses = append(f.uses, declared.Use{Kind: kind, Path: path, File: f.file, At: f.mark(at)})
}
