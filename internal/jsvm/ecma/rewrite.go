package ecma

import (
	"bytes"
	"reflect"
	"strings"
	"sync"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// PatternError reports an invalid regular expression literal.
type PatternError struct {
	At      file.Idx
	Message string
}

func (e *PatternError) Error() string { return e.Message }

// Rewrite changes a script for the engine: it expands the properties in regular expression literals, separates their
// classes of surrogates, and limits the operators that enlarge BigInts. The error is a *PatternError.
func Rewrite(tree *ast.Program, source []byte) error {
	w := rewriter{}
	w.patterns = bytes.Contains(source, []byte(`\p{`)) || bytes.Contains(source, []byte(`\P{`)) ||
		mentionsSurrogates(source)
	if w.patterns || mayShift(source) {
		w.walk(reflect.ValueOf(tree.Body))
	}
	return w.err
}

// rewriter visits every node of a syntax tree. Few scripts need it, so it is simple rather than fast.
type rewriter struct {
	patterns bool // whether the script may contain properties or classes of surrogates
	err      error
}

func (w *rewriter) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			w.walk(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		switch node := v.Interface().(type) {
		case *ast.Identifier, *ast.StringLiteral, *ast.NumberLiteral:
			return
		case *ast.RegExpLiteral:
			w.expand(node)
			return
		}
		w.walkFields(v.Elem())
		switch node := v.Interface().(type) {
		case *ast.BinaryExpression:
			node.Right = limitOperator(node.Operator, node.Left, node.Right)
		case *ast.AssignExpression:
			node.Right = limitOperator(node.Operator, node.Left, node.Right)
		}
	case reflect.Struct:
		w.walkFields(v)
	}
}

func (w *rewriter) walkFields(v reflect.Value) {
	for _, i := range nodeFields(v.Type()) {
		w.walk(v.Field(i))
	}
}

// knownFields caches the results of nodeFields.
var knownFields sync.Map

// nodeFields returns the indexes of the fields that may contain nodes.
func nodeFields(t reflect.Type) []int {
	if known, ok := knownFields.Load(t); ok {
		return known.([]int)
	}
	var fields []int
	for i := range t.NumField() {
		// Declaration lists repeat nodes of the body.
		if field := t.Field(i); field.IsExported() && field.Name != "DeclarationList" && mayContainNodes(field.Type) {
			fields = append(fields, i)
		}
	}
	knownFields.Store(t, fields)
	return fields
}

func mayContainNodes(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer:
		return mayContainNodes(t.Elem())
	case reflect.Interface, reflect.Struct:
		return strings.HasSuffix(t.PkgPath(), "/ast")
	}
	return false
}

func (w *rewriter) expand(literal *ast.RegExpLiteral) {
	if !w.patterns {
		return
	}
	if !strings.Contains(literal.Flags, "u") {
		literal.Pattern = separateSurrogates(literal.Pattern)
		return
	}
	pattern, err := expandProperties(literal.Pattern)
	if err != nil {
		w.err = &PatternError{literal.Idx, err.Error()}
		return
	}
	literal.Pattern = pattern
}
