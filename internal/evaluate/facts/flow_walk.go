package facts

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/region"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// maxFollowed bounds how much code is walked again, as a multiple of the size of the bundle. Each function is walked
// once for each kind of arguments.
const maxFollowed = 4

// follower walks the functions that receive contexts.
type follower struct {
	*finder
	regions region.List
	// left is how many bytes of code may still be walked.
	left int
	// walked are the functions that were walked, with their arguments.
	walked map[receiver]bool
	// known are the positions of uses that were found before, calls the indexes of calls by position.
	known map[fact]bool
	calls map[int32]int
	// passing are the calls that pass contexts.
	passing map[ast.Expression]bool
	// doubtful are unknown members of contexts in functions that other calls may pass something else, and callers are
	// such functions with calls of contexts.
	doubtful []doubtful
	callers  []followed
	// of is the instance whose functions are walked.
	of *constant.Instance
}

// followed is a function that was walked, of an instance if of is set.
type followed struct {
	fn constant.Function
	of *constant.Instance
}

// receiver is a function that was made by a call, with the paths that it receives.
type receiver struct {
	node, madeBy ast.Expression
	paths        string
	isHandler    bool
	loose        bool
}

// fact is the position of a use.
type fact struct {
	kind declared.UseKind
	at   int32
}

type doubtful struct {
	in  followed
	use declared.Use
}

// followContexts finds what functions do with contexts that are no function literals of a capability: handlers that are
// names, members or results of calls, and functions that a handler passes its context to.
func (f *finder) followContexts(regions region.List, size int) {
	f.flow.restore()
	if len(f.flow.declared) == 0 && len(f.flow.passed) == 0 {
		return
	}
	f.flow.follows, f.capability, f.marked = true, handled.Capability{}, 0
	r := &follower{
		finder: f, regions: regions, left: maxFollowed * size,
		walked: map[receiver]bool{}, known: map[fact]bool{}, calls: map[int32]int{}, passing: map[ast.Expression]bool{},
	}
	for _, u := range f.uses {
		r.known[fact{u.Kind, u.At.Offset}] = true
	}
	for i := range f.found {
		r.calls[f.found[i].call.At.Offset] = i
	}
	r.handlers()
	for i := 0; i < len(f.flow.passed); i++ { // walks append calls
		p := f.flow.passed[i]
		r.passing[p.node] = true
		if made, isNew := p.node.(*ast.NewExpression); isNew {
			r.instance(made, p)
			continue
		}
		functions := f.names.Functions(p.callee, p.scope, p.frame)
		r.floats(p, functions)
		for _, fn := range functions {
			r.walk(fn, p.paths, false)
		}
	}
	for _, fn := range r.callers {
		if r.onlyPassed(fn) {
			r.members.Trust(fn.fn.Node)
		}
	}
	for _, d := range r.doubtful {
		key := fact{d.use.Kind, d.use.At.Offset}
		if !r.known[key] && !d.in.fn.Loose && r.onlyPassed(d.in) {
			r.known[key] = true
			f.uses = append(f.uses, d.use)
		}
	}
}

// handlers walks the handlers that are no function literals of a capability. What one reads of its input and returns is
// checked if it is the handler of one capability only, and the project calls it nowhere.
func (r *follower) handlers() {
	type handler struct {
		fn constant.Function
		of handled.Capability
	}
	var all []handler
	count := map[ast.Expression]int{}
	for _, d := range r.flow.declared {
		r.file = d.of.File
		r.report(d.of.Unbound(&r.names, d.options, d.scope))
		for _, fn := range r.names.Handlers(d.options, d.scope) {
			all = append(all, handler{fn, d.of})
			count[fn.Node]++
		}
	}
	for _, h := range all {
		if count[h.fn.Node] == 1 && !h.fn.Loose && !r.names.IsCalled(h.fn) {
			r.capability = h.of
			r.capability.MayChange = !h.fn.Sole
		}
		r.walk(h.fn, handlerReceives, !h.fn.Loose)
		r.capability = handled.Capability{}
	}
}

// floats reports a statement that calls an async function with a context and does not wait for it.
func (r *follower) floats(p passedContext, functions []constant.Function) {
	isSync := func(fn constant.Function) bool { return !syntax.IsAsync(fn.Node) }
	if p.floats == nil || len(functions) == 0 || slices.ContainsFunc(functions, isSync) {
		return
	}
	if key := (fact{p.floats.Kind, p.floats.At.Offset}); !r.known[key] {
		r.known[key] = true
		r.uses = append(r.uses, *p.floats)
	}
}

