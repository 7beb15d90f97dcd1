package bundle

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/diag"
)

// FaultKind decides how a caller handles a fault.
type FaultKind uint8

const (
	Syntax        FaultKind = iota // the file does not parse, or uses syntax that cannot be lowered
	Unresolved                     // an import that does not resolve
	MissingExport                  // an import of a name that the module does not export
	NoLoader                       // an import of an unsupported kind of file
	Unreadable                     // a file that the project names and that cannot be read
	Misnamed                       // a file that the project names and whose name cannot be imported
	Refused                        // an import of a file outside the border, of what is not a file, or of a computed path
	Tool                           // an error of esbuild itself, without a position
)

// Fault is one reason why a bundle failed.
type Fault struct {
	Kind FaultKind
	Text string
	// Span is the position. File is relative to the root, "" for a Tool fault.
	Span diag.Span
	// Import is the path of an Unresolved import as written. For MissingExport it is the module that lacks Name.
	Import string
	Name   string
	// Near is an export that the Name of a MissingExport is similar to, "" for none.
	Near string
	// Actual is the file that the path of an Unresolved import names in another case, "" for none.
	Actual string
	Notes  []Note
}

// Note is a second position that explains a fault.
type Note struct {
	Text string
	Span diag.Span
}

// Unread returns the fault of a file that cannot be read.
func Unread(file, why string) Fault {
	start := diag.Span{File: file, Line: 1, Column: 1, EndLine: 1, EndColumn: 1}
	return Fault{Kind: Unreadable, Text: "cannot read the file: " + why, Span: start}
}

func faults(root string, messages []api.Message) []Fault {
	out := make([]Fault, 0, len(messages))
	for _, m := range messages {
		f := Fault{Text: lowerFirst(m.Text), Kind: Syntax, Span: span(root, m.Location)}
		if file := entryModule(m.Location); file != "" {
			f.unreadable(file, m)
		} else {
			f.classify(m.Text)
			if f.Kind == MissingExport {
				f.Near = m.Location.Suggestion
			}
			if m.ID == differentCase && m.Location != nil {
				f.Kind, f.Import, f.Actual = Unresolved, written(m.Location), actualName(m)
			}
			switch m.PluginName {
			case stylesPluginName:
				f.Kind = NoLoader
			case globPluginName:
				f.Kind = Refused
			case borderPluginName:
				f.refuse(m)
			}
		}
		for _, note := range m.Notes {
			if strings.HasPrefix(note.Text, "The plugin ") {
				continue // where esbuild loaded the file
			}
			f.Notes = append(f.Notes, Note{Text: lowerFirst(note.Text), Span: span(root, note.Location)})
		}
		out = append(out, f)
	}
	return withoutMissing(out)
}

// undefinedImport is esbuild's id of a warning about a member of `import * as x` that the module does not export. The
// member is undefined in the bundle.
const undefinedImport = "import-is-undefined"

func isUndefinedMember(text string) bool {
	return strings.HasPrefix(text, "Import ") && strings.Contains(text, " matching export in ")
}

// problems returns the errors of a build of the project's files, and the warnings that are errors there.
func (o Options) problems(result api.BuildResult) []api.Message {
	found := result.Errors
	for _, m := range result.Warnings {
		if m.ID == undefinedImport && isUndefinedMember(m.Text) && !o.asksFor(m) {
			found = append(found, m)
		}
	}
	return found
}

// withoutMissing removes refusals of imports that another fault says more about: that of a file whose name has another
// case is refused, too, where file systems distinguish the case.
func withoutMissing(faults []Fault) []Fault {
	named := map[diag.Span]bool{}
	for _, f := range faults {
		if f.Actual != "" {
			named[f.Span] = true
		}
	}
	return slices.DeleteFunc(faults, func(f Fault) bool { return f.Kind == Refused && named[f.Span] })
}

// differentCase is esbuild's id of a message about an import that has another case than the file.
const differentCase = "different-path-case"

// actualName returns the name of the file that a message about another case names first.
func actualName(m api.Message) string { return path.Base(strings.Split(m.Text, `"`)[1]) }

// entryModule returns the file that a line of a generated entry imports, "" for a position in another file.
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

// unreadable makes the fault one of a file that the project names and that cannot be read.
func (f *Fault) unreadable(file string, m api.Message) {
	text, why := m.Text, m.Text
	if m.PluginName != borderPluginName {
		why = text[strings.LastIndex(text, ": ")+len(": "):]
	}
	*f = Unread(file, why)
	isGarbled := !utf8.ValidString(file) || strings.ContainsRune(file, utf8.RuneError)
	if strings.HasPrefix(text, "Could not resolve ") || isGarbled {
		f.Kind, f.Text = Misnamed, "cannot import a file with this name: use letters, digits, hyphens and dots"
	} else if m.ID == differentCase {
		f.Kind, f.Text = Misnamed, actualName(m)+" has the same name in another case: other systems cannot have both files"
	}
}

// maxShownImport is how much of a path a message quotes, in bytes.
const maxShownImport = 200

// refuse makes the fault one of an import that leads to what is not read.
func (f *Fault) refuse(m api.Message) {
	if m.Location == nil || f.Span.File == "" {
		return // an entry that the caller generated
	}
	f.Kind, f.Import = Refused, written(m.Location)
	shown := f.Import
	if len(shown) > maxShownImport {
		shown = strings.ToValidUTF8(shown[:maxShownImport], "") + "…"
	}
	f.Text = fmt.Sprintf("cannot import %q: %s", shown, m.Text)
}

// written returns the path of an import as the source has it.
func written(at *api.Location) string {
	end := min(at.Column+at.Length, len(at.LineText))
	return strings.Trim(at.LineText[min(at.Column, end):end], "'\"`")
}

// classify derives the kind from esbuild's message, since its errors have no ids.
func (f *Fault) classify(text string) {
	quoted := strings.Split(text, `"`)
	switch {
	case f.Span.File == "":
		f.Kind = Tool
	case strings.HasPrefix(text, "Could not resolve ") && len(quoted) > 1:
		f.Kind, f.Import = Unresolved, quoted[1]
	case strings.HasPrefix(text, "No matching export in ") && len(quoted) > 3:
		f.Kind, f.Import, f.Name = MissingExport, strings.TrimPrefix(quoted[1], sdkStubNamespace+":"), quoted[3]
	case strings.HasSuffix(text, `"`) && isUndefinedMember(text) && len(quoted) > 3:
		f.Kind, f.Import, f.Name = MissingExport, strings.TrimPrefix(quoted[3], sdkStubNamespace+":"), quoted[1]
	case strings.HasPrefix(text, "Top-level await is not available"):
		f.Text = "top-level await is not supported, since modules load synchronously: await within a handler"
	case strings.HasPrefix(text, "No loader is configured for "):
		f.Kind = NoLoader
	}
}

// lowerFirst lowers the first letter of esbuild's message, unless it starts with a name.
func lowerFirst(text string) string {
	if len(text) > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z' {
		return string(text[0]+'a'-'A') + text[1:]
	}
	return text
}
