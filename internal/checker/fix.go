package checker

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/tsedit"
)

// change is a fix before its position is resolved. find returns the edits in a text for the token at an offset, or
// nil if the text has an unexpected form, such as a constant instead of a string. The finding is then without a fix.
type change struct {
	at            declared.Mark
	title         string
	applicability diag.Applicability
	find          func(text string, at int) []tsedit.Edit
	// of is set for a change that depends on another place of the file: find receives its offset, too.
	of *place
}

type place struct {
	at   declared.Mark
	find func(text string, of, at int) []tsedit.Edit
}

// Replace offers to replace a word in the string at the position of the finding, or in the string of the member there.
func (d *Draft) Replace(old, new string, how diag.Applicability) *Draft {
	return d.change(d.at, fmt.Sprintf("replace %q with %q", old, new), how, func(text string, at int) []tsedit.Edit {
		return tsedit.Replace(text, at, old, new)
	})
}

// ForwardSlashes offers to replace the backslashes in the string at the position of the finding.
func (d *Draft) ForwardSlashes() *Draft {
	return d.change(d.at, "write forward slashes", diag.Safe, tsedit.ForwardSlashes)
}

// Rename offers to rename the member, or the identifier, at the position of the finding.
func (d *Draft) Rename(old, new string, how diag.Applicability) *Draft {
	return d.change(d.at, fmt.Sprintf("rename %q to %q", old, new), how, func(text string, at int) []tsedit.Edit {
		return tsedit.Rename(text, at, old, new)
	})
}

// ReadBelow offers to read the member at the position of the finding of another member of the object.
func (d *Draft) ReadBelow(name, of string, how diag.Applicability) *Draft {
	return d.change(d.at, fmt.Sprintf("read it as %s.%s", of, name), how, func(text string, at int) []tsedit.Edit {
		return tsedit.ReadBelow(text, at, name, of)
	})
}

// CorrectMember offers to replace the member at the position of the finding: by object where a member of it follows,
// and by method where it is called. If the one that fits is empty, the finding has no such fix.
func (d *Draft) CorrectMember(name, object, method string) *Draft {
	title := fmt.Sprintf("replace %q with %q", name, cmp.Or(method, object))
	return d.change(d.at, title, diag.Safe, func(text string, at int) []tsedit.Edit {
		return tsedit.CorrectMember(text, at, name, object, method)
	})
}

// ReadEnv offers to read a member of process.env at the position of the finding from the parameter of a handler.
func (d *Draft) ReadEnv(parameter declared.TextAt) *Draft {
	find := func(text string, of, at int) []tsedit.Edit { return tsedit.ReadEnv(text, of, at, parameter.Text) }
	d.change(d.at, "read it from "+parameter.Text+".env", diag.Safe, nil)
	d.changes[len(d.changes)-1].of = &place{parameter.At, find}
	return d
}

// Remove offers to remove a string from the list of a member.
func (d *Draft) Remove(list *declared.Value, index int, item string) *Draft {
	return d.change(list.At, fmt.Sprintf("remove %q", item), diag.Safe, func(text string, at int) []tsedit.Edit {
		return tsedit.RemoveString(text, at, index, item)
	})
}

// Append offers to append a string to the list of a member.
func (d *Draft) Append(list *declared.Value, text string, how diag.Applicability) *Draft {
	return d.change(list.At, fmt.Sprintf("add %q", text), how, func(source string, at int) []tsedit.Edit {
		return tsedit.AppendString(source, at, text)
	})
}

// AddMember offers to add a member to the options of the call at a mark.
func (d *Draft) AddMember(call declared.Mark, member string, how diag.Applicability) *Draft {
	return d.change(call, "add "+member, how, func(source string, at int) []tsedit.Edit {
		return tsedit.AddMember(source, at, member)
	})
}

// Await offers to wait for the call at a mark.
func (d *Draft) Await(call declared.Mark) *Draft {
	return d.change(call, "wait for the call", diag.Safe, tsedit.Await)
}