// onlyPassed reports whether all calls of a function pass contexts, or all that make an instance.
func (r *follower) onlyPassed(one followed) bool {
	if one.of != nil {
		return r.names.IsMadeBy(*one.of, func(e ast.Expression) bool { return r.passing[e] })
	}
	return !slices.ContainsFunc(r.names.Callers(one.fn), func(call ast.Expression) bool { return !r.passing[call] })
}

// walk walks a function that receives contexts. isHandler means that it receives nothing else.
func (r *follower) walk(fn constant.Function, paths [][]string, isHandler bool) {
	key := receiver{fn.Node, fn.Frame.Call(), textOf(paths) + r.fieldsText(), isHandler, fn.Loose}
	size := int(fn.Node.Idx1() - fn.Node.Idx0())
	if r.walked[key] || r.left < size {
		return
	}
	r.walked[key] = true
	r.left -= size
	uses, calls, passed, sdkCalls := len(r.uses), len(r.found), len(r.flow.passed), len(r.sdkCalls)
	r.scopes, r.in = nil, function{}
	r.file = r.regions.At(int(fn.Node.Idx0()) - 1).Source
	r.handles, r.receives = fn.Node, paths
	leave := r.names.Again(fn)
	(&walker{facts: r.finder, reading: true}).expr(fn.Node)
	leave()
	r.sdkCalls = slices.Concat(r.sdkCalls[:sdkCalls], slices.DeleteFunc(r.sdkCalls[sdkCalls:], r.isKnown))
	r.keepUses(uses, fn, isHandler)
	if isHandler {
		r.members.Trust(fn.Node)
	} else if !fn.Loose && r.members.IsDoubtful(fn.Node) {
		r.callers = append(r.callers, followed{fn, r.of})
	}
	r.keepCalls(calls)
	for i := passed; i < len(r.flow.passed); i++ {
		r.flow.passed[i].frame = fn.Frame
	}
}

func textOf(paths [][]string) string {
	var b strings.Builder
	for _, path := range paths {
		b.WriteString(strings.Join(path, "."))
		b.WriteByte(',')
	}
	return b.String()
}

// keepUses drops what was found before from the uses that a walk added, and sets the doubtful ones apart.
func (r *follower) keepUses(first int, in constant.Function, isHandler bool) {
	added := slices.Clone(r.uses[first:])
	r.uses = r.uses[:first]
	for _, u := range added {
		switch key := (fact{u.Kind, u.At.Offset}); {
		case r.known[key]:
			if isHandler && u.Context.Text != "" {
				r.addContext(u)
			}
		case u.Kind == declared.UnknownMember && !isHandler:
			r.doubtful = append(r.doubtful, doubtful{followed{in, r.of}, u})
		default:
			r.known[key] = true
			r.uses = append(r.uses, u)
		}
	}
}

// isKnown reports whether a call of the SDK was found before, and remembers it.
func (r *follower) isKnown(c sdkCall) bool {
	key := fact{c.use.Kind, c.use.At.Offset}
	before := r.known[key]
	r.known[key] = true
	return before
}

// addContext adds the context to a use that was found before its function was known to be a handler.
func (r *follower) addContext(to declared.Use) {
	for i := range r.uses {
		if u := &r.uses[i]; u.Kind == to.Kind && u.At == to.At {
			u.Context = to.Context
		}
	}
}

// keepCalls keeps the calls of contexts that were not found before. One that was gets the kind of its handler.
func (r *follower) keepCalls(first int) {
	added := slices.Clone(r.found[first:])
	r.found = r.found[:first]
	for _, c := range added {
		i, isKnown := r.calls[c.call.At.Offset]
		switch of := c.call.HandlerOf; {
		case isKnown && of != "":
			r.found[i].call.HandlerOf = of
		case isKnown && c.call.Path[0] == "ctx" && r.found[i].call.Path[0] == "this":
			r.found[i] = c // a client that an instance keeps
		case !isKnown && c.call.Path[0] == "ctx":
			r.calls[c.call.At.Offset] = len(r.found)
			r.found = append(r.found, c)
		}
	}
}
