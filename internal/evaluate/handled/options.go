package handled

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// checkedUses returns the arguments of a call that rules check: of ctx.crm, if one of them is an object or a list in
// the source, and of calls that the runtime validates.
func checkedUses(names *constant.Names, c *ContextCall) (found []declared.Use) {
	at := slices.Index(c.Path, "crm")
	isOfCRM := at == 0 || at > 0 && (c.Path[at-1] == "ctx" || c.Path[at-1] == "this" && names.Keeps("crm"))
	isChecked := isCheckedCall(c.Path) || callsPlatformFetch(names, c)
	if len(c.Args) == 0 || !isOfCRM && !isChecked || c.Path[0] == "crm" && names.IsOwn(c.Callee, c.Scope, "crm") {
		return nil
	}
	args := arguments(names, c)
	use := declared.Use{Path: c.Path, Text: c.SentBy, File: c.File, At: c.Mark(c.Args[0].Idx0()), Args: args}
	isOptions := func(v *declared.Value) bool { return v.IsObject() || v.IsArray() }
	if isOfCRM && slices.ContainsFunc(args.Items, isOptions) {
		use.Kind, use.Path = declared.CallOptions, c.Path[at:]
		found = append(found, use)
	}
	if isChecked {
		use.Kind, use.Path = declared.CallArguments, withoutContext(c.Path)
		found = append(found, use)
	}
	return found
}

// callsPlatformFetch reports whether a call is of the platform's fetch, not of a function of the project.
func callsPlatformFetch(names *constant.Names, c *ContextCall) bool {
	name, isName := c.Callee.(*ast.Identifier)
	return isName && len(c.Path) == 1 && c.Path[0] == "fetch" && !names.IsKnown(name, c.Scope)
}

// checkedMembers are the members of a context whose calls the runtime validates, beside crm.
var checkedMembers = []string{"store", "later", "sync", "billing", "http", "appObjects", "appEvents"}

// checkedCalls are the calls of crm whose arguments rules check, beside those with options.
var checkedCalls = []string{
	"crm.request", "crm.associations.list", "crm.associations.create", "crm.associations.archive",
	"crm.objects.get", "crm.objects.list", "crm.objects.update", "crm.objects.archive", "crm.batch.objects.read",
	"crm.batch.objects.archive",
}

// isCheckedCall reports whether a path is a call of such a member, or one of these calls of crm.
func isCheckedCall(path []string) bool {
	below := withoutContext(path)
	isMember := len(below) < len(path) && slices.Contains(checkedMembers, below[0])
	return isMember || slices.Contains(checkedCalls, strings.Join(below, "."))
}

func withoutContext(path []string) []string {
	if path[0] == "ctx" {
		return path[1:]
	}
	return path
}

// arguments returns the arguments of a call as an Array, up to the first spread.
func arguments(names *constant.Names, c *ContextCall) *declared.Value {
	r := optionReader{names: names, call: c, left: maxNamedValues}
	all := &declared.Value{Shape: declared.Array}
	for _, arg := range c.Args {
		if _, isSpread := arg.(*ast.SpreadElement); isSpread {
			all.Open = true
			break
		}
		all.Items = append(all.Items, r.value(optionValue{expr: arg, scope: c.Scope, isFollowed: true}, c.Mark(arg.Idx0())))
	}
	return all
}

// followedOptions are the options that are read through lists, objects and names. Of others only a plain value counts.
var followedOptions = []string{
	"filterGroups", "filters", "sorts", "operator", "direction", "limit", "value", "highValue", "values", "after", "ttl",
	"id", "at", "properties", "timeoutMs",
}

// maxOptionDepth is the depth of the objects and lists that are read: those of a filter are the fifth.
const maxOptionDepth = 8

// maxNamedValues bounds the values of one call that names lead to, in which a list can have itself or another one many
// times.
const maxNamedValues = 500

// stepsPerValue is what such a value counts among the steps of all questions of a bundle: it takes more memory than a
// step.
const stepsPerValue = 20

// optionReader makes values of expressions.
type optionReader struct {
	names *constant.Names
	call  *ContextCall
	left  int // of maxNamedValues
}

// optionValue is an expression to read.
type optionValue struct {
	expr  ast.Expression
	scope constant.Scope
	depth int
	// isFollowed means that lists, objects and names are read.
	isFollowed bool
	// isNamed means that a name leads to it: code may set members of its objects, and add elements to its lists. isMade
	// means that no code can, because a function with the name makes a new one.
	isNamed, isMade bool
}

// value returns an expression as a value at a position, which is Unknown if it is not in the source.
func (r *optionReader) value(o optionValue, at declared.Mark) *declared.Value {
	v := &declared.Value{Shape: declared.Unknown, At: at}
	if o.isNamed && !r.spend() {
		return v
	}
	if o.isFollowed {
		v.Unit = syntax.UnitOf(o.expr, func(name *ast.Identifier) ast.Expression {
			value, _ := r.names.Fixed(name, o.scope)
			return value
		})
	}
	switch e := syntax.Unwrapped(o.expr).(type) {
	case *ast.StringLiteral:
		v.Shape, v.Text = declared.String, e.Value.String()
	case *ast.NumberLiteral:
		v.Shape, v.Num = declared.Number, syntax.Number(e)
	case *ast.BooleanLiteral:
		v.Shape, v.Bool = declared.Bool, e.Value
	case *ast.NullLiteral:
		v.Shape = declared.Null
	case *ast.UnaryExpression:
		r.negated(v, e)
	case *ast.TemplateLiteral:
		if e.Tag == nil && len(e.Elements) == 1 {
			v.Shape, v.Text = declared.String, e.Elements[0].Parsed.String()
		} else if e.Tag == nil {
			template(v, e)
		}
	default:
		r.other(v, e, o)
	}
	return v
}

