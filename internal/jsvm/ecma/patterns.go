// This file makes \p{…} work in regular expressions: the engine takes it and then never matches. The
// property is written out as the ranges of its characters, in literals before they are compiled and in
// dynamic patterns by a proxy before RegExp.

package ecma

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// maxPatternLength is how long a dynamic pattern may be, in UTF-16 units: reading it takes Go stack for
// each level of its groups.
const maxPatternLength = 1 << 20

// mentionsProperty is a quick look at whether a pattern, or a script, can hold \p{…} at all.
func mentionsProperty(text string) bool {
	return strings.Contains(text, `\p{`) || strings.Contains(text, `\P{`)
}

// expandProperties writes out the properties of a pattern with the u flag.
func expandProperties(pattern string) (string, error) {
	if !mentionsProperty(pattern) {
		return pattern, nil
	}
	var out strings.Builder
	inClass := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern):
			next := pattern[i+1]
			if next != 'p' && next != 'P' {
				out.WriteString(pattern[i : i+2])
				i++
				continue
			}
			end := strings.IndexByte(pattern[i:], '}')
			if end < 0 || i+2 >= len(pattern) || pattern[i+2] != '{' {
				return "", fmt.Errorf("Invalid regular expression: /%s/u: Invalid property name", pattern)
			}
			name := pattern[i+3 : i+end]
			ranges, err := propertyRanges(name, next == 'P')
			if err != nil {
				return "", fmt.Errorf("Invalid regular expression: /%s/u: %w", pattern, err)
			}
			if inClass {
				out.WriteString(ranges)
			} else {
				out.WriteString("[" + ranges + "]")
			}
			i += end
			continue
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		}
		out.WriteByte(c)
	}
	return out.String(), nil
}

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

// literalWalker visits every node of a syntax tree. Few scripts need it, so it is short rather than fast.
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
		// Lists of declarations repeat nodes that stand in the body.
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

// repairRegExp puts a proxy before RegExp for patterns that are made at run time.
func (r *Realm) repairRegExp() error {
	original := r.builtin("RegExp")
	proxied := func() goja.Value { return r.replaceConstructor(original, r.expandArguments, true) }
	if err := r.Lazy(r.runtime.GlobalObject(), "RegExp", proxied); err != nil {
		return err
	}
	return r.Lazy(original, "escape", func() goja.Value { return must(r.Script(preludeScripts, "prelude/regexp.js")) })
}

// expandArguments writes out the properties of a pattern; the pattern goes on showing itself as it was
// written.
func (r *Realm) expandArguments(args []goja.Value) ([]goja.Value, func(*goja.Object)) {
	if len(args) == 0 {
		return args, nil
	}
	pattern, ok := args[0].(goja.String)
	if ok && pattern.Length() > maxPatternLength {
		panic(r.NewError("SyntaxError", "Invalid regular expression: Regular expression too large"))
	}
	if len(args) == 1 {
		return args, nil
	}
	flags := args[1].String()
	if !ok || !strings.ContainsAny(flags, "duv") {
		return args, nil
	}
	if strings.Contains(flags, "d") {
		panic(r.Missing("the d flag of regular expressions"))
	}
	text := pattern.String()
	if strings.Contains(flags, "v") {
		if usesSets(text) {
			panic(r.Missing("set notation of regular expressions with the v flag"))
		}
		flags = strings.Replace(flags, "v", "u", 1)
	} else if !mentionsProperty(text) {
		return args, nil
	}
	expanded, err := expandProperties(text)
	if err != nil {
		panic(r.NewError("SyntaxError", err.Error()))
	}
	keepSource := func(made *goja.Object) {
		_ = made.DefineDataProperty("source", pattern, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return []goja.Value{r.runtime.ToValue(expanded), r.runtime.ToValue(flags)}, keepSource
}

// usesSets reports whether a pattern needs the v flag: without nested classes, set operations and
// properties of strings it means the same with the u flag.
func usesSets(pattern string) bool {
	if strings.Contains(pattern, `\q{`) || strings.Contains(pattern, "{RGI_") || strings.Contains(
		pattern, "Emoji_Keycap_Sequence",
	) {
		return true
	}
	inClass := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case !inClass:
			inClass = c == '['
		case c == ']':
			inClass = false
		case c == '[' || (c == '-' || c == '&') && i+1 < len(pattern) && pattern[i+1] == c:
			return true
		}
	}
	return false
}
