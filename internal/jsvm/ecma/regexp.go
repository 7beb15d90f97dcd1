package ecma

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/tsscan"
)

// maxPatternLength limits a dynamic pattern, in UTF-16 units. Each nested group uses Go stack.
const maxPatternLength = 1 << 20

// repairRegExp expands the properties of patterns that are created at run time, and separates classes of surrogates.
func (r *Realm) repairRegExp() error {
	original := r.builtin("RegExp")
	proxied := func() goja.Value { return r.proxyConstructor(original, r.expandArguments, true) }
	if err := r.Lazy(r.runtime.GlobalObject(), "RegExp", proxied); err != nil {
		return err
	}
	return r.Lazy(original, "escape", func() goja.Value { return must(r.Script(preludeScripts, "prelude/regexp.js")) })
}

// expandArguments rewrites a pattern. The `source` of the regular expression stays as written.
func (r *Realm) expandArguments(args []goja.Value) ([]goja.Value, func(*goja.Object)) {
	if len(args) == 0 {
		return args, nil
	}
	pattern, ok := args[0].(goja.String)
	if ok && (pattern.Length() > maxPatternLength || tsscan.GroupDepth(pattern.String()) > maxPatternDepth) {
		panic(r.NewError("SyntaxError", "Invalid regular expression: Regular expression too large"))
	}
	flags := ""
	if len(args) > 1 && !goja.IsUndefined(args[1]) {
		flags = args[1].String()
	}
	if !ok {
		return args, nil
	}
	keepSource := func(made *goja.Object) {
		_ = made.DefineDataProperty("source", pattern, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	if !strings.ContainsAny(flags, "duv") {
		text := pattern.String()
		// The text of a pattern with lone surrogates has lost them, so that it cannot replace the pattern.
		if separated := separateSurrogates(text); separated != text && pattern.StrictEquals(r.runtime.ToValue(text)) {
			return append([]goja.Value{r.runtime.ToValue(separated)}, args[1:]...), keepSource
		}
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
	return []goja.Value{r.runtime.ToValue(expanded), r.runtime.ToValue(flags)}, keepSource
}

// usesSets reports whether a pattern needs the v flag. Without nested classes, set operations and properties of
// strings it means the same with the u flag.
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
