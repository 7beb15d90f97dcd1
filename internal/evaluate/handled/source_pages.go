package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// SourcePages returns what is wrong with the pages that the function of a source returns, in a call of defineSource,
// and the fields of their rows.
func SourcePages(names *constant.Names, path []string, args []ast.Expression, in constant.Scope) []Finding {
	p := pageFinder{
		function: Source(path, args).Name, members: []string{"rows", "cursor"},
		rows: rowFields{listReader: listReader{names, in}},
	}
	switch p.function {
	case "":
		return nil
	case "receive":
		p.members = p.members[:1]
	}
	for _, key := range syntax.Keys(args[0]) {
		if syntax.KeyName(key) == p.function {
			p.body(syntax.Member(args[0], p.function), key.Idx0())
			p.fields(key.Idx0())
		}
	}
	return p.found
}

// pageFinder collects the mistakes of the pages that one function returns.
type pageFinder struct {
	function string
	members  []string // of a page
	found    []Finding
	rows     rowFields
	cursorAt file.Idx // of the first page with a cursor
}

func (p *pageFinder) report(problem, name string, at file.Idx) {
	use := declared.Use{Kind: declared.SourcePage, Path: []string{p.function, name}, Text: problem, Known: p.members}
	p.found = append(p.found, Finding{Use: use, At: at})
}

// body checks what a function literal returns. key is where the options name it.
func (p *pageFinder) body(e ast.Expression, key file.Idx) {
	values, isBlock := syntax.Returned(e)
	if isBlock && len(values) == 0 {
		p.report(declared.NoPage, "", key)
	}
	for _, value := range values {
		p.page(value)
	}
	if p.cursorAt != 0 && syntax.IgnoresMember(e, "cursor") {
		p.report(declared.CursorUnread, "cursor", p.cursorAt)
	}
}

// fields reports the fields of the rows if the source has all of them.
func (p *pageFinder) fields(key file.Idx) {
	if len(p.rows.names) > 0 && !p.rows.areUnknown {
		use := declared.Use{Kind: declared.SourcePage, Path: []string{p.function, "data"}, Text: declared.RowFields}
		use.Known = p.rows.names
		p.found = append(p.found, Finding{Use: use, At: key})
	}
}

func (p *pageFinder) page(e ast.Expression) {
	switch e := syntax.Unwrapped(e).(type) {
	default:
		p.rows.areUnknown = true
	case *ast.ConditionalExpression:
		p.page(e.Consequent)
		p.page(e.Alternate)
	case *ast.ArrayLiteral:
		p.report(declared.PageIsList, "", e.LeftBracket)
	case *ast.CallExpression:
		p.rows.areUnknown = true
		if rows := p.rows.rowsOf(e); slices.ContainsFunc(rows, hasKey) {
			p.report(declared.PageIsList, "", e.Idx0())
		}
	case *ast.ObjectLiteral:
		p.object(e)
	}
}

func (p *pageFinder) object(e *ast.ObjectLiteral) {
	for _, key := range syntax.Keys(e) {
		if name := syntax.KeyName(key); !slices.Contains(p.members, name) {
			p.report(declared.UnknownPageMember, name, key.Idx0())
		}
	}
	rows := syntax.Member(e, "rows")
	if rows == nil && syntax.IsPlainObject(e) {
		p.report(declared.PageLacksRows, "rows", e.LeftBrace)
	}
	if slices.Contains(p.members, "cursor") {
		p.cursor(e)
	}
	p.rows.add(rows)
	for _, element := range p.rows.elementsOf(rows) {
		switch e := syntax.Unwrapped(element).(type) {
		case *ast.ObjectLiteral:
			p.row(e)
		case *ast.ArrayLiteral, *ast.StringLiteral, *ast.NumberLiteral:
			p.report(declared.RowNotObject, syntax.LiteralShape(e), e.Idx0())
		}
	}
}

func (p *pageFinder) row(e *ast.ObjectLiteral) {
	for _, name := range []string{"key", "data"} {
		if syntax.Member(e, name) == nil && syntax.IsPlainObject(e) && !hasName(e, name) {
			p.report(declared.RowLacks, name, e.LeftBrace)
		}
	}
	if key := syntax.Member(e, "key"); isNumber(key) {
		p.report(declared.KeyNotText, syntax.ShapeNumber, syntax.Unwrapped(key).Idx0())
	}
}

func hasKey(row *ast.ObjectLiteral) bool { return hasName(row, "key") }

func hasName(e *ast.ObjectLiteral, name string) bool {
	return slices.ContainsFunc(syntax.Keys(e), func(key ast.Expression) bool { return syntax.KeyName(key) == name })
}

// listReader reads the elements of lists in a scope.
type listReader struct {
	names *constant.Names
	scope constant.Scope
}

// rowsOf returns the objects in the source that are the elements of a list: of a literal, or what the function of map
// returns.
func (l listReader) rowsOf(e ast.Expression) (rows []*ast.ObjectLiteral) {
	for _, element := range l.elementsOf(e) {
		if row, ok := syntax.Unwrapped(element).(*ast.ObjectLiteral); ok {
			rows = append(rows, row)
		}
	}
	return rows
}

func (l listReader) elementsOf(e ast.Expression) (elements []ast.Expression) {
	switch e := syntax.Unwrapped(e).(type) {
	case *ast.ArrayLiteral:
		elements = e.Value
	case *ast.CallExpression:
		if member, ok := e.Callee.(*ast.DotExpression); ok && member.Identifier.Name == "map" && len(e.ArgumentList) == 1 {
			elements, _ = syntax.Returned(l.function(e.ArgumentList[0]))
		}
	}
	return elements
}

// function returns the function that a name or a member surely is, and other expressions as they are.
func (l listReader) function(e ast.Expression) ast.Expression {
	switch e.(type) {
	case *ast.Identifier, *ast.DotExpression:
		if functions := l.names.Surely(e, l.scope); len(functions) == 1 {
			return functions[0].Node
		}
	}
	return e
}