// other reads an expression that is not a plain value.
func (r *optionReader) other(v *declared.Value, e ast.Expression, o optionValue) {
	if o.depth++; o.depth >= maxOptionDepth {
		return
	}
	if binary, ok := e.(*ast.BinaryExpression); ok {
		r.calculated(v, binary, o)
		return
	}
	if o.isFollowed {
		o.expr = e
		r.follow(v, o)
	}
	if v.Shape == declared.Unknown && len(v.Items) == 0 && v.Kind == declared.Undefined {
		v.Kind = r.kind(e, o)
	}
}

// spend counts a value that a name leads to. It returns false after the last one.
func (r *optionReader) spend() bool {
	if r.left > 0 && !r.names.Spend(stepsPerValue) {
		r.left = 0
	}
	r.left--
	return r.left >= 0
}

// negated reads a negative number, and void 0, as which the bundler writes undefined.
func (r *optionReader) negated(v *declared.Value, e *ast.UnaryExpression) {
	number, ok := e.Operand.(*ast.NumberLiteral)
	switch {
	case ok && e.Operator == token.MINUS:
		v.Shape, v.Num = declared.Number, -syntax.Number(number)
	case e.Operator == token.VOID:
		v.Shape = declared.Undefined
	}
}

func (r *optionReader) follow(v *declared.Value, o optionValue) {
	switch e := o.expr.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		v.Shape = declared.Function
		if values, isBlock := syntax.Returned(e); isBlock && len(values) == 0 {
			v.Text = declared.ReturnsNothing
		}
	case *ast.ObjectLiteral:
		v.Shape, v.Open = declared.Object, o.isNamed && !o.isMade
		r.object(v, e, o)
	case *ast.ArrayLiteral:
		v.Shape, v.Open = declared.Array, o.isNamed && !o.isMade
		r.array(v, e, o)
	case *ast.ConditionalExpression:
		if o.isNamed {
			return // the call may depend on the same condition
		}
		for _, branch := range []ast.Expression{e.Consequent, e.Alternate} {
			o.expr = branch
			v.Items = append(v.Items, r.value(o, v.At))
		}
	case *ast.NewExpression:
		if id, isName := e.Callee.(*ast.Identifier); isName && id.Name == "Date" && !r.names.IsKnown(id, o.scope) {
			v.Shape, v.Text = declared.Other, "Date"
		}
	case *ast.AwaitExpression:
		o.expr = e.Argument
		*v = *r.value(o, v.At)
	case *ast.OptionalChain:
		o.expr = e.Expression
		*v = *r.value(o, v.At)
	case *ast.CallExpression:
		r.madeList(v, e, o)
	case *ast.Identifier:
		if e.Name == "undefined" {
			v.Shape = declared.Undefined
			return
		}
		o.isNamed, o.isMade = true, false
		if o.expr, o.scope = r.names.Fixed(e, o.scope); o.expr != nil {
			unit := v.Unit
			*v = *r.value(o, v.At)
			v.Unit = cmp.Or(v.Unit, unit)
		}
	}
}

func (r *optionReader) object(v *declared.Value, e *ast.ObjectLiteral, o optionValue) {
	for _, property := range e.Value {
		if o.isNamed && r.left <= 0 {
			return
		}
		var key, value ast.Expression
		switch p := property.(type) {
		case *ast.PropertyShort:
			key, value = &p.Name, &p.Name
		case *ast.PropertyKeyed:
			if !p.Computed {
				key, value = p.Key, p.Value
			}
		}
		if key == nil { // it may replace members before it
			v.Open, v.Spreads = true, true
			for _, member := range v.Members {
				*member.Value = declared.Value{Shape: declared.Unknown, At: member.Value.At}
			}
			continue
		}
		o.expr = value
		name := syntax.KeyName(key)
		o.isFollowed = slices.Contains(followedOptions, name)
		v.Members = append(v.Members, declared.Member{Name: name, Value: r.value(o, r.call.Mark(key.Idx0()))})
	}
}

func (r *optionReader) array(v *declared.Value, e *ast.ArrayLiteral, o optionValue) {
	for _, element := range e.Value {
		if o.isNamed && r.left <= 0 {
			return
		}
		spread, isSpread := element.(*ast.SpreadElement)
		if isSpread || element == nil {
			v.Open = true
		}
		if element == nil {
			continue
		}
		if isSpread {
			o.expr = spread.Expression
			v.Items = append(v.Items, repeated(r.value(o, r.call.Mark(element.Idx0())), false)...)
			continue
		}
		o.expr = element
		v.Items = append(v.Items, r.value(o, r.call.Mark(element.Idx0())))
	}
}
