package facts

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
)

// installMembers are the members of a context that a trigger does not have.
var installMembers = []string{crmName, "store", "later", "appObjects", "appEvents"}

// kept returns what a field of this leads to: the path of a context that the constructor was passed. It is nil for
// other expressions.
func (in *function) kept(e ast.Expression) []string {
	if len(in.fields) == 0 {
		return nil
	}
	return in.fields[fieldOf(e)]
}

// fieldOf returns the name of a field of this, with # for a private one. It is "" for other expressions.
func fieldOf(e ast.Expression) string {
	switch e := e.(type) {
	case *ast.DotExpression:
		if _, isThis := e.Left.(*ast.ThisExpression); isThis {
			return e.Identifier.Name.String()
		}
	case *ast.PrivateDotExpression:
		if _, isThis := e.Left.(*ast.ThisExpression); isThis {
			return "#" + e.Identifier.Name.String()
		}
	}
	return ""
}

// keepField records `this.x = path` in a constructor that receives contexts.
func (f *finder) keepField(e *ast.AssignExpression) {
	if f.in.fields == nil {
		return
	}
	name := fieldOf(e.Left)
	if path, ok := f.path(e.Right); name != "" && ok && f.isOfContext(e.Right) && isFollowed(path) {
		f.in.fields[name] = path
	}
}

// constructs remembers a `new` expression that passes contexts.
func (f *finder) constructs(e *ast.NewExpression) {
	if paths := f.pathsOf(e.ArgumentList); paths != nil {
		f.flow.passed = append(f.flow.passed, passedContext{node: e, scope: f.names.Current(), paths: paths})
	}
}

// superGets remembers the contexts that a constructor passes to super.
func (f *finder) superGets(paths [][]string, isSuper bool) {
	if isSuper && f.in.fields != nil {
		f.flow.supers = paths
	}
}

// passesOfTrigger reports a member of a trigger's context that code passes on: all calls of it reject.
func (f *finder) passesOfTrigger(path []string, at ast.Expression) {
	if f.in.handlerOf.Name == "trigger" && len(path) > 1 && path[0] == contextMark &&
		slices.Contains(installMembers, path[1]) {
		f.use(declared.PassedMember, path[1:], at.Idx0())
	}
}

// instance walks the constructors and the methods of the class that a `new` expression makes an instance of.
func (r *follower) instance(e *ast.NewExpression, p passedContext) {
	made, ok := r.names.Instance(e, p.scope, p.frame)
	if !ok {
		return
	}
	r.of, r.flow.fields = &made, map[string][]string{}
	paths := p.paths
	for _, fn := range made.Constructors {
		r.flow.supers = nil
		r.walk(fn, paths, false)
		paths = r.flow.supers
		if paths == nil {
			break
		}
	}
	maps.DeleteFunc(r.flow.fields, func(name string, _ []string) bool { return !r.names.SetsOnce(made, name) })
	if len(r.flow.fields) > 0 {
		for _, fn := range made.Methods {
			r.walk(fn, nil, false)
		}
	}
	r.of, r.flow.fields = nil, nil
}

// fieldsText returns the class and the fields of the instance as a text.
func (r *follower) fieldsText() string {
	if r.of == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(int(r.of.Class.Class)))
	for _, name := range slices.Sorted(maps.Keys(r.flow.fields)) {
		b.WriteString(";" + name + "=" + strings.Join(r.flow.fields[name], "."))
	}
	return b.String()
}
