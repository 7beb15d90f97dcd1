// This file turns esbuild's messages into faults: what is wrong, where, in editor columns.

package bundle

import (
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/diag"
)

// FaultKind tells what a caller does about a fault.
type FaultKind uint8

const (
	Syntax        FaultKind = iota // the file cannot be parsed, or uses what no setting can make run
	Unresolved                     // an import that leads nowhere
	MissingExport                  // an import of a name that the module does not export
	NoLoader                       // an import of a kind of file that nothing can be made of
	Tool                           // no place in any file: esbuild itself failed
)

// Fault is one reason why a bundle could not be made.
type Fault struct {
	Kind FaultKind
	Text string
	// Span is the place; its File is relative to the root, "" for a Tool fault.
	Span diag.Span
	// Import is the path as written of an Unresolved fault; of a MissingExport the module that lacks Name.
	Import string
	Name   string
	Notes  []Note
}

// Note is a second place that explains a fault.
type Note struct {
	Text string
	Span diag.Span
}

func faults(root string, messages []api.Message) []Fault {
	out := make([]Fault, 0, len(messages))
	for _, m := range messages {
		f := Fault{Text: lowerFirst(m.Text), Kind: Syntax, Span: span(root, m.Location)}
		if file := entryModule(m.Location); file != "" {
			f.unreadable(file, m.Text)
		} else {
			f.classify(m.Text)
			if m.PluginName == stylesPluginName {
				f.Kind = NoLoader
			}
		}
		for _, note := range m.Notes {
			f.Notes = append(f.Notes, Note{Text: lowerFirst(note.Text), Span: span(root, note.Location)})
		}
		out = append(out, f)
	}
	return out
}

// entryModule is the file that a line of a made-up entry asks for; "" for a place in any other file.
func entryModule(loc *api.Location) string {
	if loc == nil || !strings.HasPrefix(loc.File, entryNamespace+":") {
		return ""
	}
	_, literal, _ := strings.Cut(loc.LineText, "require(")
	literal, _, _ = strings.Cut(literal, "),")
	file, err := strconv.Unquote(literal)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(file, "./")
}

// unreadable makes the fault one of a file that was asked for as it is called, and could not be had.
func (f *Fault) unreadable(file, text string) {
	f.Kind, f.Span = Syntax, diag.Span{File: file, Line: 1, Column: 1, EndLine: 1, EndColumn: 1}
	f.Text = "the file cannot be read: " + text[strings.LastIndex(text, ": ")+len(": "):]
	if strings.HasPrefix(text, "Could not resolve ") || !utf8.ValidString(file) || strings.ContainsRune(
		file, utf8.RuneError,
	) {
		f.Text = "the file's name cannot be imported: use letters, digits, hyphens and dots"
	}
}

// classify reads esbuild's sentence: errors have no ids.
func (f *Fault) classify(text string) {
	quoted := strings.Split(text, `"`)
	switch {
	case f.Span.File == "":
		f.Kind = Tool
	case strings.HasPrefix(text, "Could not resolve ") && len(quoted) > 1:
		f.Kind, f.Import = Unresolved, quoted[1]
	case strings.HasPrefix(text, "No matching export in ") && len(quoted) > 3:
		f.Kind, f.Import, f.Name = MissingExport, strings.TrimPrefix(quoted[1], sdkStubNamespace+":"), quoted[3]
	case strings.HasPrefix(text, "Top-level await is not available"):
		f.Text = "top-level await is not supported: files are evaluated without waiting; await inside of a handler"
	case strings.HasPrefix(text, "No loader is configured for "):
		f.Kind = NoLoader
	}
}

// lowerFirst makes esbuild's sentence one of ours: lower case unless it begins with a name.
func lowerFirst(text string) string {
	if len(text) > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z' {
		return string(text[0]+'a'-'A') + text[1:]
	}
	return text
}

// span converts esbuild's place: 1-based lines, 0-based columns in bytes.
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

// relative makes a path of esbuild's (absolute, or relative to the root) relative to the root.
func relative(root, path string) string {
	if filepath.IsAbs(path) {
		if rel, err := filepath.Rel(root, path); err == nil {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// utf16Len counts the UTF-16 code units of a text.
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
