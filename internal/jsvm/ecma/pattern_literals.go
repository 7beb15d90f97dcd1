package ecma

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// PatternError reports an invalid regular expression literal.
type PatternError struct {
	At      file.Idx
	Message string
}

func (e *PatternError) Error() string { return e.Message }

// ExpandPatterns expands the properties in the regular expression literals of a script. The error is a
// *PatternError.
func ExpandPatterns(tree *ast.Program, source []byte) error {
	if !bytes.Contains(source, []byte(`\p{`)) && !bytes.Contains(source, []byte(`\P{`)) {
		return nil
	}
	w := literalWalker{}
	w.walk(reflect.ValueOf(tree.Body))
	return w.err
}

// literalWalker visits every node of a syntax tree. Few scripts need it, so it is simple rather than fast.
type literalWalker struct{ err error }

var literalType = reflect.TypeFor[*ast.RegExpLiteral]()

func (w *literalWalker) walk(v reflect.Value) {
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
		if v.Type() == literalType {
			w.expand(v.Interface().(*ast.RegExpLiteral))
			return
		}
		if v.Elem().Kind() == reflect.Struct && strings.HasSuffix(v.Type().Elem().PkgPath(), "/ast") {
			w.walkFields(v.Elem())
		}
	case reflect.Struct:
		w.walkFields(v)
	}
}

func (w *literalWalker) walkFields(v reflect.Value) {
	for i := range v.NumField() {
		// Declaration lists repeat nodes of the body.
		if name := v.Type().Field(i).Name; name != "DeclarationList" && v.Type().Field(i).IsExported() {
			w.walk(v.Field(i))
		}
	}
}

func (w *literalWalker) expand(literal *ast.RegExpLiteral) {
	if !strings.Contains(literal.Flags, "u") {
		return
	}
	pattern, err := expandProperties(literal.Pattern)
	if err != nil {
		w.err = &PatternError{literal.Idx, err.Error()}
		return
	}
	literal.Pattern = pattern
}
