package bundle

import (
	"path/filepath"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/diag"
)

// span converts a position of esbuild: 1-based lines, 0-based columns in bytes.
func span(root string, loc *api.Location) diag.Span {
	if loc == nil || loc.Namespace != "file" && loc.Namespace != "" {
		return diag.Span{}
	}
	start := min(loc.Column, len(loc.LineText))
	end := min(loc.Column+loc.Length, len(loc.LineText))
	column := utf16Len(loc.LineText[:start]) + 1
	return diag.Span{
		File: relative(root, loc.File), Line: loc.Line, Column: column,
		EndLine: loc.Line, EndColumn: column + utf16Len(loc.LineText[start:end]),
	}
}

// relative makes a path of esbuild (absolute, or relative to the root) relative to the root.
func relative(root, path string) string {
	if filepath.IsAbs(path) {
		if rel, err := filepath.Rel(root, path); err == nil {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// utf16Len counts the UTF-16 code units of a string.
func utf16Len(s string) int {
	n := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		n++
		if r > 0xffff {
			n++
		}
		i += size
	}
	return n
}
