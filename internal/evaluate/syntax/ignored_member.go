package syntax

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// IgnoresMember reports whether a function literal surely neither reads a member of its first parameter nor passes the
// parameter on. A name for the member that nothing uses does not count as a read.
func IgnoresMember(fn ast.Expression, member string) bool {
	list, body := parts(fn)
	if body == nil {
		return false
	}
	r := memberRead{member: member}
	if len(list.List) > 0 {
		switch target := list.List[0].Target.(type) {
		case *ast.Identifier:
			r.object = target.Name
		case *ast.ObjectPattern:
			r.name, r.isRead = boundTo(target, member)
		}
	}
	r.isRead = r.isRead || list.Rest != nil && len(list.List) == 0
	eachNode(body, r.node)
	return !r.isRead
}

// boundTo returns the name that a pattern gives a member, "" for none. isOther means that another pattern or the rest
// has it.
func boundTo(pattern *ast.ObjectPattern, member string) (name unistring.String, isOther bool) {
	for _, property := range pattern.Properties {
		switch p := property.(type) {
		case *ast.PropertyShort:
			if p.Name.Name.String() == member {
				return p.Name.Name, false
			}
		case *ast.PropertyKeyed:
			if id, isName := p.Value.(*ast.Identifier); isName && KeyName(p.Key) == member {
				return id.Name, false
			} else if p.Computed || KeyName(p.Key) == member {
				return "", true
			}
		}
	}
	return "", pattern.Rest != nil
}

// memberRead looks for a read of a member of an object with a name, or of the name that a pattern gives the member.
type memberRead struct {
	object, name unistring.String
	member       string
	isRead       bool
}

func (r *memberRead) node(node any) (isDone bool) {
	switch node := node.(type) {
	case *ast.Identifier:
		r.use(node.Name)
	case *ast.PropertyShort:
		r.use(node.Name.Name)
	case *ast.DotExpression:
		if r.isObject(node.Left) {
			r.isRead = r.isRead || node.Identifier.Name.String() == r.member
			return true
		}
		eachNode(node.Left, r.node) // the identifier is that of a member
		return true
	case *ast.BracketExpression:
		if name := KeyName(node.Member); name != "" && r.isObject(node.Left) {
			r.isRead = r.isRead || name == r.member
			return true
		}
	case *ast.Binding:
		if pattern, ok := node.Target.(*ast.ObjectPattern); ok && r.isObject(node.Initializer) {
			name, isOther := boundTo(pattern, r.member)
			r.isRead = r.isRead || name != "" || isOther
			return true
		}
	case *ast.PropertyKeyed:
		if !node.Computed {
			eachNode(node.Value, r.node)
			return true
		}
	}
	return r.isRead
}

// use records the use of a name by itself.
func (r *memberRead) use(name unistring.String) {
	isOwn := name == r.object && r.object != "" || name == r.name && r.name != ""
	r.isRead = r.isRead || isOwn || name == "arguments"
}

func (r *memberRead) isObject(e ast.Expression) bool {
	if optional, ok := e.(*ast.Optional); ok {
		e = optional.Expression
	}
	id, isName := e.(*ast.Identifier)
	return isName && r.object != "" && id.Name == r.object
}
