// Package facts walks the syntax tree of a bundle. It rewrites literals, modules and handlers for an evaluation, and
// collects the calls and uses that rules check. They may never run, so they are read from the tree.
package facts

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/members"
	"github.com/appsvc/svc/internal/evaluate/mention"
	"github.com/appsvc/svc/internal/evaluate/promise"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// finder collects the calls that rules check: of the CRM client, billing, usesScopes and HTTP.
type finder struct {
	shard int32
	file  string
	// inCard means that the code is that of a card, in which only calls of card backends are of interest.
	inCard bool
	found  []foundCall
	uses   []declared.Use
	names  constant.Names
	// marked counts the usesScopes calls around the present place.
	marked int
	// scopes map a name to the path that it stands for: after `const { crm } = ctx`, crm is ctx.crm.
	scopes []map[string][]string
	// capability is what the last call that declares one declares, source that of defineSource.
	capability, source handled.Capability
	// handles is the function whose parameters receive contexts, as paths by position; nil for a parameter that receives
	// none.
	handles  ast.Expression
	receives [][]string
	in       function
	// context is the parameter that received the last context as a whole.
	context  declared.TextAt
	flow     flow
	promises promise.Uses
	keys     handled.LoopKeys
	// droppedCalls are the calls whose values the present statement drops.
	droppedCalls []*ast.CallExpression
	mentions     mention.Names
	// checked is the process.env of the member that was reported last.
	checked  *ast.DotExpression
	sdkCalls []sdkCall
	// functions are those of the SDK, by their names in the bundle.
	functions handled.Functions
	handOffs  []foundCall
	sources   []foundCall
	outputs   handled.Outputs
	kept      handled.KeptResults
	bodies    handled.ParsedBodies
	made      handled.MadeValues
	planLists handled.PlanLists
	tests     handled.Tests
	metas     handled.Metas
	members   members.Reads
	// wantsProperties makes calls record the properties that they name.
	wantsProperties bool
	// guarded are the files that ask whether there is a process.
	guarded []string
}

// function is what is known of the functions around the present place.
type function struct {
	// isAsync and isHandler are about the innermost function.
	isAsync, isHandler bool
	// inHandler means that one receives a context, handlerOf is the capability whose handler it is.
	inHandler bool
	handlerOf handled.Capability
	// fields are what the fields of this lead to: those of the instance whose method is walked.
	fields map[string][]string
}

// Path elements that mark a call of interest.
const (
	crmName        = "crm"
	httpName       = "http"
	billingName    = "billing"
	fetchName      = "fetch"
	usesScopesName = "usesScopes"
	handlerName    = "handler"
	envName        = "env"
	syncName       = "sync"
)

func (f *finder) enter() (leave func()) {
	f.scopes = append(f.scopes, nil)
	outer := f.names.Enter()
	return func() {
		f.scopes = f.scopes[:len(f.scopes)-1]
		f.names.Leave(outer)
	}
}

// call records a call of interest. leave follows the walk of its arguments.
func (f *finder) call(e *ast.CallExpression) (leave func()) {
	f.names.Call(e)
	f.options(e)
	f.passes(e)
	f.planLists.Call(f.path, e, f.names.Current(), f.file)
	path, ok := f.path(e.Callee)
	if !ok {
		return func() {}
	}
	f.sent(e, path)
	if isAsyncCall(path) {
		f.promises.Know(e)
	}
	f.members.Typed(e, path, f.in.handlerOf)
	f.ofSDK(e, path)
	f.bodies.Call(e, path, f.names.Current(), declared.Use{File: f.file, At: f.mark(syntax.CalleeName(e.Callee))})
	if component := handled.Component(path, e.ArgumentList); f.inCard && component != nil {
		f.mentions.Element(component)
	}
	call := declared.Call{Path: path, File: f.file}
	if f.inCard && handled.IsCardCall(path, e) {
		f.found = append(f.found, foundCall{call, e.Callee, e.ArgumentList, f.names.Current()})
	}
	if f.inCard || !ofInterest(path) {
		return func() {}
	}
	if path[0] == contextMark || path[0] == installMark {
		call.Path = append([]string{shownName(path[0])}, path[1:]...)
	}
	call.At, call.Marked, call.HandlerOf = f.mark(syntax.CalleeName(e.Callee)), f.marked > 0, f.in.handlerOf.Name
	isMarker := path[len(path)-1] == usesScopesName
	if isMarker {
		call.Invalid = syntax.InvalidMarker(e)
	}
	f.found = append(f.found, foundCall{call, e.Callee, unwrapped(e.ArgumentList), f.names.Current()})
	if !isMarker {
		return func() {}
	}
	f.marked++
	return func() { f.marked-- }
}

func (f *finder) mark(at file.Idx) declared.Mark {
	return declared.Mark{Shard: f.shard, Offset: int32(at)}
}

// assign records `target = value`.
func (f *finder) assign(e *ast.AssignExpression) {
	if name, ok := e.Left.(*ast.Identifier); ok {
		f.name(name, e.Right)
	}
	f.keepField(e)
	f.names.Assign(e.Left, e.Right)
}

// member records a function that is a member of an object literal.
func (f *finder) member(p *ast.PropertyKeyed, of *ast.ObjectLiteral) {
	switch p.Value.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		if p.Computed {
			return
		}
		f.names.Member(p.Key, p.Value)
		if f.source.Options == of && f.source.IsFunction(p.Value) {
			f.handles, f.receives = p.Value, handlerReceives
		}
		if syntax.KeyName(p.Key) == handlerName && !f.flow.follows {
			f.names.Handler(p.Value, of)
			if of == f.capability.Options {
				f.handles, f.receives = p.Value, handlerReceives
			}
		}
	}
}

