package project

import (
	"path"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/tsscan"
)

// singularFolder is where people put workers by mistake.
const singularFolder = "src/worker"

// edgeConfigs are the files by which the edge platform's own tool finds a worker that is not the app's.
var edgeConfigs = []string{"wrangler.toml", "wrangler.json", "wrangler.jsonc"}

// byPlace reports whether a file without declarations looks like a worker by its place: it has a default export as
// workers have, or the app has no workers at all. Its position is that of the default export.
func (s *unreadSearch) byPlace(name, text string) (diag.Span, bool) {
	folder := path.Dir(name)
	if folder != workersFolder && folder != singularFolder {
		return diag.Span{}, false
	}
	if folder == singularFolder && slices.ContainsFunc(edgeConfigs, func(one string) bool { return exists(s.root, one) }) {
		return diag.Span{}, false
	}
	if at, found := defaultExport(text); found {
		return tokenSpan(text, at), true
	}
	return diag.Span{Line: 1, Column: 1, EndLine: 1, EndColumn: 1}, folder == singularFolder && len(s.files.workers) == 0
}

// defaultExport finds the default export of a module: the word default in `export default` and in
// `export { x as default }`, or module in `module.exports`.
func defaultExport(text string) (found tsscan.Token, ok bool) {
	scanner := tsscan.New(text)
	var last, before tsscan.Token
	inExport := false
	for token, more := scanner.Next(); more; token, more = scanner.Next() {
		if token.Kind == tsscan.Space || token.Kind == tsscan.Comment {
			continue
		}
		after := text[last.Start:last.End]
		switch text[token.Start:token.End] {
		case "default":
			if after == "export" || inExport && after == "as" {
				return token, true
			}
		case "exports":
			if after == "." && text[before.Start:before.End] == "module" {
				return before, true
			}
		case "{":
			inExport = after == "export"
		case "}":
			inExport = false
		}
		before, last = last, token
	}
	return tsscan.Token{}, false
}

// tokenSpan returns the range of a token, in one line.
func tokenSpan(text string, token tsscan.Token) diag.Span {
	line := 1 + strings.Count(text[:token.Start], "\n")
	column := 1 + utf16Len(text[strings.LastIndexByte(text[:token.Start], '\n')+1:token.Start])
	return diag.Span{Line: line, Column: column, EndLine: line, EndColumn: column + utf16Len(text[token.Start:token.End])}
}
