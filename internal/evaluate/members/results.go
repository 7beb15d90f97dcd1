package members

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// results are expressions whose types the SDK declares, and the members that code reads below names. The zero value is
// ready.
type results struct {
	// types are those of what the promises of calls resolve to, and of the input of a trigger. doubtful are those in
	// functions that other callers may pass something else than a context.
	types, doubtful map[ast.Expression]string
	below           []belowRead
	// iterated are what loops with of go through, and what patterns of lists take apart.
	iterated []belowRead
	patterns []resultPattern
	// steps counts what all searches looked at.
	steps int
}

// belowRead is a member that code reads of another expression than a name.
type belowRead struct {
	of    ast.Expression
	name  string
	at    file.Idx
	scope constant.Scope
	file  string
}

// resultPattern is a pattern that takes a value apart, or the elements of a list.
type resultPattern struct {
	pattern ast.Expression
	// value is nil for a parameter of fn.
	value     ast.Expression
	isElement bool
	fn        ast.Expression
	position  int
	scope     constant.Scope
	file      string
}

// Typed records an expression with a path of a context, if the SDK declares the type of its result: a call, or the
// input of a trigger. It ignores other expressions.
func (r *Reads) Typed(e ast.Expression, path []string, of handled.Capability) {
	if len(path) < 2 || path[0] != handled.ContextMark {
		return
	}
	name := ""
	_, isCall := e.(*ast.CallExpression)
	isInput := path[1] == handled.InputName
	switch {
	case isCall && !isInput:
		name = declared.ResultType(strings.Join(path[1:], "."))
	case !isCall && isInput && of.Name == "trigger" && len(path) == 2:
		name = declared.ResultType(handled.InputName)
	case !isCall && isInput && of.Name == "trigger" && len(path) == 3:
		name = typed{name: declared.ResultType(handled.InputName)}.member(path[2]).name
	}
	if name == "" {
		return
	}
	types := &r.results.types
	if of.Name == "" {
		types = &r.results.doubtful
	}
	if *types == nil {
		*types = map[ast.Expression]string{}
	}
	(*types)[e] = name
}

// IsDoubtful reports whether a function has calls that are of a context only if its callers pass one.
func (r *Reads) IsDoubtful(fn ast.Expression) bool {
	for e := range r.results.doubtful {
		if isWithin(e, fn) {
			return true
		}
	}
	return false
}

// Trust counts such calls among those of a context.
func (r *Reads) Trust(fn ast.Expression) {
	for e, name := range r.results.doubtful {
		if !isWithin(e, fn) {
			continue
		}
		if r.results.types == nil {
			r.results.types = map[ast.Expression]string{}
		}
		r.results.types[e] = name
	}
}

func isWithin(e, fn ast.Expression) bool { return e.Idx0() >= fn.Idx0() && e.Idx0() < fn.Idx1() }

// Pattern records the pattern that takes a value apart, or each element of a list. It ignores other targets.
func (r *Reads) Pattern(target, value ast.Expression, isElement bool, in constant.Scope, source string) {
	if isPattern(target) && value != nil {
		r.results.patterns = append(r.results.patterns, resultPattern{
			pattern: target, value: value, isElement: isElement, scope: in, file: source,
		})
	}
}

func isPattern(target ast.Expression) bool {
	switch target.(type) {
	case *ast.ObjectPattern, *ast.ArrayPattern:
		return true
	}
	return false
}

// Parameters records the patterns among the parameters of a function.
func (r *Reads) Parameters(fn ast.Expression, list *ast.ParameterList, in constant.Scope, source string) {
	if list == nil {
		return
	}
	for i, one := range list.List {
		if isPattern(one.Target) {
			r.results.patterns = append(r.results.patterns, resultPattern{
				pattern: one.Target, fn: fn, position: i, scope: in, file: source,
			})
		}
	}
}

