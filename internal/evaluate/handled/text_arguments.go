package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// Message returns a finding if a call of a function of the SDK that makes results, or of the logger of a context, has
// an object in the source as its message.
func Message(path []string, e *ast.CallExpression, functions Functions) []Finding {
	function := functions.OfResult(e.Callee)
	isOfContext := path[0] == ContextMark || path[0] == "ctx"
	switch {
	case len(e.ArgumentList) == 0 || function == "ok":
		return nil
	case function == "" && isOfContext && len(path) == 3 && path[1] == "logger":
		function = "ctx.logger." + path[2]
	case function == "":
		return nil
	}
	shape := shapeAsText(e.ArgumentList[0])
	if shape == "" {
		return logFields(function, e.ArgumentList)
	}
	use := declared.Use{Kind: declared.ObjectAsText, Path: []string{function, "message"}, Text: shape}
	return []Finding{{Use: use, At: e.ArgumentList[0].Idx0()}}
}

// shapeAsText names a literal that has no useful text. It is empty for other expressions.
func shapeAsText(e ast.Expression) string {
	e = syntax.Unwrapped(e)
	shape := syntax.LiteralShape(e)
	if shape != syntax.ShapeObject && shape != syntax.ShapeArray || syntax.Member(e, "toString") != nil {
		return ""
	}
	return shape
}

// formatSpecifier matches what console.log replaces in its first argument.
var formatSpecifier = lazyregexp.New(`%[sdifjoO](\W|$)`)

// logFields returns a finding if a call of the logger has values for format specifiers, or another value in place of
// fields.
func logFields(function string, args []ast.Expression) []Finding {
	isLog := len(args) > 1 && slices.Contains(logMethods, function)
	if !isLog {
		return nil
	}
	use := declared.Use{Kind: declared.ObjectAsText, Path: []string{function, "fields"}}
	fields := syntax.Unwrapped(args[1])
	if _, isObject := fields.(*ast.ObjectLiteral); isObject {
		return nil
	}
	if use.Text = shapeOfField(fields); use.Text != "" {
		return []Finding{{Use: use, At: args[1].Idx0()}}
	}
	if found := specifierIn(syntax.Unwrapped(args[0])); found != "" {
		use.Path[1], use.Text = "message", found
		return []Finding{{Use: use, At: args[0].Idx0()}}
	}
	return nil
}

var logMethods = []string{"ctx.logger.debug", "ctx.logger.info", "ctx.logger.warn", "ctx.logger.error"}

// specifierIn returns the first format specifier of a string in the source, without what follows it.
func specifierIn(e ast.Expression) string {
	text, isText := e.(*ast.StringLiteral)
	if !isText {
		return ""
	}
	found := formatSpecifier().FindString(text.Value.String())
	return found[:min(2, len(found))]
}

// shapeOfField names a value that has no fields: a literal, the length of a list, the message of an error. It is empty
// for other expressions.
func shapeOfField(e ast.Expression) string {
	if member, isMember := e.(*ast.DotExpression); isMember {
		switch member.Identifier.Name {
		case "length":
			return syntax.ShapeNumber
		case "message", "stack":
			return syntax.ShapeString
		}
	}
	switch shape := syntax.LiteralShape(e); shape {
	case syntax.ShapeString, syntax.ShapeNumber, syntax.ShapeBoolean, syntax.ShapeArray:
		return shape
	}
	return ""
}

// bodies returns the body of a call of fetch, or of ctx.http.fetch, that is an object in the source.
func bodies(names *constant.Names, c *ContextCall) []declared.Use {
	last := len(c.Path) - 1
	isOfContext := last == 2 && c.Path[0] == "ctx" && c.Path[1] == "http"
	if c.Path[last] != "fetch" || last > 0 && !isOfContext || len(c.Args) < 2 {
		return nil
	}
	if name, isName := c.Callee.(*ast.Identifier); isName && last == 0 && names.IsKnown(name, c.Scope) {
		return nil // a function of the project
	}
	for _, key := range syntax.Keys(c.Args[1]) {
		if syntax.KeyName(key) != "body" {
			continue
		}
		body := syntax.Member(c.Args[1], "body")
		if name, isName := body.(*ast.Identifier); isName {
			body, _ = names.Fixed(name, c.Scope)
		}
		if shape := shapeAsText(body); body != nil && shape != "" {
			path := []string{strings.Join(c.Path, "."), "body"}
			return []declared.Use{{
				Kind: declared.ObjectAsText, Path: path, Text: shape, File: c.File, At: c.Mark(key.Idx0()),
			}}
		}
	}
	return nil
}
