package handled

import (
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
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
		return nil
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

// bodies returns the body of a call of fetch, or of ctx.http.fetch, that is an object in the source.
func bodies(names *constant.Names, c *ContextCall) []declared.Use {
	last := len(c.Path) - 1
	isOfContext := last == 2 && c.Path[0] == "ctx" && c.Path[1] == "http"
	if c.Path[last] != "fetch" || !isOfContext && !callsPlatformFetch(names, c) || len(c.Args) < 2 {
		return nil
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
