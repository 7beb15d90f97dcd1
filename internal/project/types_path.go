package project

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

const (
	tsconfigFile  = "tsconfig.json"
	ownTsconfig   = bundle.OwnTsconfig
	ruleTypesPath = "types-path-hidden"
)

// hiddenTypes reports a tsconfig.json whose `paths` hides the types of `svc types`, in a project without an installed
// SDK. `paths` of a tsconfig.json replaces that of the one that it extends. The bundler reports a malformed
// tsconfig.json.
func (l *loader) hiddenTypes() []declared.Problem {
	text, err := l.root.ReadImport(tsconfigFile)
	if err != nil {
		return nil
	}
	text = bundle.PlainJSON(text)
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
		At: declared.At(spanOf(text, keyOffset(text, "compilerOptions", "paths"))), IsRemark: true,
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