// read records a member that code reads of an element, of the result of a promise, or of a member of results.
func (r *results) read(of ast.Expression, name string, in constant.Scope, source string, at file.Idx) {
	switch of := link(of).(type) {
	case *ast.DotExpression:
		if !declared.LeadsToResult(of.Identifier.Name.String()) {
			return
		}
	case *ast.BracketExpression:
		if text, isText := of.Member.(*ast.StringLiteral); isText && !declared.LeadsToResult(text.Value.String()) {
			return
		}
	case *ast.AwaitExpression, *ast.CallExpression:
	default:
		return
	}
	r.below = append(r.below, belowRead{of, name, at, in, source})
}

// link returns the expression that an optional chain has, or that a link of it reads a member of.
func link(e ast.Expression) ast.Expression {
	for {
		switch of := e.(type) {
		case *ast.Optional:
			e = of.Expression
		case *ast.OptionalChain:
			e = of.Expression
		default:
			return e
		}
	}
}

// finding is what the uses of unknown members need.
type finding struct {
	uses  []declared.Use
	names *constant.Names
	mark  func(file.Idx) declared.Mark
}

// add adds the use of a member if the type does not have it, and no code sets it.
func (f *finding) add(t typed, member, source string, at file.Idx) {
	members, others := declared.ResultMembers(t.name)
	isMember := func(one [2]string) bool { return one[0] == member }
	if members == nil || syntax.IsObjectMember(member) || slices.ContainsFunc(members, isMember) ||
		f.names.SetsMember(member) {
		return
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(t.name, "[]"), "-")
	use := declared.Use{
		Kind: declared.UnknownResultMember, Path: []string{name, member}, Text: others, File: source, At: f.mark(at),
	}
	if others == declared.OfList {
		ofElement, _ := declared.ResultMembers(t.element().name)
		use.Path[0], use.IsOfElement = "a list of "+name, slices.ContainsFunc(ofElement, isMember)
	}
	for _, one := range members {
		use.Known = append(use.Known, one[0])
	}
	f.through(&use, t)
	f.uses = append(f.uses, use)
}

// through adds to a use what leads to the object.
func (f *finding) through(use *declared.Use, t typed) {
	for _, one := range t.through {
		use.Through = append(use.Through, f.mark(one))
	}
	for _, one := range t.returned {
		use.Returned = append(use.Returned, f.mark(one))
	}
}

// unknown adds the members that code reads of results by other expressions than names, and that these do not have.
func (t *typing) unknown(f *finding) {
	if len(t.types) == 0 {
		return
	}
	for _, read := range t.below {
		f.add(t.of(read.of, read.scope), read.name, read.file, read.at)
	}
	for _, one := range t.patterns {
		of := typed{}
		if one.value == nil {
			of = t.origin(t.names.ParameterOrigins(one.fn, one.position, t.reads), maxResultDepth)
		} else if of = t.of(one.value, one.scope); of.name != "" {
			of.through = append(of.through, one.value.Idx0())
			if one.isElement {
				of = of.element()
			}
		}
		f.pattern(of, one.pattern, one.file)
	}
}

// pattern adds the members that a pattern names and that the type does not have.
func (f *finding) pattern(t typed, pattern ast.Expression, source string) {
	if t.name == "" {
		return
	}
	switch pattern := pattern.(type) {
	case *ast.ArrayPattern:
		for _, element := range pattern.Elements {
			f.pattern(t.element(), element, source)
		}
	case *ast.ObjectPattern:
		for _, property := range pattern.Properties {
			key := patternKey(property)
			if key == nil {
				continue
			}
			f.add(t, syntax.KeyName(key), source, key.Idx0())
			if keyed, isKeyed := property.(*ast.PropertyKeyed); isKeyed {
				f.pattern(t.member(syntax.KeyName(key)), keyed.Value, source)
			}
		}
	}
}

// patternKey returns the key of a property of a pattern, nil for one that is computed or has a default.
func patternKey(property ast.Property) ast.Expression {
	switch p := property.(type) {
	case *ast.PropertyShort:
		if p.Initializer == nil {
			return &p.Name
		}
	case *ast.PropertyKeyed:
		if _, hasDefault := p.Value.(*ast.AssignExpression); !p.Computed && !hasDefault {
			return p.Key
		}
	}
	return nil
}
