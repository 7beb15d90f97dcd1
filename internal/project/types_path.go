package project

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

const (
	tsconfigFile = "tsconfig.json"
	// ownTsconfig is the tsconfig.json that `svc types` writes.
	ownTsconfig   = ".svc/tsconfig.json"
	ruleTypesPath = "types-path-hidden"
)

// hiddenTypes reports a tsconfig.json whose `paths` hides the types of `svc types`, in a project without an installed
// SDK. `paths` of a tsconfig.json replaces that of the one that it extends. The bundler reports a malformed
// tsconfig.json.
func (l *loader) hiddenTypes() []declared.Problem {
	text, err := os.ReadFile(filepath.Join(l.options.Dir, tsconfigFile))
	if err != nil {
		return nil
	}
	text = plainJSON(text)
	var config struct {
		Extends         json.RawMessage
		CompilerOptions struct{ Paths map[string]json.RawMessage }
	}
	if json.Unmarshal(text, &config) != nil || config.CompilerOptions.Paths == nil || !extendsOurs(config.Extends) {
		return nil
	}
	if _, kept := config.CompilerOptions.Paths[sdkPackage]; kept || l.sdk.Dir != "" {
		return nil
	}
	return []declared.Problem{{
		Rule: ruleTypesPath, Message: "paths hides the types of " + sdkPackage + " in " + ownTsconfig,
		At: declared.At(spanOf(text, keyOffset(text, "compilerOptions", "paths"))),
	}}
}

// extendsOurs reports whether `extends`, one path or a list, includes ownTsconfig.
func extendsOurs(extends json.RawMessage) bool {
	var list []string
	if json.Unmarshal(extends, &list) != nil {
		var one string
		if json.Unmarshal(extends, &one) != nil {
			return false
		}
		list = []string{one}
	}
	return slices.ContainsFunc(list, func(to string) bool {
		return path.Clean(to) == ownTsconfig || path.Clean(to)+".json" == ownTsconfig
	})
}

// plainJSON converts a tsconfig.json to JSON without changing offsets: it blanks a byte order mark, comments and
// trailing commas.
func plainJSON(text []byte) []byte {
	out := bytes.Clone(text)
	if bytes.HasPrefix(out, []byte("\ufeff")) {
		copy(out, "   ")
	}
	comma := -1 // the last comma, if only space follows so far
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			i, comma = stringEnd(out, i), -1
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			i = blankComment(out, i)
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			out[comma], comma = ' ', -1
		case c > ' ':
			comma = -1
		}
	}
	return out
}

// stringEnd returns the offset of the quote that closes a string, or of the last byte.
func stringEnd(text []byte, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(text) - 1
}

// blankComment replaces a comment with spaces, except its line ends. It returns the offset of its last byte.
func blankComment(text []byte, at int) int {
	mark := "\n"
	if text[at+1] == '*' {
		mark = "*/"
	}
	end := len(text)
	if i := bytes.Index(text[at+2:], []byte(mark)); i >= 0 {
		end = at + 2 + i
		if mark == "*/" {
			end += len(mark)
		}
	}
	for i := at; i < end; i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
	return end - 1
}

// keyOffset returns the byte offset of the key at the end of a path of keys, or 0.
func keyOffset(text []byte, keys ...string) int {
	from := 0
	for _, key := range keys {
		quoted, err := json.Marshal(key)
		if err != nil {
			return 0
		}
		at := bytes.Index(text[from:], quoted)
		if at < 0 {
			return 0
		}
		from += at
	}
	return from
}

func spanOf(text []byte, offset int) diag.Span {
	line := 1 + bytes.Count(text[:offset], []byte("\n"))
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	column := 1 + utf16Len(string(text[start:offset]))
	return diag.Span{File: tsconfigFile, Line: line, Column: column, EndLine: line, EndColumn: column}
}