// calledMembers are further members of a context whose calls rules check.
var calledMembers = []string{"appObjects", "appEvents", "later", "store", syncName}

func ofInterest(path []string) bool {
	last := path[len(path)-1]
	if last == usesScopesName || last == fetchName && len(path) == 1 {
		return true
	}
	if len(path) > 1 && (path[0] == contextMark || path[0] == "ctx") && slices.Contains(calledMembers, path[1]) {
		return true
	}
	return slices.Contains(path, crmName) || slices.ContainsFunc(path[:len(path)-1], isClient)
}

// isClient reports whether name is a member of the handler's context whose calls are of interest.
func isClient(name string) bool { return name == crmName || name == httpName || name == billingName }

// path returns the callee with names replaced by the paths that they stand for. ok is false for other callees, such as
// the result of a call.
func (f *finder) path(e ast.Expression) (path []string, ok bool) { return f.pathBefore(e, 0) }

// pathBefore is path, with room for this many members that follow.
func (f *finder) pathBefore(e ast.Expression, members int) (path []string, ok bool) {
	switch e := e.(type) {
	case *ast.Identifier:
		return f.resolve(e.Name, members), true
	case *ast.ThisExpression:
		return []string{"this"}, true
	case *ast.PrivateDotExpression:
		if kept := f.in.kept(e); kept != nil {
			return append(make([]string, 0, len(kept)+members), kept...), true
		}
	case *ast.DotExpression:
		if kept := f.in.kept(e); kept != nil {
			return append(make([]string, 0, len(kept)+members), kept...), true
		}
		left, _ := f.pathBefore(e.Left, members+1)
		return append(left, e.Identifier.Name.String()), true
	case *ast.BracketExpression:
		name, isString := e.Member.(*ast.StringLiteral)
		if !isString {
			return nil, false
		}
		left, _ := f.pathBefore(e.Left, members+1)
		return append(left, name.Value.String()), true
	case *ast.OptionalChain:
		return f.pathBefore(e.Expression, members)
	case *ast.Optional:
		return f.pathBefore(e.Expression, members)
	case *ast.AwaitExpression:
		call := syntax.Call(e.Argument)
		switch {
		case call == nil:
		case syntax.CalleeText(call.Callee) == "current": // the state of billing, whose methods name features and meters
			if path, ok = f.pathBefore(call.Callee, members); ok {
				path[len(path)-1] += "()"
			}
			return path, ok
		case f.functions.OfPromise(call.Callee) == "lookupInstall": // it has members of a context
			return []string{installMark}, true
		}
	case *ast.SequenceExpression: // the bundler writes calls of imports as (0, x.y)()
		return f.pathBefore(e.Sequence[len(e.Sequence)-1], members)
	}
	return nil, false
}

// resolve returns the path that a name stands for, with room for members.
func (f *finder) resolve(name unistring.String, members int) []string {
	text := name.String()
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if path, known := f.scopes[i][text]; known {
			if path == nil {
				break // another variable of that name
			}
			return append(make([]string, 0, len(path)+members), path...)
		}
	}
	return append(make([]string, 0, 1+members), original(text))
}

// original reverts the bundler's renaming of clients: it calls the second crm of a scope crm2. A user who writes crm2
// most likely means the client, too.
func original(name string) string {
	switch stem := strings.TrimRight(name, "0123456789"); stem {
	case crmName, httpName, billingName, fetchName, usesScopesName:
		return stem
	}
	return name
}

// bind records what a declared name stands for.
func (f *finder) bind(target ast.BindingTarget, value ast.Expression) {
	f.members.Pattern(target, value, false, f.names.Current(), f.file)
	switch target := target.(type) {
	case *ast.Identifier:
		f.name(target, value)
		f.holds(target, value)
	case *ast.ObjectPattern:
		f.result(value)
		base, _ := f.path(value)
		f.pattern(target, base)
	case *ast.ArrayPattern:
		f.result(value)
		f.members.Iterate(value, f.names.Current(), f.file)
	}
}

// name records `const name = some.path`.
func (f *finder) name(target *ast.Identifier, value ast.Expression) {
	path, ok := f.path(value)
	if !ok || len(path) < 2 && path[0] != installMark {
		path = nil
	}
	f.set(target.Name.String(), path)
}

func (f *finder) set(name string, path []string) {
	if len(f.scopes) == 0 {
		return
	}
	if path != nil && path[0] != contextMark && path[0] != installMark && !slices.ContainsFunc(path, isClient) {
		path = nil
	}
	scope := &f.scopes[len(f.scopes)-1]
	if path == nil && (*scope)[name] == nil && !isClient(name) && !f.isContext(name) {
		return // unknown names stand for themselves
	}
	if *scope == nil {
		*scope = map[string][]string{}
	}
	(*scope)[name] = path
}

// pattern records the names of `const { a, b: { c } } = base`.
func (f *finder) pattern(pattern *ast.ObjectPattern, base []string) {
	for _, property := range pattern.Properties {
		switch p := property.(type) {
		case *ast.PropertyShort:
			path := append(slices.Clip(base), p.Name.Name.String())
			f.contextMember(path, p.Name.Idx)
			if p.Initializer == nil || len(path) < 3 { // a default of another kind than ctx.input.mode has
				f.set(p.Name.Name.String(), path)
			}
		case *ast.PropertyKeyed:
			if p.Computed {
				continue
			}
			path := append(slices.Clip(base), syntax.KeyName(p.Key))
			f.contextMember(path, p.Key.Idx0())
			switch target := p.Value.(type) {
			case *ast.Identifier:
				f.set(target.Name.String(), path)
			case *ast.ObjectPattern:
				f.pattern(target, path)
			}
		}
	}
}