// Return offers to return the result of the call at a mark, which is a statement or thrown.
func (d *Draft) Return(call declared.Mark) *Draft {
	return d.change(call, "return it", diag.Suggestion, tsedit.Return)
}

// AwaitResult offers to wait for the call at a mark before its result is used.
func (d *Draft) AwaitResult(call declared.Mark) *Draft {
	return d.change(call, "wait for the call", diag.Safe, tsedit.AwaitResult)
}

// ExportDefault offers to export the result of the call at the position of the finding as default.
func (d *Draft) ExportDefault() *Draft {
	return d.change(d.at, "export it as default", diag.Safe, tsedit.ExportDefault)
}

// Register offers to import a capability from a module, and to register it with the worker whose call is at a mark.
func (d *Draft) Register(worker declared.Mark, name, module string) *Draft {
	return d.change(worker, fmt.Sprintf("register %q", name), diag.Safe, func(text string, at int) []tsedit.Edit {
		return tsedit.Register(text, at, name, module)
	})
}

func (d *Draft) change(
	at declared.Mark, title string, how diag.Applicability, find func(string, int) []tsedit.Edit,
) *Draft {
	d.changes = append(d.changes, change{at: at, title: diag.Clip(title), applicability: how, find: find})
	return d
}

// sourceTexts resolves changes. It keeps the lines of the last file, because findings of a rule often share it.
type sourceTexts struct {
	project *declared.Project
	file    string
	text    string
	starts  []int // offsets of lines
}

// fixes returns the fixes of a draft.
func (s *sourceTexts) fixes(d *Draft) (fixes []diag.Fix) {
	for _, c := range d.changes {
		if edits := s.edits(c); edits != nil {
			fixes = append(fixes, diag.Fix{Title: c.title, Applicability: c.applicability, Edits: edits})
		}
	}
	return fixes
}

func (s *sourceTexts) edits(c change) (edits []diag.Edit) {
	file, at := s.offset(c.at)
	if at < 0 {
		return nil
	}
	find := c.find
	if c.of != nil {
		other, of := s.offset(c.of.at)
		if of < 0 || other != file {
			return nil
		}
		find = func(text string, at int) []tsedit.Edit { return c.of.find(text, of, at) }
	}
	for _, found := range find(s.text, at) {
		edit := diag.Edit{Offset: found.Start, EndOffset: found.End, NewText: found.Text}
		edit.File = file
		edit.Line, edit.Column = s.place(found.Start)
		edit.EndLine, edit.EndColumn = s.place(found.End)
		edits = append(edits, edit)
	}
	return edits
}

// offset opens the file of a mark and returns the mark's place in it, -1 if it is in none of the user's files.
func (s *sourceTexts) offset(mark declared.Mark) (file string, at int) {
	span := locate(s.project, mark)
	if mark.IsZero() || !s.open(span.File) || span.Line > len(s.starts) {
		return "", -1
	}
	start := s.starts[span.Line-1]
	return span.File, start + tsedit.ColumnOffset(s.text[start:], span.Column)
}

// open reads a file of the user. Other files, such as packages, have no fixes.
func (s *sourceTexts) open(file string) bool {
	if _, own := slices.BinarySearch(s.project.Files, file); !own || s.project.Source == nil {
		return false
	}
	if s.file == file {
		return true
	}
	s.file, s.text, s.starts = file, string(s.project.Source(file)), nil
	start := tsedit.Offset(s.text, 1, 1)
	s.starts = []int{start}
	for at := start; ; {
		next := strings.IndexByte(s.text[at:], '\n')
		if next < 0 {
			return utf8.ValidString(s.text)
		}
		at += next + 1
		s.starts = append(s.starts, at)
	}
}

// place returns the line and the UTF-16 column of an offset.
func (s *sourceTexts) place(offset int) (line, column int) {
	line, exact := slices.BinarySearch(s.starts, offset)
	if !exact {
		line--
	}
	column = 1
	for _, r := range s.text[s.starts[line]:offset] {
		column += tsedit.Width(r)
	}
	return line + 1, column
}
